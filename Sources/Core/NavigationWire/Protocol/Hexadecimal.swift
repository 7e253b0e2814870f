/// Conversion between bytes and hexadecimal text, two digits each.
enum Hexadecimal {
    /// Returns the text of bytes, in lower-case digits.
    static func text(of bytes: [UInt8]) -> String {
        bytes.reduce(into: "") { text, byte in
            text += byte < 16 ? "0" : ""
            text += String(byte, radix: 16)
        }
    }

    /// Returns the bytes of pairs of digits, upper or lower case; `nil` for anything else.
    static func bytes(of text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8.map { digit in
            UInt8(ascii: "0") <= digit && digit <= UInt8(ascii: "9")
                ? digit - UInt8(ascii: "0") : value(ofLetter: digit | 0x20)
        }
        guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0 < 16 }) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func value(ofLetter letter: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter)
            ? letter - UInt8(ascii: "a") + 10 : .max
    }
}
