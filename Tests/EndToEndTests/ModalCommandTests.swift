import Testing

@Suite("navctl modal, bar and screen", .inTurns)
struct ModalCommandTests {
    @Test("A modal is presented with its stack, changed, answered once, and closed everywhere")
    func modal() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let presented = try await place.ask(
                "modal", "present", "setup://", "--kind", "multiStep", "--title", "Set up",
                "--stack", "setup://name", "setup://photo")
            let id = try #require(presented["modal"]?.string)
            try await place.change("push", "setup://done", "--modal", id)
            try await place.change("modal", "update", id, "--title", "Welcome")
            let modal = try #require(
                try await place.ask(as: "tablet", "show")["scene"]?["modals"]?.array?.first)
            #expect(modal["id"]?.string == id)
            #expect(modal["route"]?.string == "setup://")
            #expect(modal["kind"]?.string == "multiStep")
            #expect(modal["title"]?.string == "Welcome")
            #expect(
                modal["stack"]?.array?.compactMap { $0["route"]?.string }
                    == ["setup://name", "setup://photo", "setup://done"])
            let text = try await place.navctl("show").output.text
            #expect(text.contains("setup://  Welcome  multiStep"), "\(text)")
            try await place.change(as: "tablet", "modal", "answer", id, "preferred")
            #expect(try await place.ask("show")["scene"]?["modals"]?.array == [])
            let second = try await place.navctl("modal", "answer", id, "cancel")
            #expect(second.ending == .exit(1), "\(second)")

            let other = try #require(
                try await place.ask("modal", "present", "a://", "--kind", "simple")["modal"]?
                    .string)
            try await place.change("modal", "answer", other, "close")
            #expect(try await place.ask("show")["scene"]?["modals"]?.array == [])
            let wrong = try await place.navctl("modal", "present", "a://", "--kind", "huge")
            #expect(wrong.ending == .exit(2), "\(wrong)")
        }
    }

    @Test("Bars are set, read and reset; a screen gets another title")
    func barsAndScreens() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("bar", "set", "navigationBar.tintColor", "systemRed")
            try await place.change("bar", "set", "tabBar.style", "bottomNavigation")
            #expect(
                try await place.navctl(as: "tablet", "bar", "get", "navigationBar.tintColor").output
                    .text == "systemRed\n")
            let all = try await place.ask("bar", "get")["bars"]
            #expect(all?["navigationBar.tintColor"]?.string == "systemRed")
            #expect(all?["tabBar.style"]?.string == "bottomNavigation")
            try await place.change("bar", "set", "navigationBar.tintColor")
            let left = try await place.ask("bar", "get", "navigationBar.tintColor")
            #expect(left["origin"]?.string == "platform" && left["value"]?.string == "systemBlue")
            try await place.change("bar", "set", "app.mood", "calm")
            try await place.change("bar", "set", "app.mood")
            #expect(try await place.navctl("bar", "get", "app.mood").ending == .exit(1))
            try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "m://")
            let stack = try await place.ask("show")["scene"]?["tabs"]?.array?[0]["stack"]?.array
            let screen = try #require(stack?[0]["id"]?.string)
            try await place.change("screen", "update", screen, "--title", "Mail")
            let shown = try await place.ask("show")["scene"]?["tabs"]?.array?[0]["stack"]?.array
            #expect(shown?[0]["title"]?.string == "Mail")
        }
    }

    @Test("Modals and bars go through a scene file; a file without them leaves them alone")
    func sceneFile() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let text = """
                version: 1
                selected: inbox
                tabs:
                  - id: inbox
                    title: Inbox
                modals:
                  - route: setup://
                    kind: multiStep
                    title: Set up
                    stack:
                      - route: setup://name
                bars:
                  navigationBar.tintColor: systemRed

                """
            let file = try place.file("scene.yaml", text)
            try await place.change("apply", file)
            #expect(try await place.navctl("export").output.text == text)
            let again = try await place.navctl("apply", file)
            #expect(again.output.text.contains("nothing to change"), "\(again)")
            let bare = try place.file(
                "bare.yaml", "version: 1\nselected: inbox\ntabs:\n  - id: inbox\n    title: Box\n")
            try await place.change("apply", bare)
            let shown = try await place.ask("show")
            #expect(shown["scene"]?["modals"]?.array?.count == 1)
            #expect(shown["scene"]?["bars"]?["navigationBar.tintColor"]?.string == "systemRed")
            let empty = try place.file(
                "empty.yaml", "version: 1\ntabs: []\nmodals: []\nbars: {}\n")
            try await place.change("apply", empty)
            let cleared = try await place.ask("show")
            #expect(cleared["scene"]?["modals"]?.array == [])
            #expect(cleared["scene"]?["bars"]?.keys == [])
        }
    }
}
