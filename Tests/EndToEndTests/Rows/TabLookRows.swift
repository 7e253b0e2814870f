import DescribedRows
import Testing

extension RowsOnTwoDevices {
    @Suite("Looks and sizes of tab bars")
    struct TabLookRows {
        /// A scene with a bottom navigation bar of four tabs, with no other properties.
        private func bottomNavigation(
            _ id: String, case testCase: String? = nil
        ) async throws -> TwoDevices {
            let devices = try await TwoDevices(id, case: testCase, MailScene.tabs(4))
            try await devices.change("bar", "set", "tabBar.style", "bottomNavigation")
            return devices
        }

        /// Returns the layout of the tab bar, which is the same on both devices.
        private func bar(
            _ devices: TwoDevices, of profile: String = "iphone"
        ) async throws -> JSON {
            try await devices.both()
            let desk = try await devices.layout(of: profile)["tabBar"]
            #expect(try await devices.layout(by: "tablet", of: profile)["tabBar"] == desk)
            return try #require(desk)
        }

        @Test("M-16: a fresh bar shows the selected title only, on every device")
        func titles() async throws {
            let devices = try await bottomNavigation("M-16")
            let usual = devices.row["titleVisibility"]
            let value = try await devices.both()["scene"]?["tabBar"]?["titleVisibility"]
            #expect(value?.string == usual)
            let bar = try await bar(devices)
            #expect(bar["titleVisibility"]?.string == usual)
            let labels = bar["items"]?.array?.map { $0["label"]?["text"]?.string }
            #expect(labels == ["Tab 1", nil, nil, nil])
        }

        @Test("M-27: the colours of a theme are everyone's, and are drawn")
        func themeColors() async throws {
            let devices = try await bottomNavigation("M-27")
            let colors = ["primary": "#6200EE", "surface": "#FFF8E1", "unselected": "#795548"]
            for (name, color) in colors {
                let key = devices.row["property"].replacing("*", with: name)
                try await devices.change("bar", "set", key, color)
            }
            let theme = try await devices.both()["scene"]?["tabBar"]?["theme"]?["colors"]
            let bar = try await bar(devices)
            for (name, color) in colors {
                #expect(theme?[name]?.string == color)
                #expect(bar["theme"]?["colors"]?[name]?["hex"]?.string == color)
            }
            #expect(bar["background"]?["color"]?["hex"]?.string == colors["surface"])
            #expect(bar["items"]?[0]?["icon"]?["color"]?["hex"]?.string == colors["primary"])
            #expect(bar["items"]?[1]?["icon"]?["color"]?["hex"]?.string == colors["unselected"])
            let svg = try await devices.text(as: "tablet", "render", "--format", "svg")
            for color in colors.values { #expect(svg.contains("fill=\"\(color)\"")) }
        }

        @Test("M-28: the font of a theme is everyone's, and is drawn")
        func themeFonts() async throws {
            let devices = try await bottomNavigation("M-28")
            let key = devices.row["property"].replacing("*", with: "title")
            try await devices.change("bar", "set", key, "Inter Medium 14")
            let theme = try await devices.both()["scene"]?["tabBar"]?["theme"]?["fonts"]
            #expect(theme?["title"]?.string == "Inter Medium 14")
            let font = try await bar(devices)["items"]?[0]?["label"]?["font"]
            #expect(font?["family"]?.string == "Inter")
            #expect(font?["weight"]?.string == "medium")
            #expect(font?["size"]?.double == 14)
            let svg = try await devices.text(as: "tablet", "render", "--format", "svg")
            let label = svg.split(separator: "\n").first { $0.contains("\"tab.tab1.label\"") }
            for words in ["font-family=\"", "Inter", "font-weight=\"500\"", "font-size=\"14\""] {
                #expect(label?.contains(words) == true, "\(words)")
            }
        }

        @Test(
            "M-36, M-37: the size that fits has room for fingers, and is the frame of the bar",
            arguments: ["iphone-se", "iphone-16", "pixel-9"])
        func fit(profile: String) async throws {
            let devices = try await bottomNavigation("M-36", case: profile)
            let fit = try await devices.change("layout", "fit", "--profile", profile)
            let safe = try #require(fit["safeBottom"]?.double)
            let (width, height) = (fit["width"]?.double ?? 0, fit["height"]?.double ?? 0)
            #expect(height - safe >= Double(devices.row.integer("height")))
            #expect(width / 5 >= Double(devices.row.integer("width")))
            let bar = try await bar(devices, of: profile)
            #expect(bar["frame"]?["x"]?.integer == Int64(DescribedRow("M-37").integer("x")))
            #expect(bar["frame"]?["y"] == fit["y"])
            #expect(bar["frame"]?["width"] == fit["width"])
            #expect(bar["background"]?["frame"]?["height"] == fit["height"])
        }

        @Test("M-38, M-39: a height that is set is everyone's, and lint finds one that is too low")
        func height() async throws {
            let devices = try await bottomNavigation("M-38")
            let row = DescribedRow("M-39")
            for height in [row.integer("minimum"), row.integer("height")] {
                try await devices.change("bar", "set", devices.row["property"], "\(height)")
                let frame = try await bar(devices)["frame"]
                #expect(frame?["height"]?.integer == Int64(height))
                let lint = try await devices.navctl(as: "tablet", ["lint"])
                let isFound = lint.output.text.contains(row["code"])
                #expect(isFound == (height < row.integer("minimum")), "\(lint)")
                #expect(lint.ending == .exit(isFound ? 1 : 0), "\(lint)")
            }
        }

        @Test("T-17: the tint of a fresh bar is the system's blue, on every device")
        func tint() async throws {
            let devices = try await TwoDevices("T-17", MailScene.tabs(3))
            let value = try await devices.both()["scene"]?["tabBar"]?["tintColor"]
            #expect(value?.string == devices.row["tintColor"])
            // UIKit's published blue: the description has the colour's name alone.
            #expect(try await bar(devices)["tintColor"]?["hex"]?.string == "#007AFF")
            try await devices.change("bar", "set", "tabBar.tintColor", "#AF52DE")
            #expect(try await bar(devices)["tintColor"]?["hex"]?.string == "#AF52DE")
        }

        @Test("T-43: nothing moves when a tab is selected, on any device")
        func instant() async throws {
            let devices = try await TwoDevices("T-43", MailScene.tabs(3))
            for tab in ["tab2", "tab3"] {
                try await devices.change("tab", "select", tab)
                let motion = try await bar(devices)["selectionMotion"]
                #expect(motion?["kind"]?.string == devices.row["motion"])
                #expect(motion?["duration"]?.integer == Int64(devices.row.integer("duration")))
            }
        }
    }
}
