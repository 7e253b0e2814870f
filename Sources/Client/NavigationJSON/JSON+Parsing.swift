/// An error in text that is to be JSON, with its place.
package struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes before the error.
    package let offset: Int
    private let problem: String

    fileprivate init(_ problem: String, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }

    /// The error and its place.
    package var description: String { "invalid JSON at byte \(offset): \(problem)" }
}

extension JSON {
    /// The deepest nesting that is read.
    package static let depthLimit = 64
    /// The longest text that is read, in bytes.
    package static let sizeLimit = 1 << 20

    /// Reads one value (RFC 8259), strictly: no member twice, nothing after it. Linear in time and
    /// space.
    package init(parsing text: String) throws(JSONSyntaxError) {
        guard text.utf8.count <= Self.sizeLimit else {
            throw JSONSyntaxError("longer than \(Self.sizeLimit) bytes", at: Self.sizeLimit)
        }
        var parser = JSONParser(bytes: Array(text.utf8))
        self = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.isAtEnd else { throw parser.error("text after the value") }
    }
}

private struct JSONParser {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    func error(_ problem: String) -> JSONSyntaxError { JSONSyntaxError(problem, at: position) }

    private var next: UInt8? { isAtEnd ? nil : bytes[position] }

    mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    mutating func value(depth: Int) throws(JSONSyntaxError) -> JSON {
        guard depth < JSON.depthLimit else { throw error("nested too deeply") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw error("the value is missing")
        default: return try number()
        }
    }

    private mutating func word(
        _ word: StaticString, _ value: JSON
    ) throws(JSONSyntaxError) -> JSON {
        let text = Array(word.description.utf8)
        guard bytes[position...].starts(with: text) else { throw error("an unknown word") }
        position += text.count
        return value
    }

    private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSON {
        position += 1
        var members: [String: JSON] = [:]
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error("a member's name is missing") }
            let start = position
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw error("a colon is missing") }
            let value = try value(depth: depth + 1)
            guard members.updateValue(value, forKey: name) == nil else {
                throw JSONSyntaxError("a member twice", at: start)
            }
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw error("a comma or brace is missing") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSON {
        position += 1
        var elements: [JSON] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        repeat {
            elements.append(try value(depth: depth + 1))
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw error("a comma or bracket is missing") }
        return .array(elements)
    }

    private mutating func number() throws(JSONSyntaxError) -> JSON {
        let start = position
        var isWhole = true
        _ = take(UInt8(ascii: "-"))
        let first = next
        let digits = takeDigits()
        guard digits > 0 else { throw error("not a value") }
        guard digits == 1 || first != UInt8(ascii: "0") else {
            throw JSONSyntaxError("a number with a zero before it", at: start)
        }
        if take(UInt8(ascii: ".")) {
            isWhole = false
            guard takeDigits() > 0 else { throw error("a number without its fraction") }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard takeDigits() > 0 else { throw error("a number without its exponent") }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let number = Int64(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else {
            throw JSONSyntaxError("a number out of range", at: start)
        }
        return .number(number)
    }

    private mutating func takeDigits() -> Int {
        let start = position
        while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        return position - start
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        position += 1
        var content: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"): content += try escape()
            case ..<0x20: throw error("a control character in a string")
            default:
                content.append(byte)
                position += 1
            }
        }
        throw error("the end of a string is missing")
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5c, UInt8(ascii: "/"): 0x2f,
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0c, UInt8(ascii: "n"): 0x0a,
        UInt8(ascii: "r"): 0x0d, UInt8(ascii: "t"): 0x09,
    ]

    private mutating func escape() throws(JSONSyntaxError) -> [UInt8] {
        position += 1
        guard let letter = next else { throw error("the end of a string is missing") }
        position += 1
        guard letter == UInt8(ascii: "u") else {
            guard let byte = Self.escapes[letter] else { throw error("an unknown escape") }
            return [byte]
        }
        let first = try codeUnit()
        guard UTF16.isLeadSurrogate(first) else {
            guard let scalar = Unicode.Scalar(first) else { throw error("half a character") }
            return Array(String(Character(scalar)).utf8)
        }
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw error("half a character")
        }
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second) else { throw error("half a character") }
        return Array(String(decoding: [first, second], as: UTF16.self).utf8)
    }

    private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
        let digits = bytes[position...].prefix(4)
        let isHexadecimal = digits.allSatisfy {
            Unicode.Scalar($0).properties.isASCIIHexDigit
        }
        let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        guard digits.count == 4, isHexadecimal, let unit else {
            throw error("four hexadecimal digits are missing")
        }
        position += 4
        return unit
    }
}
