import DescribedRows
import Testing

extension RowsOnTwoDevices {
    @Suite("Tabs")
    struct TabRows {
        @Test("M-01: touching an item shows its destination at once, on every device")
        func select() async throws {
            let devices = try await TwoDevices("M-01", MailScene.twoTabs)
            let reported = try await devices.reported {
                let change = try await devices.change("tab", "select", "search")
                #expect(change["outcome"]?.string == devices.row["outcome"])
                return change
            }
            #expect(reported.last?.operationKinds == [devices.row["event"]])
            #expect(try await devices.both().selectedTab == "search")
            for device in ["desk", "tablet"] {
                let title = try await devices.layout(by: device)["navigationBar"]?["title"]
                #expect(title?["text"]?.string == "Search")
            }
        }

        @Test("M-02: touching the selected item refreshes its view and selects nothing else")
        func refresh() async throws {
            let devices = try await TwoDevices("M-02", MailScene.twoTabs)
            let before = try await devices.both()
            let reported = try await devices.reported {
                try await devices.change("tab", "select", "inbox")
            }
            #expect(reported.last?.operationKinds == [devices.row["event"]])
            let after = try await devices.both()
            #expect(after.selectedTab == before.selectedTab)
            let counts = [before, after].compactMap { $0.tab("inbox")?["refreshCount"]?.integer }
            #expect(counts == [0, Int64(devices.row.integer("refreshCountStep"))])
            #expect(after.tab("search")?["refreshCount"]?.integer == 0)
        }

        @Test("D-09: tabs stay, however deep one device goes, on its screen and on others")
        func tabsStay() async throws {
            let devices = try await TwoDevices("D-09", MailScene.twoTabs)
            let shallow = try #require(try await devices.layout()["tabBar"]?["frame"])
            for depth in 1...devices.row.integer("depth") {
                try await devices.change("push", "mail://deep/\(depth)")
            }
            #expect(try await devices.both().tab("inbox")?["stack"]?.array?.count == 7)
            for device in ["desk", "tablet"] {
                let layout = try await devices.layout(by: device)
                #expect(layout["tabBar"]?["items"]?.ids == ["tab.inbox", "tab.search"])
                #expect(layout["tabBar"]?["frame"] == shallow)
                let svg = try await devices.text(as: device, "render", "--format", "svg")
                #expect(svg.contains("id=\"tab.inbox\"") && svg.contains("id=\"tab.search\""))
            }
        }

        @Test("M-06: both bars take the same file of items")
        func sameItems() async throws {
            let devices = try await TwoDevices("M-06", MailScene.tabs(4))
            var seen: Set<[String]> = []
            for style in devices.row.list("styles") {
                try await devices.change("bar", "set", "tabBar.style", style)
                #expect(try await devices.both()["scene"]?["tabBar"]?["style"]?.string == style)
                for device in ["desk", "tablet"] {
                    let bar = try await devices.layout(by: device)["tabBar"]
                    #expect(bar?["style"]?.string == style)
                    seen.insert(try #require(bar?["items"]?.ids))
                }
            }
            #expect(seen == [(1...4).map { "tab.tab\($0)" }])
        }

        @Test("M-07: the same commands select the same in either bar")
        func sameCommands() async throws {
            let devices = try await TwoDevices("M-07", MailScene.tabs(4))
            var journeys: [[String?]] = []
            for style in devices.row.list("styles") {
                try await devices.change("bar", "set", "tabBar.style", style)
                var journey: [String?] = []
                for tab in ["tab3", "tab3", "tab1"] {
                    try await devices.change("tab", "select", tab)
                    #expect(try await devices.both().selectedTab == tab)
                    let items = try await devices.layout(by: "tablet")["tabBar"]?["items"]?.array
                    let selected = items?.filter { $0["isSelected"]?.boolean == true }
                    journey.append(selected?.compactMap { $0["id"]?.string }.joined())
                }
                journeys.append(journey)
            }
            #expect(journeys[0] == ["tab.tab3", "tab.tab3", "tab.tab1"])
            #expect(journeys[1] == journeys[0])
        }

        @Test(
            "M-24: a destination can be selected from however deep people are, and they come back")
        func fromAnywhere() async throws {
            let devices = try await TwoDevices("M-24", MailScene.twoTabs)
            try await devices.change("bar", "set", "tabBar.style", "bottomNavigation")
            let deep = (1...devices.row.integer("depth")).map { "mail://\($0)" }
            try await devices.change(["set-items"] + deep + ["--tab", "inbox"])
            try await devices.change("tab", "select", "search")
            let shown = try await devices.both()
            #expect(shown.selectedTab == "search")
            #expect(shown.tab("inbox")?.routes == deep)
            try await devices.change("tab", "select", "inbox")
            #expect(try await devices.both().tab("inbox")?.routes == deep)
        }

        @Test("M-30: the spoken label is the title, and can't be set to something else")
        func label() async throws {
            let devices = try await TwoDevices("M-30", MailScene.twoTabs)
            let property = devices.row["property"]
            let words = try await devices.refused(
                "tab", "update", "inbox", "--set", "\(property)=Post")
            #expect(words.contains("title"), "\(words)")
            let again = try await devices.navctl(
                as: "tablet", ["tab", "update", "inbox", "--set", "\(property)=Post"])
            #expect(again.code == devices.row.integer("exit"), "\(again)")
            let item = try await devices.layout()["tabBar"]?["items"]?[0]
            #expect(item?["accessibility"]?["label"]?.string == "Inbox")
        }

        @Test("M-31: the spoken value can be set, and everyone has it")
        func value() async throws {
            let devices = try await TwoDevices("M-31", MailScene.twoTabs)
            let (property, value) = (devices.row["property"], DescribedRow("M-33")["value"])
            let reported = try await devices.reported {
                try await devices.change("tab", "update", "inbox", "--set", "\(property)=\(value)")
            }
            #expect(reported.last?.operationKinds == ["updateTab"])
            let shown = try await devices.both().tab("inbox")
            #expect(shown?["properties"]?[property]?.string == value)
            // It is the value of the badge: with one it is spoken, and never without.
            for (change, spoken) in [(["set", "10"], value), (["clear"], nil)] {
                try await devices.change(as: "desk", ["tab", "badge", "inbox"] + change)
                let item = try await devices.layout(by: "tablet")["tabBar"]?["items"]?[0]
                #expect(item?["accessibility"]?["value"]?.string == spoken)
            }
        }

        @Test("T-11, T-57: one item more than there are slots brings More, and not before")
        func more() async throws {
            let most = DescribedRow("T-57").integer("without")
            let devices = try await TwoDevices("T-57", MailScene.tabs(most))
            #expect(try await devices.both()["scene"]?["tabBar"]?["more"] == .null)
            #expect(try await devices.layout()["tabBar"]?["items"]?.array?.count == most)
            #expect(DescribedRow("T-11").integer("count") == DescribedRow("T-57").integer("with"))
            try await devices.change("tab", "declare", "extra", "--title", "Extra")
            let more = try await devices.both()["scene"]?["tabBar"]?["more"]
            #expect(more?["items"]?.strings == ["tab\(most)", "extra"])
            let bar = try await devices.layout(by: "tablet")["tabBar"]
            #expect(bar?["more"]?["items"]?.strings == ["tab\(most)", "extra"])
            #expect(bar?["items"]?.ids?.last == "more")
            #expect(bar?["items"]?.array?.count == DescribedRow("T-11").integer("maximum"))
        }

        @Test("T-42: a disabled tab can't be selected, on any device")
        func disabled() async throws {
            let devices = try await TwoDevices("T-42", MailScene.twoTabs)
            try await devices.change("tab", "update", "search", "--disable")
            for device in ["desk", "tablet"] {
                try await devices.refused(as: device, "tab", "select", "search")
                let again = try await devices.navctl(as: device, ["tab", "select", "search"])
                #expect(again.code == devices.row.integer("exit"), "\(again)")
            }
            #expect(try await devices.both().selectedTab == "inbox")
        }

        @Test("T-44: views swap without animation on every device, unless it is requested")
        func abrupt() async throws {
            let devices = try await TwoDevices("T-44", MailScene.twoTabs)
            let reported = try await devices.reported {
                try await devices.change("tab", "select", "search")
                return try await devices.change("tab", "select", "inbox", "--animated")
            }
            #expect(devices.row["animated"] == "false")
            #expect(reported.map { $0["animated"]?.boolean } == [false, true])
        }

        @Test("T-56: touching an iPad's bar expands it to the sidebar, and back, for everyone")
        func sidebar() async throws {
            let devices = try await TwoDevices("T-56", MailScene.tabs(4))
            for isExpanded in [false, true, false] {
                try await devices.change(
                    "bar", "set", devices.row["property"], "\(isExpanded)")
                let sidebar = try await devices.both()["scene"]?["tabBar"]?["sidebar"]
                #expect(sidebar?["isExpanded"]?.boolean == isExpanded)
                let place = DescribedRow(isExpanded ? "T-54" : "T-53")["placement"]
                for device in ["desk", "tablet"] {
                    let bar = try await devices.layout(by: device, of: "ipad-11")["tabBar"]
                    #expect(bar?["isSidebarExpanded"]?.boolean == isExpanded)
                    #expect(bar?["placement"]?.string == place)
                }
            }
        }

        @Test("T-60: the screen of More lists the tabs that have no slot, in their order")
        func moreList() async throws {
            let count = DescribedRow("T-60").integer("count")
            let devices = try await TwoDevices("T-60", MailScene.tabs(count))
            let rest = (1...count).suffix(devices.row.integer("remaining"))
            let more = try await devices.both()["scene"]?["tabBar"]?["more"]
            #expect(more?["items"]?.strings == rest.map { "tab\($0)" })
            let closed = try await devices.layout()["tabBar"]?["more"]?["rows"]
            #expect(closed?.array?.isEmpty == true)
            try await devices.change(as: "t-60", "traits", "set", "more", "shown")
            let list = try await devices.layout(by: "t-60")["tabBar"]?["more"]?["rows"]
            #expect(
                list?.array?.compactMap { $0["label"]?["text"]?.string } == rest.map { "Tab \($0)" }
            )
        }

        @Test("T-61: a tab dragged from More into the bar changes places on every device")
        func moveFromMore() async throws {
            let devices = try await TwoDevices("T-61", MailScene.tabs(6))
            let reported = try await devices.reported {
                try await devices.change("tab", "move", "tab6", "--before", "tab2")
            }
            #expect(reported.last?.operationKinds == [devices.row["event"]])
            let order = ["tab1", "tab6", "tab2", "tab3", "tab4", "tab5"]
            #expect(try await devices.both().tabs == order)
            let bar = try await devices.layout()["tabBar"]
            #expect(bar?["items"]?.ids == order.prefix(4).map { "tab.\($0)" } + ["more"])
            #expect(bar?["more"]?["items"]?.strings == order.suffix(2))
        }

        @Test("N-109: the selection picks the child that is visible, on every device")
        func visibleChild() async throws {
            let devices = try await TwoDevices("N-109", MailScene.twoTabs)
            for (tab, route) in [("search", "search://"), ("inbox", "mail://1")] {
                try await devices.change("tab", "select", tab)
                let shown = try await devices.both()
                #expect(shown.selectedTab == tab)
                #expect(shown.tab(tab)?.routes?.last == route)
            }
        }

        @Test("N-110: a tab is a subtask, a view or a mode, and nothing else")
        func purpose() async throws {
            let devices = try await TwoDevices("N-110", MailScene.twoTabs)
            let property = devices.row["property"]
            for value in devices.row.list("values") {
                try await devices.change("tab", "update", "inbox", "--set", "\(property)=\(value)")
                #expect(try await devices.both().tab("inbox")?[property]?.string == value)
            }
            try await devices.refused("tab", "update", "inbox", "--set", "\(property)=other")
        }

        @Test("N-111: an item describes its tab by title, image and badge; the tab has the stack")
        func item() async throws {
            let devices = try await TwoDevices("N-111", MailScene.twoTabs)
            try await devices.change("tab", "badge", "inbox", "set", "3")
            let tab = try #require(try await devices.both().tab("inbox"))
            let item = tab["item"]
            #expect(item?.keys?.isSuperset(of: devices.row.list("parts")) == true)
            #expect(item?["title"]?.string == "Inbox")
            #expect(item?["image"]?.string == "tray")
            #expect(item?["badge"]?.string == "3")
            #expect(tab.routes == ["mail://", "mail://1"])
        }

        @Test("N-112: a tab group has the tabs that name it, in the order of the bar")
        func group() async throws {
            let devices = try await TwoDevices("N-112", MailScene.tabs(4))
            for tab in ["tab4", "tab2"] {
                try await devices.change(
                    "tab", "update", tab, "--set", "\(devices.row["property"])=tab1")
            }
            let shown = try await devices.both()
            #expect(shown.tab("tab1")?["children"]?.strings == ["tab2", "tab4"])
            #expect(shown.tab("tab3")?["children"]?.strings == [])
        }

        @Test("N-113: the system's search tab is identified by its role")
        func searchTab() async throws {
            let devices = try await TwoDevices("N-113", MailScene.twoTabs)
            let (property, role) = (devices.row["property"], devices.row["role"])
            try await devices.change("tab", "update", "search", "--set", "\(property)=\(role)")
            let shown = try await devices.both()
            #expect(shown.tab("search")?["role"]?.string == role)
            #expect(shown.tab("inbox")?["role"] == .null)
            try await devices.refused("tab", "update", "inbox", "--set", "\(property)=find")
        }

        @Test("N-114: a tab bar's accessory is set for everyone, shown, and taken away")
        func accessory() async throws {
            let devices = try await TwoDevices("N-114", MailScene.twoTabs)
            try await devices.change("bar", "set", devices.row["property"], "Now playing")
            let shown = try await devices.both()["scene"]?["tabBar"]
            #expect(shown?["accessory"]?.string == "Now playing")
            let bar = try await devices.layout(by: "tablet")["tabBar"]
            #expect(bar?["accessory"]?["text"]?.string == "Now playing")
            try await devices.change("bar", "set", devices.row["property"])
            let without = try await devices.layout(by: "tablet")["tabBar"]
            #expect(without.flatMap { $0["accessory"] }.isNothing)
        }
    }
}
