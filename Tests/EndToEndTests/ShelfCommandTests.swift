import Testing

@Suite("navctl shelf", .inTurns)
struct ShelfCommandTests {
    @Test(
        "A change that is refused after its command has ended is on the shelf, until it is dropped")
    func answeredTwice() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            let modal = try #require(
                try await place.ask("modal", "present", "ask://", "--kind", "simple")["modal"]?
                    .string)
            _ = try await place.ask(as: "phone", "show")
            try await daemon.stop()
            let late = try await place.navctl(as: "phone", "modal", "answer", modal, "cancel")
            #expect(late.ending == .exit(3), "\(late)")
            try await place.daemon()
            try await place.change("modal", "answer", modal, "preferred")

            let show = try await place.navctl(as: "phone", "show")
            #expect(show.ending == .exit(0), "\(show)")
            #expect(show.errors.text.contains("1 refused change is on the shelf"), "\(show)")
            #expect(try await place.status(as: "phone")["shelf"]?.integer == 1)
            let list = try await place.ask(as: "phone", "shelf", "list")
            let item = try #require(list["shelf"]?.array?.first)
            #expect(item["reason"]?.string == "answered")
            #expect(item["operations"]?.array?[0]["kind"]?.string == "answerModal")
            #expect(item["age"]?.integer != nil)
            let text = try await place.navctl(as: "phone", "shelf", "list").output.text
            #expect(text.contains("answered \(modal) with cancel"), "\(text)")
            #expect(text.contains("already answered"), "\(text)")

            let id = try #require(item["id"]?.integer)
            let retry = try await place.navctl(as: "phone", "shelf", "retry", "\(id)")
            #expect(retry.ending == .exit(1), "\(retry)")
            #expect(retry.errors.text.contains("\(id) stays on the shelf"), "\(retry)")
            try await place.change(as: "phone", "shelf", "drop", "\(id)")
            let again = try await place.navctl(as: "phone", "shelf", "drop", "\(id)")
            #expect(again.ending == .exit(1), "\(again)")
            let after = try await place.navctl(as: "phone", "show")
            #expect(!after.errors.text.contains("shelf"), "\(after)")
            // The answer that came first stands.
            let log = try await place.ask("log")
            let answers = log["commits"]?.array?.compactMap {
                $0["operations"]?.array?[0]["answer"]?.string
            }
            #expect(answers == ["preferred"])
        }
    }

    @Test(
        "Changes that a limit refused stay on the shelf, and succeed when retried with room, pushes too"
    )
    func limit() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            var text = "version: 1\ntabs:\n"
            for number in 1...63 { text += "  - id: t\(number)\n    title: T\(number)\n" }
            try await place.change("apply", try place.file("bar.yaml", text))
            _ = try await place.ask(as: "phone", "show")
            try await daemon.stop()
            let late = [
                ["tab", "declare", "late", "--title", "Late", "--root", "late://"],
                ["push", "late://1", "--tab", "late"],
            ]
            for command in late {
                let result = try await place.startNavctl(as: "phone", command).end()
                #expect(result.ending == .exit(3), "\(result)")
            }
            try await place.daemon()
            try await place.change("tab", "declare", "first", "--title", "First")
            let status = try await place.status(as: "phone")
            #expect(status["shelf"]?.integer == 2, "\(status)")
            let full = try await place.navctl(as: "phone", "shelf", "retry", "--all")
            #expect(full.ending == .exit(1), "there is no room yet: \(full)")
            #expect(try await place.status(as: "phone")["shelf"]?.integer == 2)

            try await place.change("tab", "remove", "first")
            let retried = try await place.ask(as: "phone", "shelf", "retry", "--all")
            let outcomes = retried["retried"]?.array?.compactMap { $0["outcome"]?.string }
            #expect(outcomes == ["applied", "applied"], "\(retried)")
            let shown = try await place.ask("show")
            let tab = shown["scene"]?["tabs"]?.array?.first { $0["id"]?.string == "late" }
            #expect(
                tab?["stack"]?.array?.compactMap { $0["route"]?.string }
                    == ["late://", "late://1"])
            #expect(try await place.status(as: "phone")["shelf"]?.integer == 0)
        }
    }
}
