import DescribedRows
import Testing

extension RowsOnTwoDevices {
    @Suite("Bars that no controller manages")
    struct StandaloneBarRows {
        /// A bar by itself with two items, over two tabs.
        private func devices(_ id: String, _ texts: String...) async throws -> TwoDevices {
            let devices = try await TwoDevices(id, MailScene.twoTabs)
            try await devices.change(
                ["bar", "declare", "tools", "--root", "tools://", "--title", "Tools"]
                    + texts.flatMap { ["--set", $0] })
            return devices
        }

        @Test("M-04: a bottom navigation bar goes on any screen")
        func attached() async throws {
            let devices = try await TwoDevices("M-04", MailScene.twoTabs)
            let stack = try #require(try await devices.both().tab("inbox")?["stack"]?.array)
            for (index, screen) in stack.enumerated() {
                let id = try #require(screen["id"]?.string)
                try await devices.change(
                    "bar", "declare", "bar\(index)", "--set", "kind=\(devices.row["kind"])",
                    "--set", "screen=\(id)", "--root", "mail://all", "--title", "All")
                let bar = try await devices.both().standaloneBar("bar\(index)")
                #expect(bar?["kind"]?.string == devices.row["kind"])
                #expect(bar?["screen"]?.string == id)
            }
            // Only that of the screen that is shown is there.
            #expect(try await devices.layout(by: "tablet")["standaloneBars"]?.ids == ["bar.bar1"])
            try await devices.change("pop")
            #expect(try await devices.layout(by: "tablet")["standaloneBars"]?.ids == ["bar.bar0"])
        }

        @Test("N-09: a bar is standalone or managed, and has a property for it")
        func mode() async throws {
            let devices = try await devices("N-09")
            let shown = try await devices.both()
            let modes = [
                shown.standaloneBar("tools")?["mode"]?.string,
                shown.tab("inbox")?["navigationBar"]?["mode"]?.string,
            ]
            #expect(modes == devices.row.list("modes"))
        }

        @Test("N-18: a standalone bar has the position that the app sets, on every device")
        func position() async throws {
            let devices = try await devices("N-18")
            var edges: [String: Double] = [:]
            for position in devices.row.list("positions") {
                try await devices.change(
                    "bar", "update", "tools", "--set", "\(devices.row["property"])=\(position)")
                #expect(
                    try await devices.both().standaloneBar("tools")?["position"]?.string == position
                )
                let bar = try await devices.layout(by: "tablet")["standaloneBars"]?[0]
                #expect(bar?["navigationBar"]?["position"]?.string == position)
                edges[position] = bar?["navigationBar"]?["frame"]?["y"]?.double
            }
            #expect(edges.count == devices.row.list("positions").count)
            let (bottom, top) = (try #require(edges["bottom"]), try #require(edges["top"]))
            #expect(bottom > top && edges["topAttached"] == top, "\(edges)")
            try await devices.refused(
                "bar", "update", "tools", "--set", "\(devices.row["property"])=left")
        }

        @Test("N-19: the root item of a bar by itself gives its first title")
        func root() async throws {
            let devices = try await devices("N-19")
            let bar = try await devices.both().standaloneBar("tools")
            #expect(bar?["items"]?.array?.compactMap { $0["title"]?.string } == ["Tools"])
            #expect(bar?["topItem"]?["title"]?.string == "Tools")
        }

        @Test(
            "N-21: a standalone bar changes only by the app: not with screens, not with appearances"
        )
        func byItself() async throws {
            let devices = try await devices("N-21")
            try await devices.change("push", "mail://2", "--title", "Two")
            #expect(try await devices.both().standaloneBar("tools")?["items"]?.array?.count == 1)
            try await devices.change("push", "tools://pens", "--title", "Pens", "--bar", "tools")
            let shown = try await devices.both()
            #expect(
                shown.standaloneBar("tools")?["items"]?.array?.compactMap { $0["title"]?.string }
                    == ["Tools", "Pens"])
            #expect(shown.tab("inbox")?.routes == ["mail://", "mail://1", "mail://2"])
            try await devices.change(
                "bar", "update", "tools", "--set", "navigationBar.barTintColor=#3366CC")
            let looks = try await devices.both()
            #expect(
                looks.standaloneBar("tools")?["properties"]?["navigationBar.barTintColor"]?.string
                    == "#3366CC")
            #expect(looks.tab("inbox")?["properties"]?.keys == [])
            let seen = try await devices.layout(by: "tablet")
            let bars = [seen["standaloneBars"]?[0]?["navigationBar"], seen["navigationBar"]]
            let colors = bars.map { $0?["background"]?["color"]?["hex"]?.string }
            #expect(colors[0] == "#3366CC" && colors[1] != nil && colors[1] != "#3366CC")
        }

        @Test("N-70: a bar by itself may be without a delegate, and may name one")
        func delegate() async throws {
            let devices = try await devices("N-70")
            #expect(try await devices.both().standaloneBar("tools")?["delegate"] == .null)
            try await devices.change(
                "bar", "update", "tools", "--set", "navigationBar.delegate=toolbox")
            #expect(
                try await devices.both().standaloneBar("tools")?["delegate"]?.string == "toolbox")
        }
    }
}
