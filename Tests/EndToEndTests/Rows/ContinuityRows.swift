import DescribedRows
import Testing

extension RowsOnTwoDevices {
    @Suite("Continuity")
    struct ContinuityRows {
        /// A scene that says something of everything.
        private let everything = """
            selected: inbox
            tabs:
              - id: inbox
                title: Inbox
                icon: tray
                badge: "3"
                properties:
                  accessibilityValue: 3 unread
                  navigationBar.prefersLargeTitles: true
                  title@ko: 받은 편지함
                stack:
                  - route: mail://
                    title: Mailboxes
                    properties:
                      right: edit
                      right.edit.title: Edit
                  - route: mail://1
                    title: General
                    properties:
                      prompt: Pick one
            modals:
              - route: task://
                kind: multiStep
                title: Task
                properties:
                  steps: 3
            bars:
              navigationBar.barStyle: black
            standaloneBars:
              - id: tools
                properties:
                  navigationBar.barPosition: bottom
                items:
                  - route: tools://
                    title: Tools

            """

        @Test("N-29: after the daemon has been restarted everything is as it was left")
        func restored() async throws {
            try await Installation.run { place in
                let daemon = try await place.daemon()
                let devices = try await TwoDevices("N-29", everything, in: place)
                let before = try await devices.both()
                try await daemon.stop()
                try await place.daemon()
                #expect(try await devices.both() == before)
            }
        }

        @Test("N-91: a written scene is read again, and is equal")
        func archive() async throws {
            let devices = try await TwoDevices("N-91", everything)
            let archive = try await devices.text("export")
            #expect(archive == "version: 1\n" + everything)
            let file = try devices.place.file("N-91.archive.yaml", archive)
            let first = try await devices.both()["scene"]
            try await devices.change(
                "apply",
                try devices.place.file(
                    "N-91.empty.yaml",
                    "version: 1\ntabs: []\nmodals: []\nbars: {}\nstandaloneBars: []\n"))
            #expect(try await devices.both()["scene"] != first)
            try await devices.change(as: "tablet", "apply", file)
            #expect(try await devices.text("export") == archive)
        }

        @Test("N-93: a scene describes itself, for people and for programs")
        func description() async throws {
            let devices = try await TwoDevices("N-93", everything)
            let words = try await devices.text("show")
            for word in ["Inbox", "Mailboxes", "General", "Task", "Tools"] {
                #expect(words.contains(word), "\(word): \(words)")
            }
            let shown = try await devices.both()
            for (kind, item) in [
                ("tab", shown.tab("inbox")), ("bar", shown.standaloneBar("tools")),
            ] {
                let id = try #require(item?["id"]?.string)
                #expect(try await devices.text(as: "tablet", "describe", id).contains(id))
                let described = try await devices.change(as: "tablet", "describe", id)
                #expect(described["kind"]?.string == kind)
                #expect(described["item"] == item)
            }
        }

        @Test("N-100: a task begun on one device continues on another, and comes back")
        func continued() async throws {
            let devices = try await TwoDevices("N-100", MailScene.twoTabs)
            try await devices.change("push", "mail://1/reply", "--title", "Reply")
            // A device that was never there before.
            let found = try await devices.shown(by: "n-100")
            #expect(found.tab("inbox")?.routes == ["mail://", "mail://1", "mail://1/reply"])
            try await devices.change(as: "n-100", "push", "mail://1/reply/photo")
            try await devices.change(as: "n-100", "tab", "select", "search")
            let shown = try await devices.both()
            #expect(shown["scene"] == (try await devices.shown(by: "n-100"))["scene"])
            #expect(shown.selectedTab == "search")
            #expect(shown.tab("inbox")?.routes?.last == "mail://1/reply/photo")
        }
    }
}
