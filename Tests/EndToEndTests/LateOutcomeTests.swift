import Testing

@Suite("What became of a change that waited", .inTurns)
struct LateOutcomeTests {
    @Test("The command that hands it over says what came to something else, and only that")
    func told() async throws {
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
            let told = first.errors.lines.filter { $0.contains("waited in the outbox") }
            #expect(told.count == 3, "\(first)")
            #expect(
                told.contains { $0.contains("updated tab inbox") && $0.contains("superseded") },
                "\(first)")
            #expect(
                told.contains { $0.contains("popped") && $0.contains("already popped by desk") },
                "\(first)")
            #expect(
                told.contains { $0.contains("find://1") && $0.contains("hidden") }, "\(first)")
            let second = try await place.navctl(as: "phone", "show")
            #expect(!second.errors.text.contains("waited"), "\(second)")
        }
    }

    @Test("Of very many the first are told and the rest are counted; a watcher tells them, too")
    func many() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            _ = try await place.ask(as: "phone", "show")
            try await daemon.stop()
            for number in 1...23 {
                _ = try await place.navctl(
                    as: "phone", "tab", "update", "inbox", "--title", "T\(number)")
            }
            try await place.daemon()
            try await place.change("tab", "update", "inbox", "--title", "Newer")
            let watch = try place.startNavctl(as: "phone", ["watch"])
            try await watch.wait(for: "the count") { transcript in
                transcript.errors.text.contains("3 more that waited") ? true : nil
            }
            let lines = watch.transcript.errors.lines
            #expect(lines.count { $0.contains("waited in the outbox") } == 20)
        }
    }
}
