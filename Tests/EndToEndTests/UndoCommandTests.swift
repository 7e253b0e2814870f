import Testing

@Suite("navctl undo and redo", .inTurns)
struct UndoCommandTests {
    @Test("Undo restores popped screens, from the middle of the stack too, while others work on")
    func broughtBack() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            for number in 1...3 { try await place.change("push", "mail://\(number)") }
            let before = try await place.ask("show")
            let middle = try #require(
                before["scene"]?["tabs"]?.array?[0]["stack"]?.array?[2]["id"]?.string)
            try await place.change("pop", middle)
            try await place.change(as: "tablet", "push", "mail://4")
            let undo = try await place.navctl("undo")
            #expect(undo.output.text.contains("undid: popped \(middle)"), "\(undo)")
            let expected = ["mail://", "mail://1", "mail://2", "mail://3", "mail://4"]
            #expect(OfflineTests.routes(try await place.ask("show")) == expected)
            try await place.change("redo")
            #expect(
                OfflineTests.routes(try await place.ask("show"))
                    == ["mail://", "mail://1", "mail://3", "mail://4"])
            // The tablet takes back its own, not the desk's.
            try await place.change(as: "tablet", "undo")
            #expect(
                OfflineTests.routes(try await place.ask("show"))
                    == ["mail://", "mail://1", "mail://3"])
            let nothing = try await place.navctl(as: "tablet", "undo")
            #expect(nothing.ending == .exit(1), "\(nothing)")
            #expect(nothing.errors.text.contains("nothing to undo"), "\(nothing)")
        }
    }

    @Test(
        "Undo n then redo n is the identity, by processes of their own, with and without a daemon")
    func identity() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change("apply", Scenes.path("phone.en.yaml"))
            try await place.change("push", "a://1")
            try await place.change("bar", "set", "navigationBar.tintColor", "systemRed")
            try await place.change("tab", "badge", "keypad", "set", "7")
            try await place.change("pop")
            let online = try await place.navctl("export").output.text
            for _ in 1...4 { try await place.change("undo") }
            let back = try await place.navctl("export").output.text
            #expect(back == (try Scenes.text("phone.en.yaml")))
            for _ in 1...4 { try await place.change("redo") }
            #expect(try await place.navctl("export").output.text == online)
            try await daemon.stop()
            for _ in 1...4 { #expect(try await place.navctl("undo").ending == .exit(3)) }
            #expect(try await place.navctl("export").output.text == back)
            for _ in 1...4 { #expect(try await place.navctl("redo").ending == .exit(3)) }
            try await place.daemon()
            #expect(try await place.status()["pending"]?.integer == 0)
            #expect(try await place.navctl("export").output.text == online)
        }
    }

    @Test(
        "An answer is passed over and said to be; what others have set anew stays, and that is said"
    )
    func saysSo() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            try await place.change("bar", "set", "navigationBar.tintColor", "systemRed")
            let modal = try #require(
                try await place.ask("modal", "present", "ask://", "--kind", "simple")["modal"]?
                    .string)
            try await place.change("modal", "answer", modal, "cancel")
            try await place.change(
                as: "tablet", "bar", "set", "navigationBar.tintColor", "systemBlue")
            let first = try await place.ask("undo")
            #expect(first["skipped"]?.array?.count == 1, "\(first)")
            #expect(first["nothingLeft"] == .boolean(true), "an answered modal is gone: \(first)")
            let second = try await place.navctl("undo")
            #expect(second.ending == .exit(0))
            #expect(second.output.text.contains("already reverted"), "\(second)")
            let shown = try await place.ask("show")
            #expect(shown["scene"]?["bars"]?["navigationBar.tintColor"]?.string == "systemBlue")
        }
    }
}
