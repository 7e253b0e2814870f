import DescribedRows
import Foundation
import Testing

extension RowsOnTwoDevices {
    @Suite("Traits of a device")
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
                let layout = try await layout(after: ["scroll", points], devices)
                // As it turns the navigation bar.
                for bar in ["tabBar", "navigationBar"] {
                    #expect(layout[bar]?["background"]?["kind"]?.string == kind, "\(bar)")
                }
                let other = try await devices.layout(by: "tablet")["tabBar"]
                #expect(other?["background"]?["kind"]?.string == rest)
            }
        }

        @Test("T-25: the selected item bounces on a device with iOS 18, and on none before")
        func bounce() async throws {
            let devices = try await TwoDevices("T-25", MailScene.twoTabs)
            let since = devices.row.integer("since")
            try await devices.change("tab", "select", "search")
            #expect(try await devices.both().selectedTab == "search")
            for (version, motion) in [(since, devices.row["motion"]), (since - 1, nil)] {
                let items = try await layout(after: ["platform", "iOS", "\(version).0"], devices)[
                    "tabBar"]?["items"]
                #expect(items?[1]?["motion"]?["kind"]?.string == motion, "\(version)")
                let other = items?[0]?["motion"]
                #expect(other.isNothing)
            }
            let elsewhere = try await devices.layout(by: "tablet", of: "iphone")["tabBar"]?["items"]
            #expect(elsewhere?[1]?["motion"]?["kind"]?.string == devices.row["motion"])
        }

        @Test("T-40: the icon under the finger fades, on that device alone, and comes back")
        func pressed() async throws {
            let devices = try await TwoDevices("T-40", MailScene.twoTabs)
            let full = Double(devices.row["opacityAfter"])
            for (element, isPressed) in [("tab.inbox", true), ("none", false)] {
                let items = try await layout(after: ["press", element], devices)["tabBar"]?["items"]
                let opacity = try #require(items?[0]?["icon"]?["opacity"]?.double)
                #expect((opacity < Double(devices.row.integer("opacityBelow"))) == isPressed)
                #expect(items?[0]?["label"]?["opacity"]?.double == full)
                #expect(items?[1]?["icon"]?["opacity"]?.double == full)
                let other = try await devices.layout(by: "tablet")["tabBar"]?["items"]?[0]
                #expect(other?["icon"]?["opacity"]?.double == full)
            }
            // What fingers do is no part of the scene.
            #expect(try await devices.both()["revision"]?.integer == 1)
        }

        @Test("H-21: a large title becomes a standard one as scrolling starts")
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

        @Test("N-82: the appearance at the scroll edge is in use until that device is scrolled")
        func scrollEdge() async throws {
            let devices = try await TwoDevices("N-82", MailScene.twoTabs)
            let row = devices.row
            for name in [row["activeAppearance"], row["otherwise"]] {
                try await devices.change(
                    "bar", "set", "navigationBar.\(name)Appearance.background", "opaque")
            }
            for (points, name) in [("scrollOffset", "activeAppearance"), ("scrolled", "otherwise")]
            {
                let bar = try await layout(after: ["scroll", row[points]], devices)["navigationBar"]
                #expect(bar?["activeAppearance"]?.string == row[name])
            }
            let other = try await devices.layout(by: "tablet")["navigationBar"]
            #expect(other?["activeAppearance"]?.string == row["activeAppearance"])
        }

        @Test("N-63: the texts of an item are in the language of its device")
        func language() async throws {
            let devices = try await TwoDevices("N-63", MailScene.twoTabs)
            let stack = try await devices.both().tab("inbox")?["stack"]?.ids ?? []
            for (screen, texts) in zip(
                stack,
                [
                    ["title@ko=편지함"],
                    [
                        "title@ko=일반", "prompt=One", "prompt@ko=하나", "right=edit",
                        "right.edit.title=Edit", "right.edit.title@ko=편집",
                    ],
                ])
            {
                try await devices.change(
                    ["screen", "update", screen] + texts.flatMap { ["--set", $0] })
            }
            for (language, texts) in [
                ("ko", ["일반", "하나", "편지함", "편집"]), ("en", ["General", "One", "Mailboxes", "Edit"]),
            ] {
                let bar = try await devices.layout(
                    by: "tablet", of: "iphone-16", "--locale", language)["navigationBar"]
                let shown = [
                    bar?["title"], bar?["prompt"], bar?["back"]?["label"],
                    bar?["right"]?[0]?["label"],
                ].map { $0?["text"]?.string }
                #expect(shown == texts)
            }
        }

        @Test("N-66: a push is announced on every device: the new title, then the left item")
        func announced() async throws {
            let devices = try await TwoDevices("N-66", MailScene.twoTabs)
            let push = try await devices.change("push", "mail://2", "--title", "Keyboard")
            let revision = try #require(push["revision"]?.integer)
            for device in ["desk", "tablet"] {
                try await devices.both()
                let announced = try await devices.change(
                    as: device, "announce", "--of", "\(revision)")
                #expect(announced["strings"]?.strings == ["Keyboard", "General"])
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

        @Test("H-10: a resize of the view hides the bar on its device, until it is requested")
        func resize() async throws {
            let devices = try await TwoDevices("H-10", MailScene.twoTabs)
            let trait = devices.row["trait"]
            #expect(
                try await layout(after: ["gesture", trait], devices)["navigationBar"].isNothing)
            #expect(try await !devices.layout(by: "tablet")["navigationBar"].isNothing)
            #expect(
                try await !layout(after: ["gesture", "tap"], devices)["navigationBar"].isNothing)
            // So does a window of another size.
            let resized = try await layout(after: ["set", "size", "507x900"], devices)
            #expect(resized["navigationBar"].isNothing)
            #expect(resized["screen"]?["width"]?.double == 507)
            let back = try await layout(after: ["gesture", "tap"], devices)
            #expect(!back["navigationBar"].isNothing)
            #expect(back["screen"]?["width"]?.double == 507)
            // The same size again is no resize.
            let same = try await layout(after: ["set", "size", "507x900"], devices)
            #expect(!same["navigationBar"].isNothing)
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
            "N-99: a change of a device's traits is reported on the device, and changes its display"
        )
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
                guard let first else { continue }
                // The version before the first.
                let number = Int((first * 10).rounded()) - 1
                let former = "\(number / 10).\(number % 10)"
                let result = try await devices.navctl(
                    as: "n-02", ["traits", "platform", platform, former])
                #expect(result.ending == .exit(2), "\(platform): \(result)")
            }
            let unknown = try await devices.navctl(
                as: "n-02", ["traits", "platform", "watchOS", "10.0"])
            #expect(unknown.ending == .exit(2), "\(unknown)")
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
