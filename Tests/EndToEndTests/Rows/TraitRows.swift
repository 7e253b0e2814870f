import DescribedRows
import Foundation
import Testing

extension RowsOnTwoDevices {
    @Suite("What a device is and does by itself")
    struct TraitRows {
        /// The layout of a device of the row's own, once it has done something.
        private func layout(
            after change: [String], _ devices: TwoDevices
        ) async throws -> JSON {
            let device = devices.row.id.lowercased()
            if !change.isEmpty { try await devices.change(as: device, ["traits"] + change) }
            return try await devices.layout(by: device)
        }

        @Test(
            "T-07: with content under it the tab bar turns opaque, and back, on that device alone")
        func scrolledUnderTabs() async throws {
            let devices = try await TwoDevices("T-07", MailScene.twoTabs)
            let (rest, scrolled) = (devices.row["kindAtRest"], devices.row["kindScrolled"])
            for (points, kind) in [("0", rest), ("40", scrolled), ("0", rest)] {
                let bar = try await layout(after: ["scroll", points], devices)["tabBar"]
                #expect(bar?["background"]?["kind"]?.string == kind)
                let other = try await devices.layout(by: "tablet")["tabBar"]
                #expect(other?["background"]?["kind"]?.string == rest)
            }
        }

        @Test("H-21: when scrolling starts, a large title becomes a standard one")
        func largeTitle() async throws {
            let devices = try await TwoDevices("H-21", MailScene.twoTabs)
            try await devices.change("bar", "set", "navigationBar.prefersLargeTitles", "true")
            for (points, mode) in [("0", "from"), ("40", "to"), ("0", "from")] {
                let bar = try await layout(after: ["scroll", points], devices)["navigationBar"]
                #expect(bar?["titleMode"]?.string == devices.row[mode])
                let other = try await devices.layout(by: "tablet")["navigationBar"]
                #expect(other?["titleMode"]?.string == devices.row["from"])
            }
        }

        @Test("H-23: the border below a large title is there only while people have scrolled down")
        func border() async throws {
            let devices = try await TwoDevices("H-23", MailScene.twoTabs)
            try await devices.change("bar", "set", "navigationBar.prefersLargeTitles", "true")
            for (points, figure) in [("0", "visibleAtTop"), ("40", "visibleScrolled")] {
                let bar = try await layout(after: ["scroll", points], devices)["navigationBar"]
                #expect(bar != nil)
                let other = try await devices.layout(by: "tablet")["navigationBar"]
                #expect(other != nil && (other?["separator"]).isNothing)
                #expect("\(!bar.flatMap { $0["separator"] }.isNothing)" == devices.row[figure])
            }
        }

        @Test(
            "H-08: the keyboard hides the bar on its device, and gives it back")
        func keyboard() async throws {
            let devices = try await TwoDevices("H-08", MailScene.twoTabs)
            #expect(try await !layout(after: [], devices)["navigationBar"].isNothing)
            let trait = devices.row["trait"]
            #expect(try await layout(after: [trait, "shown"], devices)["navigationBar"].isNothing)
            #expect(try await !devices.layout(by: "tablet")["navigationBar"].isNothing)
            #expect(
                try await !layout(after: [trait, "hidden"], devices)["navigationBar"].isNothing)
        }

        @Test("H-09: a gesture hides the bar on its device, and another gives it back")
        func gesture() async throws {
            let devices = try await TwoDevices("H-09", MailScene.twoTabs)
            let trait = devices.row["trait"]
            #expect(try await layout(after: [trait, "swipe"], devices)["navigationBar"].isNothing)
            #expect(try await !devices.layout(by: "tablet")["navigationBar"].isNothing)
            #expect(try await !layout(after: [trait, "tap"], devices)["navigationBar"].isNothing)
        }

        @Test("H-10: a resize of the view hides the bar on its device, until it is asked for")
        func resize() async throws {
            let devices = try await TwoDevices("H-10", MailScene.twoTabs)
            let trait = devices.row["trait"]
            #expect(
                try await layout(after: ["gesture", trait], devices)["navigationBar"].isNothing)
            #expect(try await !devices.layout(by: "tablet")["navigationBar"].isNothing)
            #expect(
                try await !layout(after: ["gesture", "tap"], devices)["navigationBar"].isNothing)
        }

        @Test(
            "H-11, H-12: for immersion no bar is there at all, and a simple gesture brings them back"
        )
        func immersion() async throws {
            let devices = try await TwoDevices("H-11", MailScene.twoTabs)
            let bars = ["navigationBar", "tabBar"]
            let immersive = try await layout(after: [devices.row["trait"], "on"], devices)
            #expect(bars.count { !immersive[$0].isNothing } == devices.row.integer("bars"))
            let other = try await devices.layout(by: "tablet")
            #expect(bars.count { !other[$0].isNothing } == bars.count)
            let gesture = DescribedRow("H-12")["gesture"]
            let back = try await layout(after: ["gesture", gesture], devices)
            #expect(bars.count { !back[$0].isNothing } == bars.count)
        }

        @Test(
            "N-99: a change of a device's traits is told on the device, and changes what it shows")
        func changes() async throws {
            let devices = try await TwoDevices("N-99", MailScene.twoTabs)
            let light = try await layout(after: [], devices)
            let watch = try await devices.watch(as: "n-99")
            defer { watch.signal(SIGKILL) }
            let dark = try await layout(after: ["set", "appearance", "dark"], devices)
            try await watch.wait(for: "the new traits") { transcript in
                transcript.output.lines.contains { line in
                    guard let event = try? JSON(line) else { return false }
                    return event["event"]?.string == "traits"
                        && event["traits"]?["appearance"]?.string == "dark"
                } ? true : nil
            }
            #expect(light["content"]?["background"] != dark["content"]?["background"])
            // What others see of the scene is the same as before, and so is its revision.
            #expect(try await devices.both()["revision"]?.integer == 1)
        }

        @Test("N-101: the focus goes from element to element, on one device, and is shown there")
        func focus() async throws {
            let devices = try await TwoDevices("N-101", MailScene.twoTabs)
            var seen: [String] = []
            for _ in 1...3 {
                let layout = try await layout(after: ["focus", "next"], devices)
                seen.append(try #require(layout["traits"]?["focused"]?.string))
            }
            #expect(Set(seen).count == 3)
            let last = try await layout(after: ["focus", "tab.search"], devices)
            let items = last["tabBar"]?["items"]?.array
            #expect(items?.filter { $0["isFocused"]?.boolean == true }.count == 1)
            #expect(items?.last?["isFocused"]?.boolean == true)
            #expect(try await devices.layout(by: "tablet")["traits"]?["focused"].isNothing == true)
        }

        @Test(
            "N-02: a device has one of the platforms that have the bar, from its first version on")
        func platforms() async throws {
            let devices = try await TwoDevices("N-02", MailScene.twoTabs)
            for platform in devices.row.list("platforms") {
                let first = Double(devices.row[platform])
                let version = first.map { "\($0)" } ?? "9.0"
                let traits = try await devices.change(
                    as: "n-02", "traits", "platform", platform, version)
                #expect(traits["platform"]?.string == "\(platform) \(version)")
                guard first != nil else { continue }
                let result = try await devices.navctl(
                    as: "n-02", ["traits", "platform", platform, "0.9"])
                #expect(result.ending == .exit(1), "\(platform): \(result)")
            }
            let unknown = try await devices.navctl(
                as: "n-02", ["traits", "platform", "watchOS", "10.0"])
            #expect(unknown.ending == .exit(1), "\(unknown)")
        }

        @Test("N-88: the section of a toolbar is one on a Mac, and none elsewhere")
        func toolbarSection() async throws {
            let devices = try await TwoDevices("N-88", MailScene.twoTabs)
            try await devices.change(
                "tab", "update", "inbox", "--set", "\(devices.row["property"])=content")
            for (platform, section) in [
                (devices.row["platform"], "content"), ("iPadOS", devices.row["elsewhere"]),
            ] {
                try await devices.change(as: "n-88", "traits", "platform", platform, "18.0")
                let bar = try await devices.shown(by: "n-88").tab("inbox")?["navigationBar"]
                #expect(bar?["currentNSToolbarSection"]?.string == section)
            }
        }
    }
}
