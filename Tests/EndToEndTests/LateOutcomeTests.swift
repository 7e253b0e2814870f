import Testing

@Suite("Deferred outcomes", .inTurns)
struct LateOutcomeTests {
    @Test("The command that flushes the outbox reports unexpected outcomes, and only those")
    func reported() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            try await place.change("tab", "declare", "search", "--title", "Search")
            try await place.change("push", "mail://1")
            _ = try await place.ask(as: "phone", "show")
            try await daemon.stop()
            for words in [
                ["tab", "update", "inbox", "--title", "Late"], ["pop"],
                ["push", "find://1", "--tab", "search"], ["push", "mail://2"],
            ] {
                let kept = try await place.startNavctl(as: "phone", words).end()
                #expect(kept.ending == .exit(3), "\(kept)")
            }
            try await place.daemon()
            // Popped by both; renamed by both, later by the one that is here; a tab that goes.
            try await place.change("pop")
            try await place.change("tab", "update", "inbox", "--title", "Newer")
            try await place.change("tab", "remove", "search")
            let first = try await place.navctl(as: "phone", "show")
            #expect(first.ending == .exit(0), "\(first)")
            let reported = first.errors.lines.filter { $0.contains("submitted from the outbox") }
            #expect(reported.count == 3, "\(first)")
            #expect(
                reported.contains { $0.contains("updated tab inbox") && $0.contains("superseded") },
                "\(first)")
            #expect(
                reported.contains {
                    $0.contains("popped") && $0.contains("already popped by desk")
                },
                "\(first)")
            #expect(
                reported.contains { $0.contains("find://1") && $0.contains("hidden") }, "\(first)")
            let second = try await place.navctl(as: "phone", "show")
            #expect(!second.errors.text.contains("submitted from the outbox"), "\(second)")
        }
    }

    @Test("Of very many the first are listed and the rest are counted")
    func many() async throws {
        try await Installation.run { place in
            try await Self.wait(with: 23, in: place)
            let shown = try await place.navctl(as: "phone", "show")
            let reported = shown.errors.lines.filter { $0.contains("submitted from the outbox") }
            #expect(reported.count == 20, "\(shown)")
            #expect(shown.errors.text.contains("3 more changes"), "\(shown)")
        }
    }

    @Test("A watcher reports them, too, in as many pieces as they arrive in")
    func watched() async throws {
        try await Installation.run { place in
            try await Self.wait(with: 3, in: place)
            let watch = try place.startNavctl(as: "phone", ["watch"])
            try await watch.wait(for: "all three") { transcript in
                transcript.errors.lines.count { $0.contains("submitted from the outbox") } == 3
                    ? true : nil
            }
        }
    }

    /// Has changes wait on the phone, and something newer happen on the desk.
    private static func wait(with count: Int, in place: Installation) async throws {
        let daemon = try await place.daemon()
        try await place.change("tab", "declare", "inbox", "--title", "Inbox")
        _ = try await place.ask(as: "phone", "show")
        try await daemon.stop()
        for number in 1...count {
            _ = try await place.navctl(
                as: "phone", "tab", "update", "inbox", "--title", "T\(number)")
        }
        try await place.daemon()
        try await place.change("tab", "update", "inbox", "--title", "Newer")
    }
}
