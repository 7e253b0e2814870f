/// The decoder of a terminal's input: bytes in, keys out.
///
/// Sequences are those of ECMA-48 and xterm, which all terminals in use send alike: arrows with and
/// without modifiers in both cursor modes, `~` keys, SGR reports of a pointer (1006) and marked
/// pastes (2004). The bytes come from outside: any sequence of them is decoded, none is kept beyond
/// ``longestSequence`` and ``longestPaste``, and what is no key of ours is ``Key/other``.
///
/// The escape key is the beginning of a sequence as well. After ``decode(_:)`` has returned and
/// ``isAwaitingRest``, the caller waits for ``patience`` and then calls ``flush()``.
package struct KeyDecoder: Sendable {
    /// The most bytes of a sequence; a longer one is no key.
    static let longestSequence = 64
    /// The most bytes of a pasted text; the rest is dropped.
    static let longestPaste = 4_096
    /// The time, in milliseconds, after which an escape is the key: longer than a sequence takes
    /// over a slow connection, shorter than a person notices.
    package static let patience: Int32 = 40

    private var pending: [UInt8] = []
    private var pasted: [UInt8]?

    /// Creates a decoder at the beginning of the input.
    package init() {}

    /// A Boolean value indicating whether the bytes so far are the beginning of a sequence.
    package var isAwaitingRest: Bool { !pending.isEmpty && pasted == nil }

    /// Returns the keys that these bytes complete.
    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while !pending.isEmpty {
            if pasted != nil {
                guard let paste = takePaste() else { break }
                keys.append(paste)
            } else {
                guard let key = takeKey() else { break }
                if let key = key.value { keys.append(key) }
            }
        }
        return keys
    }

    /// Returns the keys that the rest stands for, now that nothing has followed it.
    package mutating func flush() -> [Key] {
        guard isAwaitingRest else { return [] }
        let isEscape = pending == [Self.escape]
        pending = []
        return [isEscape ? .escape : .other]
    }

    // MARK: Sequences

    private static let escape: UInt8 = 0x1b
    private static let pasteStart: [UInt8] = Array("[200~".utf8)
    private static let pasteEnd: [UInt8] = [escape] + Array("[201~".utf8)

    /// A decoded piece of the input, which may be no key.
    private struct Piece {
        var value: Key?
    }

    /// Takes the first key off the pending bytes; `nil` if its rest has not come yet.
    private mutating func takeKey() -> Piece? {
        guard let first = pending.first else { return nil }
        guard first == Self.escape else { return takeCharacter(first) }
        guard pending.count > 1 else { return nil }
        switch pending[1] {
        case UInt8(ascii: "["), UInt8(ascii: "O"): return takeSequence()
        case Self.escape:
            pending.removeFirst()
            return Piece(value: .escape)
        default:
            // A key with Alt, none of which has a meaning.
            pending.removeFirst()
            guard let piece = takeKey() else {
                pending.insert(Self.escape, at: 0)
                return nil
            }
            return piece.value == nil ? piece : Piece(value: .other)
        }
    }

    /// Takes a character, or a control key.
    private mutating func takeCharacter(_ first: UInt8) -> Piece? {
        switch first {
        case 0x0d, 0x0a: return take(.enter)
        case 0x09: return take(.tab)
        case 0x08, 0x7f: return take(.backspace)
        case 0x01...0x1a:
            return take(.control(Character(Unicode.Scalar(first + UInt8(ascii: "a") - 1))))
        case 0x00, 0x1c...0x1f: return take(.other)
        case 0x20...0x7e: return take(.character(Character(Unicode.Scalar(first))))
        default: break
        }
        let length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
        let next = pending.prefix(length).dropFirst().prefix { $0 & 0xc0 == 0x80 }
        // Cut off by the end of what has come, not by another character.
        if next.count + 1 < length, next.count + 1 == pending.count { return nil }
        let text = String(decoding: pending.prefix(next.count + 1), as: UTF8.self)
        pending.removeFirst(next.count + 1)
        return Piece(value: text.count == 1 ? text.first.map(Key.character) : .other)
    }

    private mutating func take(_ key: Key) -> Piece {
        pending.removeFirst()
        return Piece(value: key)
    }

    /// Takes a sequence: `ESC [`, parameters, a final byte; or `ESC O` and a byte.
    private mutating func takeSequence() -> Piece? {
        let isControl = pending[1] == UInt8(ascii: "[")
        let body = pending.dropFirst(2)
        // No further than the first that is too many, however many have come.
        let parameters = body.prefix(Self.longestSequence + 1).prefix {
            isControl && (0x20...0x3f).contains($0)
        }
        guard parameters.count <= Self.longestSequence else {
            pending.removeFirst(2 + parameters.count)
            return Piece(value: .other)
        }
        let place = parameters.endIndex
        guard place < pending.endIndex else { return nil }
        let last = pending[place]
        let text = String(decoding: parameters, as: UTF8.self)
        if isControl, [UInt8(ascii: "[")] + parameters + [last] == Self.pasteStart {
            pending.removeFirst(place + 1)
            pasted = []
            return Piece(value: nil)
        }
        // A byte that ends no sequence begins the next key.
        let isWhole = (0x40...0x7e).contains(last)
        pending.removeFirst(isWhole ? place + 1 : place)
        guard isWhole else { return Piece(value: .other) }
        return Piece(value: Self.key(text, Character(Unicode.Scalar(last))))
    }

    private static func key(_ parameters: String, _ last: Character) -> Key? {
        if parameters.hasPrefix("<") { return pointer(parameters.dropFirst(), last) }
        let number = parameters.split(separator: ";").first.flatMap { Int($0) } ?? 1
        switch last {
        case "A": return .up
        case "B": return .down
        case "C": return .right
        case "D": return .left
        case "H": return .home
        case "F": return .end
        case "Z": return .backTab
        case "M": return .enter
        case "~": return numbered(number)
        default: return .other
        }
    }

    private static func numbered(_ number: Int) -> Key {
        switch number {
        case 1, 7: .home
        case 4, 8: .end
        case 3: .delete
        case 5: .pageUp
        case 6: .pageDown
        default: .other
        }
    }

    /// Returns the report of a pointer: `button;column;line`, from 1; `m` at the end of a press.
    private static func pointer(_ text: Substring, _ last: Character) -> Key? {
        let numbers = text.split(separator: ";").map { Int($0) }
        guard numbers.count == 3, let button = numbers[0], let column = numbers[1],
            let row = numbers[2], column > 0, row > 0
        else { return .other }
        switch (button, last) {
        case (0, "M"): return .press(row: row - 1, column: column - 1)
        case (64, "M"): return .scroll(isUp: true)
        case (65, "M"): return .scroll(isUp: false)
        default: return nil
        }
    }

    /// Takes what is left of a pasted text; `nil` if its end has not come yet.
    private mutating func takePaste() -> Key? {
        guard let text = pasted else { return nil }
        let end = Self.pasteEnd
        let start = pending.indices.first { pending[$0...].starts(with: end) }
        guard let start else {
            // The end may be cut off.
            let kept = min(end.count - 1, pending.count)
            pasted = Array((text + pending.dropLast(kept)).prefix(Self.longestPaste))
            pending = Array(pending.suffix(kept))
            return nil
        }
        let bytes = (text + pending[..<start]).prefix(Self.longestPaste)
        pending.removeFirst(start + end.count)
        pasted = nil
        return .paste(String(decoding: bytes, as: UTF8.self))
    }
}
