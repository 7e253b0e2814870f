import Testing

@Suite("Commands that make no sense", .inTurns)
struct BadCommandTests {
    /// The typed words, the exit code, and what the message has to contain.
    private static let mistakes: [(words: [String], code: Int32, says: String)] = [
        (["push"], 2, "<route>"),
        (["frobnicate"], 2, "frobnicate"),
        (["show", "--outptu", "json"], 2, "--outptu"),
        (["show", "--output", "xml"], 2, "xml"),
        (["--timeout", "soon", "show"], 2, "soon"),
        (["--scene", "", "show"], 2, "scene"),
        (["--endpoint", "http://example.org", "show"], 2, "http://example.org"),
        (["--endpoint", "ipc://\(String(repeating: "/long", count: 40))", "show"], 2, "107"),
        (["tab", "badge", "inbox", "add", "many"], 2, "many"),
        (["tab", "move", "inbox", "--before", "a", "--after", "b"], 2, "--after"),
        (["pop", "--to-root", "--to", "x"], 2, "--to"),
        (["log", "--limit", "0"], 2, "--limit"),
        (["tab", "update", "inbox", "--set", "prompt"], 2, "NAME=VALUE"),
        (["render", "--columns", "5"], 2, "24"),
        (["render", "--profile", "toaster"], 2, "ipad"),
        (["announce", "--of", "99"], 1, "no revision 99 yet"),
        (["tab", "select", "nowhere"], 1, "nowhere"),
        (["push", "mail://1", "--tab", "nowhere"], 1, "the tabs are inbox"),
        (["tab", "declare", "inbox", "--title", "Twice"], 1, "inbox"),
        (["pop", "no-such-screen"], 1, "no-such-screen"),
        (["push", "mail://1", "--if-revision", "99"], 1, "revision"),
        (["apply", "/nowhere/scene.yaml"], 1, "/nowhere/scene.yaml"),
        (["push", String(repeating: "x", count: 5_000)], 1, "2048"),
    ]

    @Test("Each gets its exit code and a message that names what was wrong, and changes nothing")
    func mistakes() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            let before = try await place.ask("show")
            for mistake in Self.mistakes {
                let result = try await place.startNavctl(as: "desk", mistake.words).end()
                #expect(result.ending == .exit(mistake.code), "\(mistake.words): \(result)")
                #expect(
                    result.errors.text.contains(mistake.says), "\(mistake.words): \(result)")
                #expect(!result.errors.text.contains("Fatal error"), "\(mistake.words): \(result)")
            }
            // One that the daemon refuses is in its log, but not in the scene.
            #expect(try await place.ask("show")["scene"] == before["scene"])
            #expect(try await place.status()["pending"]?.integer == 0)
        }
    }

    @Test("A malformed scene file is reported by line and column, and not applied")
    func sceneFile() async throws {
        let files = [
            ("version: 1\ntabs:\n  - id: a\n    tittle: A\n", ":4:5:"),
            ("version: 1\ntabs:\n  - id: a\n    title: [A\n", ":5:1:"),
            ("version: 2\ntabs: []\n", ":1:10:"),
            ("version: 1\ntabs:\n  - title: A\n", ":3:5:"),
            ("version: 1\nselected: b\ntabs:\n  - id: a\n    title: A\n", ":2:11:"),
        ]
        try await Installation.run { place in
            try await place.daemon()
            for (text, position) in files {
                let path = try place.file("scene.yaml", text)
                let result = try await place.navctl("apply", path)
                #expect(result.ending == .exit(1), "\(text)\(result)")
                #expect(result.errors.text.contains(path + position), "\(text)\(result)")
            }
            #expect(try await place.ask("show")["revision"]?.integer == 0)
        }
    }

    @Test("A device directory that can't be used is named")
    func device() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let file = try place.file("not-a-directory", "")
            let result = try await place.start(
                "navctl", ["--device", file, "push", "mail://1"]
            ).end()
            #expect([1, 4].contains(result.code), "\(result)")
            #expect(result.errors.text.contains(file), "\(result)")
        }
    }
}
