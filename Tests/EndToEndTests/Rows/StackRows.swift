import DescribedRows
import Testing

extension RowsOnTwoDevices {
    @Suite("Stacks of screens")
    struct StackRows {
        /// The routes of the first tab's screens, bottom to top.
        private func routes(_ shown: JSON) -> [String]? {
            shown["scene"]?["tabs"]?[0]?["stack"]?.array?.compactMap { $0["route"]?.string }
        }

        private func ids(_ shown: JSON) -> [String]? {
            shown["scene"]?["tabs"]?[0]?["stack"]?.array?.compactMap { $0["id"]?.string }
        }

        @Test("N-72, N-25: a push puts an item on top, and every device shows it")
        func push() async throws {
            let devices = try await TwoDevices("N-72", MailScene.twoTabs)
            let before = try #require(ids(try await devices.both()))
            let reported = try await devices.reported {
                try await devices.change("push", "mail://1/2", "--title", "Reply")
            }
            let operation = reported.last?["operations"]?[0]
            #expect(operation?["kind"]?.string == "push")
            let after = try #require(ids(try await devices.both()))
            #expect(after.count - before.count == devices.row.integer("depthStep"))
            #expect(after == before + [try #require(operation?["screen"]?.string)])
            let bar = try await devices.both().tab("inbox")?["navigationBar"]
            #expect(bar?["topItem"]?["id"]?.string == after.last)
            #expect(bar?["topItem"]?["title"]?.string == "Reply")
            #expect(try await titles(devices) == ["Reply", "Reply"])
        }

        /// Returns the bar's title in the pictures of both devices.
        private func titles(_ devices: TwoDevices) async throws -> [String?] {
            var titles: [String?] = []
            for device in ["desk", "tablet"] {
                let svg = try await devices.text(as: device, "render", "--format", "svg")
                let line = svg.split(separator: "\n").first {
                    $0.contains("id=\"navigationBar.title\"")
                }
                titles.append(
                    line?.split(separator: ">").dropFirst().first.map {
                        String($0.prefix { $0 != "<" })
                    })
            }
            return titles
        }

        @Test("N-73: a pop takes the top item away, and the one below it is the top")
        func pop() async throws {
            let devices = try await TwoDevices("N-73", MailScene.twoTabs)
            let before = try #require(ids(try await devices.both()))
            let reported = try await devices.reported { try await devices.change("pop") }
            #expect(reported.last?["operations"]?[0]?["kind"]?.string == "pop")
            let after = try #require(ids(try await devices.both()))
            #expect(after.count - before.count == devices.row.integer("depthStep"))
            #expect(after == before.dropLast())
            let bar = try await devices.both().tab("inbox")?["navigationBar"]
            #expect(bar?["topItem"]?["id"]?.string == before.dropLast().last)
            #expect(bar?["backItem"] == .null)
            #expect(try await titles(devices) == ["Mailboxes", "Mailboxes"])
        }

        @Test(
            "N-75: setting the items leaves none of the old ones; without any, the stack is empty")
        func setItems() async throws {
            let devices = try await TwoDevices("N-75", MailScene.twoTabs)
            let before = Set(try #require(ids(try await devices.both())))
            try await devices.change("set-items", "a://", "b://", "--tab", "inbox")
            let after = try await devices.both()
            #expect(routes(after) == ["a://", "b://"])
            #expect(before.isDisjoint(with: try #require(ids(after))))
            try await devices.change("set-items", "--empty", "--tab", "inbox")
            #expect(ids(try await devices.both())?.count == devices.row.integer("empty"))
        }

        @Test("N-30: a stack grows from one item to four, and shrinks back, in one revision each")
        func severalAtOnce() async throws {
            let devices = try await TwoDevices("N-30")
            let (few, many) = (devices.row.integer("from"), devices.row.integer("to"))
            let items = (1...many).map { "item://\($0)" }
            try await devices.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", items[0])
            for (count, from) in [(many, few), (few, many)] {
                let before = try await devices.both()
                #expect(routes(before)?.count == from)
                let reported = try await devices.reported {
                    try await devices.change(["set-items"] + items.prefix(count))
                }
                #expect(reported.count == devices.row.integer("revisions"))
                let after = try await devices.both()
                #expect(routes(after) == Array(items.prefix(count)))
                // What was there before and still is, is the same item.
                #expect(ids(after)?.prefix(few) == ids(before)?.prefix(few))
            }
        }

        @Test("H-02, N-107: people go down a series of screens and up again, screen by screen")
        func hierarchy() async throws {
            let devices = try await TwoDevices("H-02", MailScene.twoTabs)
            for route in ["mail://1/2", "mail://1/2/3"] { try await devices.change("push", route) }
            #expect(
                routes(try await devices.both()) == [
                    "mail://", "mail://1", "mail://1/2", "mail://1/2/3",
                ])
            for _ in 1...3 { try await devices.change("pop") }
            #expect(routes(try await devices.both()) == ["mail://"])
        }

        @Test("H-33: going back from any depth pops one screen, and not more")
        func back() async throws {
            let devices = try await TwoDevices("H-33", MailScene.twoTabs)
            try await devices.change("push", "mail://1/2")
            for depth in [3, 2] {
                let pop = try await devices.change("pop")
                #expect(
                    pop["operations"]?[0]?["screens"]?.array?.count == devices.row.integer("popped")
                )
                #expect(ids(try await devices.both())?.count == depth - 1)
            }
        }

        @Test("D-16: two devices that go to and fro between items at once come to the same end")
        func toAndFro() async throws {
            let devices = try await TwoDevices("D-16", MailScene.twoTabs)
            let items = (1...devices.row.integer("items")).map { "mail://item/\($0)" }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (device, item) in zip(["desk", "tablet"], items) {
                    group.addTask {
                        for _ in 1...3 {
                            let push = try await devices.change(as: device, "push", item)
                            let screen = try #require(push["screen"]?.string)
                            try await devices.change(as: device, "pop", screen)
                        }
                        try await devices.change(as: device, "push", item)
                    }
                }
                try await group.waitForAll()
            }
            let shown = try #require(routes(try await devices.both()))
            #expect(shown.prefix(2) == ["mail://", "mail://1"])
            // Each went back from its own, so exactly the last two are there.
            #expect(shown.dropFirst(2).sorted() == items)
        }

        @Test("N-03: changes of two devices at once get one order, the same for both")
        func oneOrder() async throws {
            let devices = try await TwoDevices("N-03", MailScene.twoTabs)
            async let desk = devices.change("push", "mail://desk")
            async let tablet = devices.change(as: "tablet", "push", "mail://tablet")
            let revisions = try await [desk, tablet].compactMap { $0["revision"]?.integer }
            #expect(Set(revisions) == [2, 3])
            for device in ["desk", "tablet"] {
                let commits = try await devices.change(as: device, "log")["commits"]?.array ?? []
                #expect(commits.compactMap { $0["revision"]?.integer } == [1, 2, 3])
            }
            let shown = try await devices.both()
            #expect(routes(shown)?.count == 4)
        }
    }
}
