import Foundation
import NavigationModel
import NavigationText
import Testing

@testable import NavigationBars

@Suite("Texts are as wide as a browser draws them")
struct TextMetricsTests {
    /// The measurements of Chromium with Inter, Noto Sans CJK KR and Noto Sans Arabic of Debian, at
    /// 100 points: regular, medium, semibold, bold.
    static let measured: [(text: String, widths: [Double])] = [
        ("Home", [278.8, 281.5, 284.2, 286.9]),
        ("Inbox", [258.4, 262.4, 266.4, 270.5]),
        ("Settings", [390.2, 397.4, 404.7, 411.8]),
        ("Keyboard", [449.1, 454.9, 460.7, 466.6]),
        ("Done", [248.3, 250.9, 253.5, 256]),
        ("Voice Memos", [634.1, 642.3, 650.6, 658.8]),
        ("AVATAR", [368.5, 377.3, 386.1, 395]),
        ("To Do", [275.6, 276.2, 276.9, 277.5]),
        ("WATER", [336.2, 342.8, 349.2, 355.8]),
        ("World Clock", [566.9, 576.1, 585.3, 594.5]),
        ("99+", [190.6, 193.7, 196.9, 200]),
        ("2 of 3", [276.1, 275.9, 275.5, 275.2]),
        ("Yes, please!", [563.1, 571.1, 579.2, 587.2]),
        ("Größe", [288.6, 293, 297.5, 301.9]),
        ("Übersicht", [458.9, 466.1, 473.3, 480.5]),
        ("Настройки", [532.1, 538.7, 545.1, 551.8]),
        ("Γενικά", [310.5, 317, 323.5, 329.9]),
        ("한국어 설정", [488.1, 486.5, 484.8, 483.2]),
        ("받은 편지함", [488.1, 486.5, 484.8, 483.2]),
        ("設定", [200, 200, 200, 200]),
        ("カレンダー", [500, 500, 500, 500]),
        ("Ｆ", [100, 100, 100, 100]),
        ("الرئيسية", [321.5, 321.5, 370, 370]),
        ("الإعدادات", [380.1, 380.1, 412, 412]),
        ("البريد الوارد", [437.1, 435.5, 484.5, 482.9]),
        ("سلام", [186.7, 186.7, 217.9, 217.9]),
        ("لا", [58.2, 58.2, 63.2, 63.2]),
        ("٢ من ٣", [288.7, 285.5, 304.3, 301.1]),
        ("سألتك حبيبي", [529.3, 527.7, 580, 578.4]),
        ("فارسی", [262.5, 262.5, 298.2, 298.2]),
        ("مـــد", [186.7, 186.7, 202, 202]),
    ]

    /// Returns the most that a width may be off, of all of it: Inter's kerning is in the table for
    /// ASCII alone.
    static func tolerance(_ text: String) -> Double {
        text.unicodeScalars.contains { (0x370...0x3ff).contains($0.value) } ? 0.05 : 0.01
    }

    @Test("A width is Chromium's, to 1 %; to 5 % in Greek", arguments: measured)
    func measuredWidths(text: String, widths: [Double]) {
        for (weight, width) in zip(Font.Weight.allCases, widths) {
            let ours = TextMetrics.width(of: text, in: Font(weight: weight, size: 100))
            #expect(
                abs(ours - width) <= width * Self.tolerance(text), "\(text) \(weight): \(ours)")
        }
    }

    @Test("A text that fits is whole, even if a part of it would not fit")
    func whole() {
        let font = Font(size: 17)
        for text in ["تحرير", "Edit", "편집", "الإعدادات"] {
            let width = TextMetrics.width(of: text, in: font)
            #expect(TextMetrics.truncate(text, to: width, in: font).text == text)
            #expect(TextMetrics.truncate(text, to: width - 0.5, in: font).text.hasSuffix("…"))
        }
    }

    @Test("The table was made by the script as it is: if not, run .ci/generate-text-metrics")
    func hash() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let script = try Data(contentsOf: root.appending(path: ".ci/generate-text-metrics"))
        let table = try String(
            contentsOf: root.appending(
                path: "Sources/Bars/NavigationBars/Text/Generated/TextMetricsTable.swift"),
            encoding: .utf8)
        let digest = Digest(hashing: Array(script)).description
        #expect(table.contains("// script: \(digest)\n"))
    }

    @Test("A width grows with the size, and marks take none")
    func scale() {
        let small = TextMetrics.width(of: "Settings", in: Font(size: 17))
        let large = TextMetrics.width(of: "Settings", in: Font(size: 34))
        #expect(abs(large - small * 2) < 1e-9)
        let plain = TextMetrics.width(of: "e", in: Font(size: 17))
        #expect(TextMetrics.width(of: "e\u{301}\u{302}", in: Font(size: 17)) == plain)
        #expect(TextMetrics.width(of: "", in: Font(size: 17)) == 0)
        #expect(TextMetrics.width(of: "👩‍👩‍👧‍👦", in: Font(size: 16)) == 20)
    }

    @Test("A text is truncated between clusters, to a width that it keeps", arguments: 0..<60)
    func truncated(room: Int) {
        let font = Font(weight: .semibold, size: 17)
        let texts = [
            "Settings and more", "각각 받은 편지함", "👩‍👩‍👧‍👦🇰🇷❤️👍🏽1️⃣👩‍👩‍👧‍👦", "e\u{301}e\u{301}e\u{301}e\u{301}",
            "الإعدادات",
        ]
        for text in texts {
            let whole = TextMetrics.width(of: text, in: font)
            let width = Double(room) / 50 * whole
            let truncated = TextMetrics.truncate(text, to: width, in: font)
            #expect(truncated.width <= width)
            if width >= whole {
                #expect(truncated.text == text)
            } else if !truncated.text.isEmpty {
                #expect(truncated.text.last == "…")
                #expect(text.hasPrefix(truncated.text.dropLast()))
            }
        }
    }

    @Test("A truncated hostile text is one printable line", arguments: SceneSamples.hostile)
    func hostile(text: String) {
        for width in [0, 10, 100, 1e9, -5, .nan] {
            let font = Font(size: 17)
            let truncated = TextMetrics.truncate(text, to: width, in: font)
            #expect(truncated.width.isFinite && truncated.width >= 0)
            #expect(!truncated.text.unicodeScalars.contains { $0.value < 0x20 })
            #expect(truncated.text == truncated.text.printable)
        }
    }

    @Test("A line is as high as Inter's metrics")
    func vertical() {
        let font = Font(size: 100)
        #expect(abs(TextMetrics.ascent(of: font) - 96.875) < 1e-9)
        #expect(abs(TextMetrics.descent(of: font) - 24.148) < 1e-3)
    }
}
