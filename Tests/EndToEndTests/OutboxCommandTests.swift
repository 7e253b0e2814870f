import Testing

@Suite("navctl outbox", .inTurns)
struct OutboxCommandTests {
    @Test("Lists waiting changes in order; those never submitted can be discarded")
    func listAndDrop() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            try await daemon.stop()
            for number in 1...4 { _ = try await place.navctl("push", "mail://\(number)") }
            let list = try await place.ask("outbox", "list")
            let waiting = try #require(list["waiting"]?.array)
            #expect(
                waiting.compactMap { $0["operations"]?.array?[0]["route"]?.string }
                    == (1...4).map { "mail://\($0)" })
            #expect(waiting.allSatisfy { $0["standing"]?.string == "waiting" })
            #expect(list["problem"]?.string?.contains("can't be reached") == true)
            let text = try await place.navctl("outbox", "list")
            #expect(text.output.text.contains("pushed mail://2 on inbox"), "\(text)")
            #expect(text.errors.text.contains("can't be reached"), "\(text)")

            let ids = waiting.compactMap { $0["id"]?.integer }
            try await place.change("outbox", "drop", "\(ids[1])")
            let gone = try await place.navctl("outbox", "drop", "\(ids[1])")
            #expect(gone.ending == .exit(1), "\(gone)")
            try await place.daemon()
            // Looking hands nothing over.
            let there = try await place.navctl("outbox")
            #expect(there.errors.text.contains("the daemon is reachable"), "\(there)")
            #expect(try await place.ask("outbox", "list")["waiting"]?.array?.count == 3)
            let shown = OfflineTests.routes(try await place.ask("show"))
            #expect(Set(shown) == ["mail://", "mail://1", "mail://3", "mail://4"])
            #expect(shown.count == 4)
            let sequences = try await place.ask("log")["commits"]?.array?.compactMap {
                $0["sequence"]?.integer
            }
            #expect(sequences == [1, 2, 4, 5])
        }
    }
}
