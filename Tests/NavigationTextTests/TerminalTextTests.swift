import NavigationText
import SeededRandom
import Testing

@Suite("Text for terminals")
struct TerminalTextTests {
    /// Data that would command a terminal, forge a line, turn a line or hide.
    static let hostile = [
        "\u{1b}]0;title\u{7}", "\u{1b}[31mred", "\u{9b}2J", "\u{9d}0;title\u{9c}", "a\rb", "a\nb",
        "a\r\nnavctl: all is well", "a\u{2028}b\u{2029}c", "a\u{85}b", "\u{202e}evil\u{202c}",
        "\u{2066}a", "a\u{2069}b", "\u{2068}", "a\u{200b}b\u{2060}c\u{feff}d", "\u{7f}\u{8}",
        "\u{e0041}\u{e0001}", "\u{fff9}a\u{fffa}b\u{fffb}", noncharacters, "\u{0}",
        "\u{206e}a", "\u{180e}",
    ]

    private static let noncharacters = String(
        String.UnicodeScalarView(
            [0xfffe, 0x1ffff, 0xfdd0].compactMap { Unicode.Scalar($0 as UInt32) }))

    @Test(
        "Data can neither command the terminal nor end, turn or hide in a line", arguments: hostile)
    func data(_ data: String) {
        let joined: TerminalText = "a '\(data)': b" + TerminalText(data)
        for text in ["\(data)" as TerminalText, TerminalText(data), joined] {
            #expect(Self.isClean(text), "\(text.description.debugDescription)")
        }
        let lines: TerminalText = "one \(data)\ntwo \(data)"
        #expect(lines.lines.count == 2)
    }

    @Test("A document keeps its line ends and nothing else of that kind", arguments: hostile)
    func document(_ data: String) {
        let lines = TerminalText(document: "{\n\(data)}\n").description
        #expect(
            lines.split(separator: "\n", omittingEmptySubsequences: false)
                .allSatisfy { Self.isClean(TerminalText(String($0))) && String($0).printable == $0 }
        )
    }

    @Test("Any text is filtered once: what has passed passes unchanged")
    func idempotent() {
        var generator = SeededGenerator(seed: 84)
        for round in 0..<2_000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                let limit: UInt32 =
                    [0x100, 0x2100, 0x11_0000].randomElement(using: &generator) ?? 1
                let value = UInt32.random(in: 0..<limit, using: &generator)
                scalars.append(Unicode.Scalar(value) ?? "\u{e0067}")
            }
            let once = String(scalars).printable
            #expect(once.printable == once, "round \(round) of seed 84")
            #expect(once.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "round \(round)")
        }
    }

    @Test("A literal keeps its line ends, and styles are what the program gives")
    func own() {
        let name = "\u{1b}[31mphone"
        let text = ("a \(name)\nb" as TerminalText).styled([1, 36]) + "\n"
        #expect(text.description == "\u{1b}[1;36ma \u{fffd}[31mphone\nb\u{1b}[0m\n")
        #expect(("plain" as TerminalText).styled([]).description == "plain")
    }

    @Test("Text from right to left is isolated, each piece for itself")
    func isolated() {
        let (one, two) = ("شاشة", "a")
        #expect(
            ("\(one), \(two): \(one)" as TerminalText).description
                == "\u{2068}\(one)\u{2069}, a: \u{2068}\(one)\u{2069}")
        // A mark of its own can't end the isolation.
        let closing = "ש\u{2069}a"
        #expect(TerminalText(closing).description == "\u{2068}שa\u{2069}")
    }

    @Test("A piece of data has a bound, joined text has none")
    func bounded() {
        let most = TerminalText.longestPiece
        let fits = String(repeating: "é", count: most)
        #expect(TerminalText(fits).description == fits)
        #expect(TerminalText(fits + "x").description == fits + "…")
        let marks = TerminalText("a" + String(repeating: "\u{301}", count: 1 << 20)).description
        #expect(marks.unicodeScalars.count == most + 1)
        #expect(TerminalText(document: fits + fits).description == fits + fits)
    }

    @Test("Keeps characters that scripts and emoji need")
    func kept() {
        let kept = [
            "👩‍💻", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "✉\u{fe0e}", "می‌خواهم", "a\u{200e}b", "क्‍ष", "葛\u{e0100}", "soft\u{ad}hyphen",
        ]
        for text in kept { #expect(text.printable == text) }
    }

    private static func isClean(_ text: TerminalText) -> Bool {
        text.description.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7f..<0xa0, 0x200b, 0x2028...0x202e, 0x2060...0x206f, 0xfeff: false
            case 0xe0000...0xe007f, 0xfff9...0xfffb, 0xfffe, 0xffff: false
            default: true
            }
        }
    }
}
