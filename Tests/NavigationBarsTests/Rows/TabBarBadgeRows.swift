import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars

@Suite("The tab bar: badges")
struct TabBarBadgeRows {
    private let traits = TestDevice.phone

    private func badge(
        _ text: String, on traits: DeviceTraits = TestDevice.phone
    ) throws -> BadgeLayout {
        try #require(try TabBarSample(badge: text).item(on: traits).badge)
    }

    private func drawn(
        _ text: String, _ part: String = "badge", on traits: DeviceTraits = TestDevice.phone
    ) throws -> SVGDocument.Element {
        try TabBarSample(badge: text).svg(on: traits)["tab.a.\(part)"]
    }

    @Test("T-27: a badge is red in light")
    func fillInLight() throws {
        #expect(try badge("1").fill.hexadecimal == DescribedRow("T-27")["fill"])
        #expect(try drawn("1")["fill"] == DescribedRow("T-27")["fill"])
    }

    @Test("T-28: a badge has another red in dark")
    func fillInDark() throws {
        #expect(try badge("1", on: traits.dark).fill.hexadecimal == DescribedRow("T-28")["fill"])
        #expect(try drawn("1", on: traits.dark)["fill"] == DescribedRow("T-28")["fill"])
    }

    @Test("T-29: the text of a badge is white", arguments: [false, true])
    func textColor(isDark: Bool) throws {
        let traits = isDark ? traits.dark : traits
        let label = try badge("12", on: traits).label
        let drawn = try drawn("12", "badge.label", on: traits)
        #expect(drawn["fill"] == DescribedRow("T-29")["fill"] && drawn.text == "12")
        #expect(label?.color.hexadecimal == DescribedRow("T-29")["fill"])
        #expect(label?.color.opacity == 1)
    }

    @Test("T-30: a badge's text is SF Pro 13")
    func font() throws {
        let row = DescribedRow("T-30")
        let font = try #require(try badge("9").label?.font)
        #expect(font.family == row["family"])
        #expect(font.size == row.number("size"))
        let drawn = try drawn("9", "badge.label")
        #expect(try drawn.number("font-size") == row.number("size"))
        #expect(drawn["font-family"]?.contains(row["family"]) == true)
    }

    @Test("T-31: a badge is a pill", arguments: ["", "1", "99", "99+", "1234"])
    func pill(text: String) throws {
        let badge = try badge(text)
        let ratio = DescribedRow("T-31").number("radiusRatio")
        #expect(badge.cornerRadius == badge.frame.height * ratio)
        guard !text.isEmpty else { return }
        let drawn = try drawn(text)
        #expect(try drawn.number("rx") == drawn.number("height") * ratio)
    }

    @Test("T-32: a badge of one digit is a circle of 18", arguments: 0...9)
    func circle(digit: Int) throws {
        let row = DescribedRow("T-32")
        let badge = try badge("\(digit)")
        #expect(badge.frame.width == row.number("diameter"))
        #expect(badge.frame.height == row.number("diameter"))
        #expect(badge.label?.text == "\(digit)")
        let drawn = try drawn("\(digit)")
        #expect(try drawn.number("width") == row.number("diameter"))
        #expect(try drawn.number("height") == row.number("diameter"))
    }

    @Test(
        "T-33: a badge of several digits keeps 5 points at both sides",
        arguments: [
            "10", "99", "99+", "1234",
        ])
    func padding(text: String) throws {
        let row = DescribedRow("T-33")
        let badge = try badge(text)
        let label = try #require(badge.label)
        #expect(label.text == text)
        #expect(isClose(badge.frame.width, label.frame.width + 2 * row.number("padding")))
        #expect(isClose(label.frame.x - badge.frame.x, row.number("padding")))
        let measured = TextMetrics.width(of: text, in: label.font)
        #expect(isClose(label.frame.width, measured))
        #expect(label.anchor == .middle && isClose(label.baseline.x, badge.frame.midX))
        #expect(isDrawn(try drawn(text).number("width"), measured + 2 * row.number("padding")))
    }

    @Test(
        "T-34: a badge begins 8 before and 4 above the icon's upper end",
        arguments: ["1", "99"])
    func position(text: String) throws {
        let row = DescribedRow("T-34")
        let item = try TabBarSample(badge: text).item()
        let (icon, badge) = (try #require(item.icon), try #require(item.badge))
        #expect(isClose(badge.frame.x, icon.frame.maxX + row.number("dx")))
        #expect(isClose(badge.frame.y, icon.frame.y + row.number("dy")))
        let svg = try TabBarSample(badge: text).svg()
        let (frame, corner) = (try svg["tab.a.badge"].frame, try svg["tab.a.icon"].frame)
        #expect(isDrawn(frame.x, corner.maxX + row.number("dx")))
        #expect(isDrawn(frame.y, corner.y + row.number("dy")))
        // Mirrored where text runs from right to left: the other corner, the other way.
        let mirrored = try TabBarSample(badge: text).item(on: traits.rightToLeft)
        let (icon2, badge2) = (try #require(mirrored.icon), try #require(mirrored.badge))
        #expect(isClose(badge2.frame.maxX, icon2.frame.x - row.number("dx")))
        #expect(isClose(badge2.frame.y, icon2.frame.y + row.number("dy")))
    }

    @Test(
        "T-34: a dot is on its icon, and a pill covers no more than the corner",
        arguments: ["", "1", "12", "1,234"],
        [TestDevice.phone, TestDevice.landscapePhone, TestDevice.android])
    func corner(text: String, device: DeviceTraits) throws {
        for traits in [device, device.rightToLeft] {
            let item = try TabBarSample(badge: text).item(on: traits)
            let (icon, badge) = (try #require(item.icon).frame, try #require(item.badge).frame)
            if text.isEmpty { #expect(badge.within(icon) == badge) }
            let covered = badge.within(icon)
            #expect(covered.width <= icon.width / 2 + 0.001)
            #expect(covered.height <= icon.height * 0.6)
            #expect(covered.width > 0 && covered.height > 0)
        }
    }

    @Test("T-35: a white line of 1 is around a badge in light", arguments: ["", "1", "99+"])
    func border(text: String) throws {
        let row = DescribedRow("T-35")
        let badge = try badge(text, on: traits)
        let drawn = try drawn(text, on: traits)
        #expect(try drawn.number("stroke-width") == row.number("width"))
        #expect(drawn["stroke"] == row["color"])
        #expect(badge.borderWidth == row.number("width"))
        #expect(badge.border.hexadecimal == row["color"])
        #expect(badge.border.opacity == 1)
    }

    @Test("A line as thick parts a badge from its icon in dark: it has the background's colour")
    func borderInDark() throws {
        let badge = try badge("1", on: traits.dark)
        #expect(badge.borderWidth == DescribedRow("T-35").number("width"))
        #expect(badge.border == SystemColor.systemBackground.color(on: traits.dark))
        #expect(try drawn("1", on: traits.dark)["stroke"] == "#000000")
    }

    @Test(
        "T-37: a badge without text is a dot of 6, and no badge is none",
        arguments: [
            "", " ", "\n",
        ])
    func dot(text: String) throws {
        let row = DescribedRow("T-37")
        let badge = try badge(text)
        #expect(badge.frame.width == row.number("diameter"))
        #expect(badge.frame.height == row.number("diameter"))
        #expect(badge.cornerRadius == row.number("diameter") / 2)
        #expect(badge.label == nil)
        #expect(try TabBarSample().item().badge == nil)
        #expect(try drawn(text).number("r") == row.number("diameter") / 2)
        #expect(try drawn(text)["fill"] == DescribedRow("T-27")["fill"])
        #expect(try !TabBarSample().svg().has("tab.a.badge"))
    }

    @Test("T-46: a badge appears by growing and fading in, like a spring")
    func appearing() throws {
        let row = DescribedRow("T-46")
        let motion = try badge("1").appearMotion
        #expect(motion.kind.rawValue == row["motion"])
        #expect(motion.duration == row.number("duration"))
        #expect(motion.isSpring == (row["spring"] == "true"))
        #expect(motion.scaleFrom == row.number("scaleFrom"))
    }

    @Test("T-47: a badge with a new value bounces in size")
    func updating() throws {
        let row = DescribedRow("T-47")
        let motion = try badge("1").updateMotion
        #expect(motion.kind.rawValue == row["motion"])
        #expect(motion.duration == row.number("duration"))
    }
}
