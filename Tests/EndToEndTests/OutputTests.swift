import Testing

@Suite("JSON output", .inTurns)
struct OutputTests {
    @Test("show has the scene with its tabs, stacks bottom to top")
    func show() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("apply", Scenes.path("phone.ar.yaml"))
            let shown = try await place.ask("show")
            let required: Set = ["epoch", "revision", "digest", "scene"]
            #expect(shown.keys?.isSuperset(of: required) == true)
            #expect(shown["epoch"]?.string?.isEmpty == false)
            #expect(shown["revision"]?.integer == 1)
            #expect(shown["digest"]?.string?.count == 64)
            let scene = try #require(shown["scene"])
            #expect(scene.keys?.isSuperset(of: ["selectedTab", "tabs", "modals"]) == true)
            #expect(scene["selectedTab"]?.string == "recents")
            #expect(scene["modals"]?.array == [])
            let tabs = try #require(scene["tabs"]?.array)
            #expect(
                tabs.compactMap { $0["id"]?.string }
                    == ["favourites", "recents", "contacts", "keypad", "voicemail"])
            for tab in tabs {
                #expect(
                    tab.keys?.isSuperset(of: ["id", "title", "badge", "enabled", "stack"]) == true)
                #expect(tab["enabled"] == .boolean(true))
                for screen in try #require(tab["stack"]?.array) {
                    #expect(screen.keys?.isSuperset(of: ["id", "route", "title"]) == true)
                }
            }
            #expect(tabs[1]["badge"]?.string == "3" && tabs[3]["badge"] == .null)
            let routes = tabs[1]["stack"]?.array?.compactMap { $0["route"]?.string }
            #expect(
                routes == [
                    "phone://recents", "phone://recents/missed", "phone://recents/missed/41",
                ])
        }
    }

    @Test("status compares both sides; log and push print the operations")
    func statusLogPush() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            let push = try await place.ask(as: "phone", "push", "mail://1", "--title", "제목")
            #expect(push["outcome"]?.string == "applied")
            #expect(push["revision"]?.integer == 2)
            #expect(push["screen"]?.string?.isEmpty == false)

            let status = try await place.status(as: "phone")
            #expect(status["reachable"] == .boolean(true) && status["equal"] == .boolean(true))
            #expect(status["pending"]?.integer == 0)
            #expect(status["daemon"]?["revision"]?.integer == 2)
            #expect(status["daemon"]?["digest"] == status["mirror"]?["digest"])
            #expect(status["device"]?["name"]?.string == "phone")
            #expect(status["limits"]?["scenes"]?.integer == 64)

            let log = try await place.ask("log")
            let commits = try #require(log["commits"]?.array)
            #expect(commits.count == 2)
            let required: Set = [
                "revision", "author", "device", "sequence", "time", "outcome", "operations",
            ]
            for commit in commits { #expect(commit.keys?.isSuperset(of: required) == true) }
            #expect(commits.map { $0["author"]?.string } == ["desk", "phone"])
            #expect(commits[1]["operations"]?.array?.first?["route"]?.string == "mail://1")
        }
    }

    @Test("Noop and superseded changes succeed and print their outcome")
    func outcomes() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            let pop = try await place.ask("pop")
            #expect(pop["outcome"]?.string == "noop")
            let text = try await place.navctl("pop")
            #expect(text.ending == .exit(0))
            #expect(text.output.text.contains("noth"), "\(text)")
            let refused = try await place.navctl(
                "--output", "json", "push", "mail://1", "--if-revision", "7")
            #expect(refused.ending == .exit(1), "\(refused)")
            #expect(try JSON(refused.output.text)["outcome"]?.string == "rejected")
            let revision = try #require(try await place.ask("show")["revision"]?.integer)
            let taken = try await place.ask("push", "mail://1", "--if-revision", "\(revision)")
            #expect(taken["outcome"]?.string == "applied")
            #expect(taken["revision"]?.integer == revision + 1)
        }
    }

    @Test("The help names every command, and the exit codes")
    func help() async throws {
        try await Installation.run { place in
            let help = try await place.navctl("--help")
            #expect(help.ending == .exit(0))
            let commands = [
                "status", "show", "watch", "log", "tab", "push", "pop", "set-items", "apply",
                "export", "explain", "diff", "doctor", "wait",
            ]
            for command in commands { #expect(help.output.text.contains("  \(command)")) }
            #expect(help.output.text.contains("EXIT CODES"))
            let version = try await place.navctl("--version")
            #expect(version.ending == .exit(0) && !version.output.text.isEmpty)
        }
    }
}
