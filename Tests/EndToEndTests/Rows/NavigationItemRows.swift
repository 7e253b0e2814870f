import DescribedRows
import Testing

extension RowsOnTwoDevices {
    @Suite("Navigation controllers and their items")
    struct NavigationItemRows {
        /// The bar of a tab's navigation controller, as both devices have it.
        private func bar(_ devices: TwoDevices, of tab: String = "inbox") async throws -> JSON? {
            try await devices.both().tab(tab)?["navigationBar"]
        }

        /// The id of the topmost screen of the first tab.
        private func top(_ devices: TwoDevices) async throws -> String {
            let stack = try await devices.shown().tab("inbox")?["stack"]?.array
            return try #require(stack?.last?["id"]?.string)
        }

        @Test("N-10, N-09: a controller makes its bar by itself, and manages it")
        func ownBar() async throws {
            let devices = try await TwoDevices("N-10", MailScene.twoTabs)
            try await devices.change("tab", "declare", "new", "--title", "New", "--root", "new://")
            let bar = try await bar(devices, of: "new")
            #expect(bar?["mode"]?.string == devices.row["mode"])
            #expect(DescribedRow("N-09").list("modes").contains(devices.row["mode"]))
            #expect(bar?["topItem"]?["title"] == .null && bar?["backItem"] == .null)
        }

        @Test("N-11: the bar's items come and go with the controller's screens")
        func tracking() async throws {
            let devices = try await TwoDevices("N-11", MailScene.twoTabs)
            for command in [["push", "mail://2"], ["push", "mail://3"], ["pop"]] {
                try await devices.change(command)
                let tab = try await devices.both().tab("inbox")
                #expect(tab?["navigationBar"]?["items"]?.ids == tab?["stack"]?.ids)
            }
            #expect(try await bar(devices)?["items"]?.array?.count == 3)
        }

        @Test("N-12: the bar shows the pushed screen's title, or its item's")
        func content() async throws {
            let devices = try await TwoDevices("N-12", MailScene.twoTabs)
            let screen = try await top(devices)
            try await devices.change("screen", "update", screen, "--title", "Letters")
            #expect(try await bar(devices)?["topItem"]?["title"]?.string == "Letters")
            let property = try #require(devices.row.list("properties").last)
            try await devices.change("screen", "update", screen, "--set", "\(property)=All letters")
            #expect(try await bar(devices)?["topItem"]?["title"]?.string == "All letters")
            let seen = try await devices.layout(by: "tablet")["navigationBar"]
            #expect(seen?["title"]?["text"]?.string == "All letters")
        }

        @Test("N-13: a controller's bar is styled by name, and others stay")
        func appearancePath() async throws {
            let devices = try await TwoDevices("N-13", MailScene.twoTabs)
            let name = "\(devices.row["path"]).barTintColor"
            try await devices.change("tab", "update", "inbox", "--set", "\(name)=#3366CC")
            let shown = try await devices.both()
            #expect(shown.tab("inbox")?["properties"]?[name]?.string == "#3366CC")
            #expect(shown.tab("search")?["properties"]?[name] == nil)
            for (tab, isTinted) in [("inbox", true), ("search", false)] {
                try await devices.change("tab", "select", tab)
                let bar = try await devices.layout(by: "tablet")["navigationBar"]
                let color = bar?["background"]?["color"]?["hex"]?.string
                #expect((color == "#3366CC") == isTinted, "\(tab): \(color ?? "none")")
            }
        }

        @Test("N-14, N-15: the item follows its screen's title until it has one of its own")
        func override() async throws {
            let devices = try await TwoDevices("N-15", MailScene.twoTabs)
            let screen = try await top(devices)
            let title = "--title"
            let plain = try await bar(devices)?["topItem"]
            #expect(plain?["title"]?.string == "General")
            #expect(plain?["followsScreenTitle"]?.boolean == true)
            try await devices.change(
                "screen", "update", screen, "--set", "\(devices.row["property"])=Mine")
            try await devices.change("screen", "update", screen, title, "Another")
            let item = try await bar(devices)?["topItem"]
            #expect(item?["title"]?.string == "Mine")
            #expect(item?["followsScreenTitle"]?.boolean == false)
            try await devices.change(
                "screen", "update", screen, "--set", "\(devices.row["property"])=")
            #expect(try await bar(devices)?["topItem"]?["title"]?.string == "Another")
            try await devices.change("screen", "update", screen, title, "Third")
            #expect(try await bar(devices)?["topItem"]?["title"]?.string == "Third")
        }

        @Test("N-16, N-17: a controller is its bar's delegate, and another one is refused")
        func delegate() async throws {
            let devices = try await TwoDevices("N-17", MailScene.twoTabs)
            let words = try await devices.refused(
                "tab", "update", "inbox", "--set", "\(devices.row["property"])=mine")
            #expect(words.contains("delegate"), "\(words)")
            try await devices.refused(
                "tab", "declare", "new", "--title", "New", "--set",
                "\(devices.row["property"])=mine")
            #expect(
                try await bar(devices)?["delegate"]?.string == DescribedRow("N-16")["delegate"])
        }

        @Test("N-22: a bar takes what items have, and no views of other kinds")
        func onlyItems() async throws {
            let devices = try await TwoDevices("N-22", MailScene.twoTabs)
            let screen = try await top(devices)
            let words = try await devices.refused(
                "screen", "update", screen, "--set", "subviews=clock")
            #expect(words.contains("subviews"), "\(words)")
            try await devices.refused("screen", "update", screen, "--set", "titleView=clock")
        }

        @Test("N-23: an item has buttons at the left and the right, and a view in the middle")
        func parts() async throws {
            let devices = try await TwoDevices("N-23", MailScene.twoTabs)
            let screen = try await top(devices)
            try await devices.change(
                "screen", "update", screen, "--set", "left=menu", "--set", "left.menu.title=Menu",
                "--set", "right=edit,add", "--set", "right.edit.title=Edit", "--set",
                "right.add.image=plus", "--set", "titleView=segmentedControl")
            let item = try await bar(devices)?["topItem"]
            #expect(item?.keys?.isSuperset(of: devices.row.list("parts")) == true)
            #expect(item?["left"]?[0]?["title"]?.string == "Menu")
            #expect(
                item?["right"]?.array?.compactMap { $0["id"]?.string }
                    == ["right.edit", "right.add"])
            #expect(item?["right"]?[1]?["image"]?.string == "plus")
            #expect(item?["titleView"]?.string == "segmentedControl")
        }

        @Test("N-24: an item has a prompt of the app's own, until it is taken away")
        func prompt() async throws {
            let devices = try await TwoDevices("N-24", MailScene.twoTabs)
            let (screen, property) = (try await top(devices), devices.row["property"])
            try await devices.change("screen", "update", screen, "--set", "\(property)=Pick one")
            #expect(try await bar(devices)?["topItem"]?["prompt"]?.string == "Pick one")
            try await devices.change("screen", "update", screen, "--set", "\(property)=")
            #expect(try await bar(devices)?["topItem"]?["prompt"] == .null)
        }

        @Test("N-26: a push and a pop are animated on request, with the same result")
        func animated() async throws {
            let devices = try await TwoDevices("N-26", MailScene.twoTabs)
            let before = try await devices.both()["scene"]
            for options in [[], [devices.row["option"]]] {
                let reported = try await devices.reported {
                    try await devices.change(["push", "mail://2"] + options)
                    return try await devices.change(["pop"] + options)
                }
                #expect(
                    reported.map { $0["animated"]?.boolean } == [
                        !options.isEmpty, !options.isEmpty,
                    ])
                #expect(try await devices.both()["scene"] == before)
            }
        }

        @Test("N-27, N-76: all items are set at once, and stand from the bottom to the top")
        func setItems() async throws {
            let devices = try await TwoDevices("N-27", MailScene.twoTabs)
            let row = devices.row
            try await devices.change(["set-items"] + row.list("items"))
            let bar = try await bar(devices)
            #expect(bar?["items"]?.array?.compactMap { $0["route"]?.string } == row.list("items"))
            #expect(bar?["topItem"]?["route"]?.string == row["topItem"])
            #expect(bar?["backItem"]?["route"]?.string == row["backItem"])
        }

        @Test("N-28: setting the items may be animated, and every device receives the flag")
        func setItemsAnimated() async throws {
            let devices = try await TwoDevices("N-28", MailScene.twoTabs)
            let items = devices.row.list("items")
            let reported = try await devices.reported {
                try await devices.change("set-items", "D")
                return try await devices.change(["set-items"] + items + [devices.row["option"]])
            }
            #expect(reported.map { $0["animated"]?.boolean } == [false, true])
            let routes = try await devices.both().tab("inbox")?.routes
            #expect(routes == items)
        }

        @Test("N-74: a pop gives back the item that was popped, and nothing if there was none")
        func popped() async throws {
            let devices = try await TwoDevices("N-74", MailScene.twoTabs)
            let screen = try await top(devices)
            let pop = try await devices.change("pop")
            #expect(pop["popped"]?["id"]?.string == screen, "\(pop)")
            let nothing = try await devices.change("pop")
            #expect(nothing["popped"] == .null)
            #expect(nothing["outcome"]?.string == "noop")
        }

        @Test("N-77, N-78: top item and back item are the last two, and null where there is none")
        func topAndBack() async throws {
            let devices = try await TwoDevices("N-77", MailScene.twoTabs)
            let ids = try #require(try await devices.both().tab("inbox")?["stack"]?.ids)
            #expect(ids.count == DescribedRow("N-78").integer("depth"))
            let two = try await bar(devices)
            #expect(two?["topItem"]?["id"]?.string == ids[1])
            #expect(two?["backItem"]?["id"]?.string == ids[0])
            try await devices.change("pop")
            let one = try await bar(devices)
            #expect(one?["topItem"]?["id"]?.string == ids[0] && one?["backItem"] == .null)
            try await devices.change("set-items", "--empty", "--tab", "inbox")
            let none = try await bar(devices)
            #expect(none?["topItem"] == .null && none?["backItem"] == .null)
        }

        @Test("N-108: a navigation item is shown while its screen is: with its tab, on its stack")
        func shownWithScreen() async throws {
            let devices = try await TwoDevices("N-108", MailScene.twoTabs)
            for (tab, title) in [("search", "Search"), ("inbox", "General")] {
                try await devices.change("tab", "select", tab)
                let bar = try await devices.layout(by: "tablet")["navigationBar"]
                #expect(bar?["title"]?["text"]?.string == title)
            }
        }

        @Test("D-11: a pushed screen is linked to the screen that it was pushed on")
        func parent() async throws {
            let devices = try await TwoDevices("D-11", MailScene.twoTabs)
            try await devices.change("push", "mail://1/2")
            let stack = try #require(try await devices.both().tab("inbox")?["stack"]?.array)
            #expect(stack[0]["parent"] == .null)
            for (below, screen) in zip(stack, stack.dropFirst()) {
                #expect(screen["parent"]?.string == below["id"]?.string)
            }
        }

        @Test("H-03, D-14: a new screen makes a way back with the title of the one before it")
        func back() async throws {
            let devices = try await TwoDevices("H-03", MailScene.twoTabs)
            #expect(try await bar(devices)?["back"]?["title"]?.string == "Mailboxes")
            try await devices.change("push", "mail://1/2", "--title", "Reply")
            #expect(try await bar(devices)?["back"]?["title"]?.string == "General")
            let seen = try await devices.layout(by: "tablet")["navigationBar"]?["back"]
            #expect(seen?["label"]?["text"]?.string == "General")
            try await devices.change("pop")
            #expect(try await bar(devices)?["back"]?["title"]?.string == "Mailboxes")
        }
    }
}
