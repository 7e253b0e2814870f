import Testing

@Suite("Looking back with navctl", .inTurns)
struct HistoryTests {
    private func filled(_ place: Installation) async throws {
        try await place.daemon()
        try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
        try await place.change("tab", "declare", "search", "--title", "Search")
        try await place.change(as: "phone", "push", "mail://7", "--title", "Hello")
        try await place.change(as: "tablet", "tab", "select", "search")
        try await place.change(as: "phone", "pop", "--tab", "inbox")
    }

    @Test("show --at prints each earlier state with its digest, and fails for a missing one")
    func showAt() async throws {
        try await Installation.run { place in
            try await filled(place)
            let now = try await place.ask("show")
            let head = try #require(now["revision"]?.integer)
            let same = try await place.ask("show", "--at", "\(head)")
            #expect(same["digest"] == now["digest"] && same["scene"] == now["scene"])
            #expect(same["epoch"] == now["epoch"])
            let earlier = try await place.ask("show", "--at", "\(head - 1)")
            #expect(OfflineTests.routes(earlier) == ["mail://", "mail://7"])
            #expect(OfflineTests.routes(same) == ["mail://"])
            let beginning = try await place.ask("show", "--at", "0")
            #expect(beginning["scene"]?["tabs"]?.array == [])
            let text = try await place.navctl("show", "--at", "\(head - 1)")
            #expect(text.output.text.contains(" · at revision \(head - 1) · "))
            let future = try await place.navctl("show", "--at", "\(head + 1)")
            #expect(future.ending == .exit(1))
            #expect(future.errors.text.contains("the scene is at \(head)"), "\(future)")
        }
    }

    @Test("diff shows what changed as text and as JSON")
    func diff() async throws {
        try await Installation.run { place in
            try await filled(place)
            let head = try #require(try await place.ask("show")["revision"]?.integer)
            let text = try await place.navctl("diff", "\(head - 3)", "\(head - 1)")
            #expect(text.ending == .exit(0))
            #expect(text.output.text.contains("inbox: pushed mail://7 \"Hello\""), "\(text)")
            #expect(text.output.text.contains("selected: inbox → search"), "\(text)")
            let back = try await place.ask("diff", "\(head - 1)", "\(head - 3)")
            let kinds = back["differences"]?.array?.compactMap { $0["kind"]?.string }
            #expect(kinds == ["screenRemoved", "selection"])
            #expect(back["differences"]?.array?.first?["words"]?.string?.contains("popped") == true)
            let none = try await place.navctl("diff", "\(head)", "\(head)")
            #expect(none.output.text.contains("no differences"), "\(none)")
        }
    }

    @Test("explain shows author, time, operations, removals and overwritten values")
    func explain() async throws {
        try await Installation.run { place in
            try await filled(place)
            let head = try #require(try await place.ask("show")["revision"]?.integer)
            let pop = try await place.ask("explain", "\(head)")
            #expect(pop["author"]?.string == "phone" && pop["late"] == .boolean(false))
            #expect(pop["took"]?.array?.count == 1)
            #expect(pop["took"]?.array?.first?["route"]?.string == "mail://7")
            #expect(pop["outcomes"]?.array?.first?.string == "applied")
            let text = try await place.navctl("explain", "\(head)")
            #expect(text.output.text.contains("phone"), "\(text)")
            #expect(
                text.output.text.contains(
                    "removed    mail://7 \"Hello\", pushed by phone at revision \(head - 2)"),
                "\(text)")

            try await place.change(as: "tablet", "tab", "update", "inbox", "--title", "Post")
            let update = try await place.navctl("explain", "\(head + 1)")
            #expect(
                update.output.text.contains(
                    "the title of tab inbox, written by desk at revision 1"),
                "\(update)")
            #expect(update.output.text.contains("title Inbox → Post"), "\(update)")
            let future = try await place.navctl("explain", "\(head + 2)")
            #expect(future.ending == .exit(1), "\(future)")
            #expect(try await place.navctl("explain", "0").ending == .exit(2))
        }
    }

    @Test("P8: a title given offline never undoes a newer one, and waits no longer")
    func late() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            _ = try await place.ask(as: "phone", "show")
            try await daemon.stop()
            _ = try await place.navctl(as: "phone", "tab", "update", "inbox", "--title", "Late")
            try await place.daemon()
            try await place.change(as: "tablet", "tab", "update", "inbox", "--title", "Newer")
            // The next command of the phone hands over what waited.
            let shown = try await place.ask(as: "phone", "show")
            #expect(shown["scene"]?["tabs"]?.array?.first?["title"]?.string == "Newer")
            #expect(shown["pending"]?.integer == 0)
        }
    }

    @Test("A push made before others and received after them is shown with its position")
    func latePush() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            _ = try await place.ask(as: "phone", "show")
            try await daemon.stop()
            _ = try await place.navctl(as: "phone", "push", "mail://late")
            try await place.daemon()
            try await place.change(as: "tablet", "push", "mail://newer")
            _ = try await place.ask(as: "phone", "show")
            let explained = try await place.ask("explain", "3")
            #expect(explained["author"]?.string == "phone")
            #expect(explained["late"] == .boolean(true))
            #expect(explained["before"]?.integer == 2 && explained["after"]?.integer == 1)
            let text = try await place.navctl("explain", "3")
            #expect(
                text.output.text.contains("before the change by tablet at revision 2"),
                "\(text)")
        }
    }

    @Test("Outcomes name who is behind them")
    func outcomesInWords() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            _ = try await place.ask(as: "tablet", "show")
            try await daemon.stop()
            _ = try await place.navctl(as: "tablet", "tab", "update", "inbox", "--title", "X")
            try await place.daemon()
            try await place.change("tab", "remove", "inbox")
            // What waited is handed over, and came too late.
            _ = try await place.ask(as: "tablet", "show")
            let log = try await place.navctl("log", "--limit", "1")
            #expect(
                log.output.text.contains("hidden: tab 'inbox' was removed by desk at revision 2"),
                "\(log)")
        }
    }
}
