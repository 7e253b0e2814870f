/// Bytes as text that URLs may hold (RFC 4648 section 5), without padding.
enum Base64URL {
    /// Why a text is not one.
    enum Fault: Error {
        /// It can't end where it does.
        case incomplete
        /// A character is not of the alphabet, or the last one has bits that stand for nothing.
        case foreign
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The text of some bytes.
    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0...group.count { text.append(alphabet[bits >> (18 - 6 * place) & 63]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text, of which there is only one for them.
    static func bytes(of text: Substring.UTF8View) throws(Fault) -> [UInt8] {
        var bytes: [UInt8] = []
        var bits = 0
        var count = 0
        for character in text {
            guard let value = value(of: character) else { throw .foreign }
            bits = bits << 6 | Int(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            bits &= (1 << count) - 1
        }
        guard count < 6 else { throw .incomplete }
        guard bits == 0 else { throw .foreign }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
