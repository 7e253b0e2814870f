import SeededRandom
import Testing

@testable import Live

@Suite("The decoder of keys")
struct KeyDecoderTests {
    @Test(
        "Sequences of terminals are keys",
        arguments: [
            ("a", [Key.character("a")]), ("é", [.character("é")]), ("한", [.character("한")]),
            ("👍", [.character("👍")]), ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]),
            ("\u{7f}", [.backspace]), ("\u{8}", [.backspace]), ("\u{12}", [.control("r")]),
            ("\u{1b}[A", [.up]), ("\u{1b}OB", [.down]), ("\u{1b}[1;5C", [.right]),
            ("\u{1b}[D", [.left]), ("\u{1b}[H", [.home]), ("\u{1b}[1~", [.home]),
            ("\u{1b}[4~", [.end]), ("\u{1b}OF", [.end]), ("\u{1b}[3~", [.delete]),
            ("\u{1b}[5~", [.pageUp]), ("\u{1b}[6;3~", [.pageDown]), ("\u{1b}[Z", [.backTab]),
            ("\u{1b}[15~", [.other]), ("\u{1b}OP", [.other]), ("\u{1b}x", [.other]),
            ("\u{1b}\u{1b}", [.escape]), ("\u{1b}[<0;5;3M", [.press(row: 2, column: 4)]),
            ("\u{1b}[<0;5;3m", []), ("\u{1b}[<64;1;1M", [.scroll(isUp: true)]),
            ("\u{1b}[<65;1;1M", [.scroll(isUp: false)]), ("\u{1b}[<2;1;1M", []),
            ("\u{1b}[<0;0;0M", [.other]),
            (
                "\u{1b}[200~a\u{1b}b\u{1b}[201~c",
                [.paste("a\u{1b}b"), .character("c")]
            ),
            ("ab\u{1b}[Aq", [.character("a"), .character("b"), .up, .character("q")]),
        ] as [(String, [Key])])
    func sequences(input: String, keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(input.utf8) == keys)
        // However the bytes are cut into pieces, they are the same keys.
        var slow = KeyDecoder()
        #expect(input.utf8.flatMap { slow.decode([$0]) } == keys)
    }

    @Test("An escape that nothing follows is the key, and so is each of two")
    func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1b]) == [])
        #expect(decoder.isAwaitingRest)
        #expect(decoder.flush() == [.escape])
        #expect(!decoder.isAwaitingRest)
        #expect(decoder.decode([0x1b, 0x1b]) == [.escape])
        #expect(decoder.flush() == [.escape])
        #expect(decoder.decode(Array("\u{1b}[1;".utf8)) == [])
        #expect(decoder.flush() == [.other])
        #expect(decoder.decode([0x61]) == [.character("a")])
    }

    @Test("Bytes that are no UTF-8 are replaced, and the next key is read")
    func invalid() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0xff, 0x61]) == [.character("\u{fffd}"), .character("a")])
        #expect(decoder.decode([0xe2, 0x82, 0x61]) == [.character("\u{fffd}"), .character("a")])
    }

    @Test("Any bytes in any pieces are decoded, and little of them is kept", arguments: 1...200)
    func anyBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces: [[UInt8]] = [
            [0x1b], Array("[".utf8), Array("O".utf8), Array("200~".utf8), Array("\u{1b}[201~".utf8),
            Array("<0;1;".utf8), Array("M".utf8), [0xe2], [0x80], [0xff], Array("1;".utf8),
        ]
        var decoder = KeyDecoder()
        for _ in 0..<400 {
            var bytes = pieces.randomElement(using: &random) ?? []
            if Bool.random(using: &random) {
                bytes.append(UInt8.random(in: 0...255, using: &random))
            }
            _ = decoder.decode(bytes)
            if Int.random(in: 0..<10, using: &random) == 0 { _ = decoder.flush() }
        }
        _ = decoder.decode(Array("\u{1b}[201~".utf8))
        _ = decoder.flush()
        #expect(decoder.decode(Array("\u{1b}[201~q".utf8)).last == .character("q"))
    }

    @Test("A pasted text is kept up to a limit")
    func longPaste() {
        var decoder = KeyDecoder()
        _ = decoder.decode(Array("\u{1b}[200~".utf8))
        for _ in 0..<100 { _ = decoder.decode([UInt8](repeating: 0x61, count: 1_000)) }
        let keys = decoder.decode(Array("\u{1b}[201~".utf8))
        #expect(keys == [.paste(String(repeating: "a", count: KeyDecoder.longestPaste))])
    }
}
