import Testing

/// The protocol as its pages describe it: a client in Python that knows nothing else, at the daemon.
@Suite("A client in another language", .inTurns, .enabled(if: PythonClient.canRun))
struct OtherLanguageTests {
    /// Returns a Boolean value indicating whether a scenario ended at the state that `navctl` shows.
    private static func isSame(_ facts: JSON, _ shown: JSON) -> Bool {
        facts["digest"] != nil && facts["digest"] == shown["digest"]
            && facts["revision"] == shown["revision"]
    }

    @Test("It makes every operation, and each state of the log has the digest that it computes")
    func operations() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let client = try await PythonClient(in: place)
            let made = try await client.run("operations")
            #expect(Self.isSame(made, try await place.ask("show")))
            #expect(try await client.run("history") == made)
        }
    }

    @Test("It takes a snapshot, then follows on the feed what others do")
    func follow() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            let client = try await PythonClient(in: place)
            let follower = try client.start("follow", "3")
            #expect(Self.isSame(try await follower.firstFacts(), try await place.ask("show")))
            try await place.change("push", "mail://1")
            try await place.change("tab", "badge", "inbox", "add", "3")
            try await place.change("pop")
            #expect(Self.isSame(try await follower.facts(), try await place.ask("show")))
        }
    }

    @Test("One of before own selections sees the shared one, carries the others, and changes it")
    func older() async throws {
        try await Installation.run { place in
            try await place.daemon()
            for tab in ["inbox", "search", "music"] {
                try await place.change("tab", "declare", tab, "--title", tab, "--root", "/\(tab)")
            }
            let client = try await PythonClient(in: place, without: "set_selection")
            let follower = try client.start("older", "5")
            #expect(try await follower.firstFacts()["selected"]?.string == "inbox")
            try await place.change(as: "tablet", "selection", "own")
            try await place.change(as: "tablet", "tab", "select", "search")
            try await place.change(as: "wall", "selection", "follow", "tablet")
            try await place.change("tab", "select", "music")
            try await place.change("handoff", "tablet")
            let facts = try await follower.end().output.lines.map { try JSON($0) }
            #expect(facts.count == 3, "\(facts)")
            #expect(facts.dropFirst().first?["selected"]?.string == "music")
            // Its change is about the shared selection, and leaves the own ones alone.
            let after = try await place.ask("show")
            #expect(Self.isSame(try #require(facts.last), after))
            for (device, tab) in ["desk": "inbox", "tablet": "music", "wall": "music"] {
                let scene = try await place.ask(as: device, "show")["scene"]
                #expect(scene?["selectedTab"]?.string == tab, "\(device)")
            }
        }
    }

    @Test("It stays through a restart, where the same bytes have the same receipt")
    func restart() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemonWithTab()
            let client = try await PythonClient(in: place)
            let follower = try client.start("restart")
            _ = try await follower.firstFacts()
            try await daemon.stop()
            try await place.daemon()
            try await place.change("push", "mail://1")
            #expect(Self.isSame(try await follower.facts(), try await place.ask("show")))
        }
    }

    @Test("P12: An unknown field anywhere in a change is refused, an unknown attribute is kept")
    func unknown() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let client = try await PythonClient(in: place)
            let facts = try await client.run("unknown")
            #expect((facts["tried"]?.integer ?? 0) > 100)
            #expect(Self.isSame(facts, try await place.ask("show")))
        }
    }

    @Test("It gets the failures that the protocol names for its faults")
    func failures() async throws {
        try await Installation.run { place in
            _ = try await place.daemonWithTab()
            let facts = try await PythonClient(in: place).run("failures")
            #expect(
                facts["failures"]?.strings == [
                    "HELLO_FIRST", "VERSION_UNSUPPORTED", "SEQUENCE_REUSED", "SEQUENCE_EXPECTED",
                    "SEQUENCE_SKIPPED", "MALFORMED", "TOO_LARGE", "EPOCH_CHANGED", "SNAPSHOT_GONE",
                    "OUT_OF_HISTORY", "NOT_FOUND", "NOT_PERMITTED", "ALREADY_EXISTS",
                ])
        }
    }

    @Test("It gets the reasons for which the protocol says that changes are rejected")
    func rejections() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let facts = try await PythonClient(in: place).run("rejections")
            #expect(
                facts["reasons"]?.strings == [
                    "UNKNOWN_TAB", "UNKNOWN_SCREEN", "UNKNOWN_MODAL", "UNKNOWN_BAR",
                    "SCREEN_EXISTS", "REVISION_MISMATCH", "LIMIT_EXCEEDED", "ANSWERED",
                    "PREFERRED_DISABLED", "NOT_PERMITTED", "MALFORMED", "MALFORMED", "MALFORMED",
                    "MALFORMED", "MALFORMED", "MALFORMED",
                ])
        }
    }

    @Test("After the epoch has changed it submits anew what was pending")
    func epoch() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let facts = try await PythonClient(in: place).run("epoch")
            let scene = try #require(facts["scene"]?.string)
            #expect(Self.isSame(facts, try await place.ask("--scene", scene, "show")))
        }
    }

    @Test("It pairs by an invitation, works by tcp, and learns that it is revoked")
    func pairing() async throws {
        try await Installation.run { place in
            _ = try await place.daemonWithTCP()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            let client = try await PythonClient(in: place)
            let invite = try place.startNavctl(
                as: "desk", ["--output", "json", "device", "invite", "--name", "tablet", "--wait"])
            let invitation = try await invite.firstFacts()
            let device = try client.start(
                "paired", url: try #require(invitation["url"]?.string))
            let paired = try await device.firstFacts()
            #expect(Self.isSame(paired, try await place.ask("show")))
            #expect(paired["refusals"]?.strings == ["INVITATION_USED", "denied"])
            let code = try await invite.facts()["code"]?.string
            #expect(code?.filter(\.isNumber) == paired["code"]?.string)

            let id = try #require(paired["device"]?.string)
            try await place.change("device", "revoke", id, "--yes")
            let result = try await device.end()
            #expect(result.ending == .exit(0), "\(result)")
            let facts = try result.output.lines.map { try JSON($0) }
            // Its hello may still be answered before its connections are closed.
            let ended = try #require(facts.dropFirst().first?["ended"]?.string)
            #expect(["denied", "REVOKED"].contains(ended))
            #expect(facts.last?["again"]?.string == "denied")
        }
    }

    @Test("A revoked device without a key is told so")
    func revocation() async throws {
        try await Installation.run { place in
            _ = try await place.daemonWithTab()
            let client = try await PythonClient(in: place)
            let result = try await client.start("revoked").end()
            #expect(result.ending == .exit(0), "\(result)")
            let facts = try result.output.lines.map { try JSON($0) }
            #expect(facts.map { $0["ended"]?.string } == ["REVOKED", nil])
            #expect(facts.last?["again"]?.string == "REVOKED")
        }
    }
}
