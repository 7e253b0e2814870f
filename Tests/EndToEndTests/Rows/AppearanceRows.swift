import DescribedRows
import Testing

extension RowsOnTwoDevices {
    @Suite("How bars look")
    struct AppearanceRows {
        /// Says it for the bar of the first tab, and returns what both devices have under the name.
        private func say(_ name: String, _ text: String, _ devices: TwoDevices) async throws
            -> String?
        {
            try await devices.change("tab", "update", "inbox", "--set", "\(name)=\(text)")
            return try await devices.both().tab("inbox")?["properties"]?[name]?.string
        }

        @Test("N-48: a background image is for one position and one height, each by itself")
        func backgroundImage() async throws {
            let devices = try await TwoDevices("N-48", MailScene.twoTabs)
            let name = "navigationBar.backgroundImage"
            #expect(try await say("\(name).topAttached.default", "wood", devices) == "wood")
            #expect(try await say("\(name).topAttached.compact", "steel", devices) == "steel")
            let portrait = try await devices.layout()["navigationBar"]
            #expect(portrait?["background"]?["image"]?.string == "wood")
            let landscape = try await devices.layout(of: "iphone-16", "--orientation", "landscape")[
                "navigationBar"]
            #expect(landscape?["background"]?["image"]?.string == "steel")
            for wrong in ["sideways.default", "top.tall", "top"] {
                try await devices.refused(
                    "tab", "update", "inbox", "--set", "\(name).\(wrong)=wood")
            }
        }

        @Test("N-52: there are four metrics, and no fifth")
        func metrics() async throws {
            let devices = try await TwoDevices("N-52", MailScene.twoTabs)
            let name = "navigationBar.titleVerticalPositionAdjustment"
            let metrics = devices.row.list("metrics")
            #expect(metrics.count == 4)
            for (index, metrics) in metrics.enumerated() {
                #expect(try await say("\(name).\(metrics)", "\(index)", devices) == "\(index)")
            }
            try await devices.refused("tab", "update", "inbox", "--set", "\(name).tall=4")
        }

        @Test("N-56: the style and whether it is translucent are set and read by their names")
        func style() async throws {
            let devices = try await TwoDevices("N-56", MailScene.twoTabs)
            for (name, text) in zip(devices.row.list("properties"), ["black", "false"]) {
                try await devices.change("bar", "set", name, text)
                let read = try await devices.text(as: "tablet", "bar", "get", name)
                #expect(read == text + "\n")
                try await devices.refused("bar", "set", name, "maybe")
            }
        }

        @Test("N-62: font, colour and shadow of the title read the same wherever they were set")
        func titleAttributes() async throws {
            let devices = try await TwoDevices("N-62", MailScene.twoTabs)
            for (name, text) in zip(
                devices.row.list("properties"), ["Inter", "#3366CC", "#000000"])
            {
                try await devices.change("bar", "set", name, text)
                #expect(try await devices.text(as: "tablet", "bar", "get", name) == text + "\n")
                #expect(try await devices.both()["scene"]?["bars"]?[name]?.string == text)
            }
            let title = try await devices.layout(by: "tablet")["navigationBar"]?["title"]
            #expect(title?["font"]?["family"]?.string == "Inter")
            #expect(title?["color"]?["hex"]?.string == "#3366CC")
        }

        @Test("N-84: whether a bar is translucent is true or false, and nothing else")
        func truth() async throws {
            let devices = try await TwoDevices("N-84", MailScene.twoTabs)
            let property = devices.row["property"]
            for value in devices.row.list("values") {
                #expect(try await say(property, value, devices) == value)
            }
            for wrong in ["yes", "1", "True", "half"] {
                try await devices.refused("tab", "update", "inbox", "--set", "\(property)=\(wrong)")
            }
        }

        @Test("N-85: each of the older properties of a bar's looks is kept, and everyone is told")
        func legacy() async throws {
            let devices = try await TwoDevices("N-85", MailScene.twoTabs)
            let texts = [
                "barStyle": "black", "barTintColor": "#3366CC", "tintColor": "#FF9500",
                "titleTextAttributes": "Inter", "titleVerticalPositionAdjustment": "3",
                "backgroundImage": "wood", "shadowImage": "shade", "backIndicatorImage": "arrow",
                "backIndicatorTransitionMaskImage": "arrow.mask",
            ]
            let endings = [
                "titleTextAttributes": ".font", "titleVerticalPositionAdjustment": ".default",
                "backgroundImage": ".top.default",
            ]
            let names = devices.row.list("properties")
            #expect(Set(names) == Set(texts.keys))
            let said = names.map { name in
                ("navigationBar.\(name)\(endings[name] ?? "")", texts[name] ?? "")
            }
            let told = try await devices.told {
                try await devices.change(
                    ["tab", "update", "inbox"] + said.flatMap { ["--set", "\($0.0)=\($0.1)"] })
            }
            #expect(told.count == 1)
            let tab = try await devices.both().tab("inbox")
            #expect(tab?["navigationBar"]?["legacy"]?.keys?.isSuperset(of: names) == true)
            for (name, text) in said {
                #expect(tab?["properties"]?[name]?.string == text, "\(name)")
            }
        }

        @Test("N-86, N-87: the style that is wished for can be set, the one in effect only be read")
        func behavioralStyle() async throws {
            let devices = try await TwoDevices("N-87", MailScene.twoTabs)
            for value in devices.row.list("values") {
                #expect(try await say(devices.row["property"], value, devices) == value)
            }
            try await devices.refused(
                "tab", "update", "inbox", "--set", "\(devices.row["property"])=phone")
            let inEffect = DescribedRow("N-86")["property"]
            let words = try await devices.refused(
                "tab", "update", "inbox", "--set", "\(inEffect)=mac")
            #expect(words.contains("preferredBehavioralStyle"), "\(words)")
            let bar = try await devices.both().tab("inbox")?["navigationBar"]
            #expect(bar?["preferredBehavioralStyle"]?.string == "pad")
            #expect(bar?["behavioralStyle"]?.string == "pad")
        }

        @Test("N-89: the sections of a Mac's toolbar are those that there are, and no others")
        func toolbarSections() async throws {
            let devices = try await TwoDevices("N-89", MailScene.twoTabs)
            let property = DescribedRow("N-88")["property"]
            for value in devices.row.list("values") {
                #expect(try await say(property, value, devices) == value)
            }
            try await devices.refused("tab", "update", "inbox", "--set", "\(property)=middle")
        }

        @Test("N-96: what is said for all bars reaches those that say nothing of their own")
        func defaults() async throws {
            let devices = try await TwoDevices("N-96", MailScene.twoTabs)
            let name = "navigationBar.barTintColor"
            try await devices.change("bar", "set", name, "#3366CC")
            try await devices.change("tab", "update", "search", "--set", "\(name)=#CC6633")
            for (tab, color) in [("inbox", "#3366CC"), ("search", "#CC6633")] {
                try await devices.change("tab", "select", tab)
                let background = try await devices.layout(by: "tablet")["navigationBar"]?[
                    "background"]
                #expect(background?["color"]?["hex"]?.string == color)
            }
        }
    }
}
