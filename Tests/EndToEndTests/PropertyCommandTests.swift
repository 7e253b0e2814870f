import Testing

@Suite("Properties of tabs, screens, modals and bars", .inTurns)
struct PropertyCommandTests {
    /// A daemon with a tab of two screens.
    private static func withTab(
        _ body: @Sendable (_ place: Installation, _ screen: String) async throws -> Void
    ) async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            let pushed = try await place.ask("push", "mail://1", "--title", "General")
            try await body(place, try #require(pushed["screen"]?.string))
        }
    }

    @Test("Refuses unknown names and values of properties, and suggests the nearest")
    func mistakes() async throws {
        try await Self.withTab { place, screen in
            let before = try await place.ask("show")["revision"]
            let mistakes: [([String], String)] = [
                (["tab", "update", "inbox", "--set", "rolle=search"], "did you mean 'role'"),
                (["tab", "declare", "new", "--title", "New", "--set", "role=find"], "search"),
                (["push", "a://", "--set", "promt=x"], "did you mean 'prompt'"),
                (["push", "a://", "--set", "right.edit.titel=x"], "'right.edit.title'"),
                (["push", "a://", "--set", "prompt@=x"], "prompt"),
                (["push", "a://", "--set", "page@ko=1"], "did you mean 'page' "),
                (["push", "a://", "--set", "prompt@k_o=1"], "'k_o' is not a language tag"),
                (["tab", "update", "inbox", "--set", "prompt=x"], "is a property of a screen"),
                (["push", "a://", "--set", "=x"], "name"),
                (["screen", "update", screen, "--set", "page=many"], "whole number"),
                (["screen", "update", screen, "--unset", "nothing"], "nothing"),
                (
                    ["modal", "present", "a://", "--kind", "simple", "--set", "steps=0"],
                    "1 to 1000"
                ),
                (["bar", "declare", "b", "--set", "navigationBar.alpha=nan"], "0 to 1"),
                (["bar", "declare", "b", "--kind", "toolbar"], "tabBar"),
                (["bar", "set", "navigationBar.tintColor", "blueish"], "#RRGGBB"),
                (["bar", "set", "tint", "#123456"], "tint"),
                (["bar", "set", "navigationBar.behavioralStyle", "mac"], "preferredBehavioral"),
                (["bar", "set", "navigationBar.delegate", "me"], "controller"),
                (["tab", "update", "inbox", "--set", "accessibilityLabel=Post"], "title"),
                (["bar", "get", "navigationBar.barStile"], "barStyle"),
                (["bar", "get", "navigationBar.barStyle", "--tab", "nowhere"], "inbox"),
            ]
            for (words, says) in mistakes {
                let result = try await place.startNavctl(as: "desk", words).end()
                #expect(result.ending == .exit(1), "\(words): \(result)")
                #expect(result.errors.text.contains(says), "\(words): \(result)")
            }
            #expect(try await place.ask("show")["revision"] == before)
        }
    }

    @Test("Properties that are set together with a title are one revision, and can be undone")
    func propertyValues() async throws {
        try await Self.withTab { place, screen in
            let change = try await place.ask(
                "screen", "update", screen, "--title", "Letters", "--set", "prompt=Pick one",
                "--set", "prompt@ko=하나 고르기", "--set", "app.mood=calm")
            #expect(change["operations"]?.array?.count == 1)
            let shown = try await place.ask(as: "tablet", "show")
            let stack = shown["scene"]?["tabs"]?[0]?["stack"]
            #expect(stack?[1]?["title"]?.string == "Letters")
            #expect(
                stack?[1]?["properties"]?.keys == ["prompt", "prompt@ko", "app.mood"])
            try await place.change("screen", "update", screen, "--unset", "prompt")
            let later = try await place.ask("describe", screen)
            #expect(later["kind"]?.string == "screen")
            #expect(later["item"]?["properties"]?.keys == ["prompt@ko", "app.mood"])
            try await place.change("undo")
            let text = try await place.navctl("describe").output.text
            #expect(text.contains("Pick one") && text.contains("Letters"), "\(text)")
            #expect(try await place.navctl("describe", "nobody").ending == .exit(1))
        }
    }

    @Test("Effective properties of a bar are its own, then those for all bars, then the platform's")
    func precedence() async throws {
        try await Self.withTab { place, _ in
            let key = "navigationBar.barStyle"
            func reading(_ words: String...) async throws -> [String?] {
                let value = try await place.ask(as: "tablet", "bar", "get", key, "--tab", "inbox")
                return [value["value"]?.string, value["origin"]?.string]
            }
            #expect(try await reading() == ["default", "platform"])
            try await place.change("bar", "set", key, "black")
            #expect(try await reading() == ["black", "appearance"])
            try await place.change("bar", "set", key, "default", "--tab", "inbox")
            #expect(try await reading() == ["default", "own"])
            try await place.change("bar", "set", key, "--tab", "inbox")
            #expect(try await reading() == ["black", "appearance"])
            let delegate = try await place.ask(
                "bar", "get", "navigationBar.delegate", "--tab", "inbox")
            #expect(delegate["value"]?.string == "controller")
        }
    }

    @Test("Standalone bars have stacks of their own, from declaration to removal")
    func standaloneBars() async throws {
        try await Self.withTab { place, screen in
            try await place.change(
                "bar", "declare", "tools", "--root", "tools://", "--title", "Tools", "--screen",
                screen)
            try await place.change("push", "tools://pens", "--bar", "tools", "--animated")
            try await place.change(
                "bar", "update", "tools", "--set", "navigationBar.delegate=toolbox")
            let bar = try await place.ask(as: "tablet", "bar", "list")["standaloneBars"]?[0]
            #expect(bar?["items"]?.array?.count == 2)
            #expect(bar?["topItem"]?["route"]?.string == "tools://pens")
            #expect(bar?["delegate"]?.string == "toolbox")
            #expect(bar?["mode"]?.string == "standalone")
            #expect(bar?["screen"]?.string == screen)
            let popped = try await place.ask("pop", "--bar", "tools")
            #expect(popped["popped"]?["route"]?.string == "tools://pens")
            try await place.change("set-items", "a://", "b://", "c://", "--bar", "tools")
            let all = try await place.ask("pop", "--to-root", "--bar", "tools")["popped"]
            #expect(all?.array?.compactMap { $0["route"]?.string } == ["b://", "c://"])
            let text = try await place.navctl("show").output.text
            #expect(text.contains("tools"), "\(text)")
            try await place.change("bar", "remove", "tools")
            let gone = try await place.navctl("push", "x://", "--bar", "tools")
            #expect(gone.ending == .exit(1), "\(gone)")
        }
    }

    @Test("The vocabulary is a table for people and for programs")
    func vocabulary() async throws {
        try await Installation.run { place in
            let all = try await place.ask("properties")
            let list = try #require(all["properties"]?.array)
            #expect(Set(list.compactMap { $0["of"]?.string }).count == 5)
            let style = list.first { $0["name"]?.string == "navigationBar.behavioralStyle" }
            #expect(style?["readOnly"]?.string != nil)
            let screen = try await place.ask("properties", "screen")["properties"]?.array
            let prompt = screen?.first { $0["name"]?.string == "prompt" }
            #expect(prompt?["localizable"] == .boolean(true))
            let text = try await place.navctl("properties", "screen").output.text
            #expect(text.contains("left|right.*.title @"), "\(text)")
            #expect(try await place.navctl("properties", "window").ending == .exit(2))
        }
    }
}
