import DescribedRows
import Testing

extension RowsOnTwoDevices {
    @Suite("Looks of bars")
    struct AppearanceRows {
        /// Says it for the bar of the first tab, and returns what both devices have under the name.
        private func set(_ name: String, _ text: String, _ devices: TwoDevices) async throws
            -> String?
        {
            try await devices.change("tab", "update", "inbox", "--set", "\(name)=\(text)")
            return try await devices.both().tab("inbox")?["properties"]?[name]?.string
        }

        @Test("N-48: a background image is for one position and one height, each by itself")
        func backgroundImage() async throws {
            let devices = try await TwoDevices("N-48", MailScene.twoTabs)
            let name = "navigationBar.backgroundImage"
            #expect(try await set("\(name).topAttached.default", "wood", devices) == "wood")
            #expect(try await set("\(name).topAttached.compact", "steel", devices) == "steel")
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

        @Test("N-53: the caps of a shadow's image are set once, and hold on every device")
        func caps() async throws {
            let devices = try await TwoDevices("N-53", MailScene.twoTabs)
            let background = "navigationBar.backgroundImage.topAttached.default"
            #expect(try await set(background, "wood", devices) == "wood")
            #expect(try await set("navigationBar.shadowImage", "shade", devices) == "shade")
            let insets = "1,12,2,20"
            #expect(try await set(devices.row["property"], insets, devices) == insets)
            for device in ["desk", "tablet"] {
                let bar = try await devices.layout(by: device)["navigationBar"]
                let caps = bar?["shadowImage"]?["capInsets"]
                #expect(caps?["left"]?.integer == 12 && caps?["right"]?.integer == 20)
            }
            try await devices.refused(
                "tab", "update", "inbox", "--set", "\(devices.row["property"])=wide")
        }

        @Test("N-79: a bar's preference for large titles is set once, and read on every device")
        func largeTitles() async throws {
            let devices = try await TwoDevices("N-79", MailScene.twoTabs)
            for (text, mode) in [("true", "to"), ("false", "from")] {
                #expect(try await set(devices.row["property"], text, devices) == text)
                let bar = try await devices.both().tab("inbox")?["navigationBar"]
                #expect(bar?["prefersLargeTitles"]?.boolean == (text == "true"))
                let seen = try await devices.layout(by: "tablet")["navigationBar"]
                #expect(seen?["titleMode"]?.string == devices.row[mode])
            }
        }

        @Test("N-52: there are four metrics, and no fifth")
        func metrics() async throws {
            let devices = try await TwoDevices("N-52", MailScene.twoTabs)
            let name = "navigationBar.titleVerticalPositionAdjustment"
            let metrics = devices.row.list("metrics")
            #expect(metrics.count == 4)
            for (index, metrics) in metrics.enumerated() {
                #expect(try await set("\(name).\(metrics)", "\(index)", devices) == "\(index)")
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
            #expect(title?["shadow"]?["color"]?["hex"]?.string == "#000000")
        }

        @Test("N-84: the translucency of a bar is true or false, and nothing else")
        func truth() async throws {
            let devices = try await TwoDevices("N-84", MailScene.twoTabs)
            let property = devices.row["property"]
            for value in devices.row.list("values") {
                #expect(try await set(property, value, devices) == value)
            }
            for wrong in ["yes", "1", "True", "half"] {
                try await devices.refused("tab", "update", "inbox", "--set", "\(property)=\(wrong)")
            }
        }

        @Test("N-85: each of the older properties of a bar's appearance is kept and synced")
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
            let values = names.map { name in
                ("navigationBar.\(name)\(endings[name] ?? "")", texts[name] ?? "")
            }
            let reported = try await devices.reported {
                try await devices.change(
                    ["tab", "update", "inbox"] + values.flatMap { ["--set", "\($0.0)=\($0.1)"] })
            }
            #expect(reported.count == 1)
            let tab = try await devices.both().tab("inbox")
            let legacy = tab?["navigationBar"]?["legacy"]
            #expect(legacy?.keys?.isSuperset(of: names) == true)
            for name in names where endings[name] == nil {
                #expect(legacy?[name]?.string == texts[name], "\(name)")
            }
            #expect(legacy?["titleTextAttributes"]?["font"]?.string == "Inter")
            for (name, text) in values {
                #expect(tab?["properties"]?[name]?.string == text, "\(name)")
            }
        }

        @Test("N-86, N-87: the style that is wished for can be set, the one in effect only be read")
        func behavioralStyle() async throws {
            let devices = try await TwoDevices("N-87", MailScene.twoTabs)
            for value in devices.row.list("values") {
                #expect(try await set(devices.row["property"], value, devices) == value)
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
            // On a Mac the wish is granted, by the device alone.
            for platform in ["macCatalyst", "iPadOS"] {
                try await devices.change(as: "n-87", "traits", "platform", platform, "18.0")
                for (wish, mac) in [("automatic", "mac"), ("mac", "mac"), ("pad", "pad")] {
                    #expect(try await set(devices.row["property"], wish, devices) == wish)
                    let shown = try await devices.shown(by: "n-87").tab("inbox")?["navigationBar"]
                    let style = platform == "macCatalyst" ? mac : "pad"
                    #expect(shown?["preferredBehavioralStyle"]?.string == wish)
                    #expect(shown?["behavioralStyle"]?.string == style, "\(platform), \(wish)")
                }
            }
        }

        @Test("N-89: the sections of a Mac's toolbar are those that there are, and no others")
        func toolbarSections() async throws {
            let devices = try await TwoDevices("N-89", MailScene.twoTabs)
            let property = DescribedRow("N-88")["property"]
            for value in devices.row.list("values") {
                #expect(try await set(property, value, devices) == value)
            }
            try await devices.refused("tab", "update", "inbox", "--set", "\(property)=middle")
        }

        @Test("N-96: properties for all bars reach those that set none of their own")
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
