/// The characters and the form of new names: of all that is declared, pushed, added and paired.
///
/// It follows UTS 39 and the classes of PRECIS (RFC 8264) as far as the standard library's tables
/// go. A name has 1 to 128 bytes of UTF-8 in normalization form C. It consists of letters, marks,
/// digits, punctuation, symbols and the space U+0020; it neither begins with a mark nor begins or
/// ends with a space. Controls (C0, C1), marks of direction, joiners and all else that is invisible
/// (Cc, Cf, Zl, Zp, default ignorable), other spaces, private use and what is not assigned are
/// refused.
///
/// It holds for new names. Names from a time before the profile are read, shown and changed as
/// ever: see ``Identifier``.
public enum NameProfile: Hashable, Sendable {
    /// Scenes, tabs, screens, modals, bars, properties and devices.
    case item
    /// Users: besides, no space, slash or backslash at all, no `-` or `.` at the beginning, and no
    /// letters of more than one of the scripts that are mistaken for one another: Latin, Greek and
    /// Cyrillic.
    case user

    /// Returns the violation for which a name is not allowed; `nil` for none.
    public func violation(of name: String) -> NameViolation? {
        let count = name.utf8.count
        guard count > 0 else { return .empty }
        guard count <= SceneID.maximumLength else { return .tooLong(count) }
        if Self.isPlain(name) { return nil }
        var form = ComposedForm()
        var position = 0
        var last: Unicode.Scalar = " "
        for scalar in name.unicodeScalars {
            position += 1
            guard isAllowed(scalar) else { return .scalar(scalar, at: position) }
            if position == 1, scalar == " " || scalar.isMark || isRefusedFirst(scalar) {
                return .beginning(scalar)
            }
            guard form.takes(scalar) else { return .notComposed(scalar, at: position) }
            last = scalar
        }
        if last == " " { return .end }
        return self == .user && Self.mixesScripts(name) ? .mixedScripts : nil
    }

    /// Returns a Boolean value indicating whether a name consists of ASCII letters and digits, as
    /// nearly every one, with "-", "_" and "." only between them or at the end: it is allowed.
    private static func isPlain(_ name: String) -> Bool {
        var isFirst = true
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                break
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                if isFirst { return false }
            default: return false
            }
            isFirst = false
        }
        return true
    }

    private func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            guard scalar.value >= 0x20, scalar.value != 0x7f else { return false }
            return self == .item || ![" ", "/", "\\"].contains(scalar)
        }
        let properties = scalar.properties
        guard !properties.isDefaultIgnorableCodePoint, !properties.isNoncharacterCodePoint else {
            return false
        }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate,
            .privateUse, .unassigned:
            return false
        default:
            return true
        }
    }

    private func isRefusedFirst(_ scalar: Unicode.Scalar) -> Bool {
        self == .user && (scalar == "-" || scalar == ".")
    }

    private static func mixesScripts(_ name: String) -> Bool {
        // Latin alone: nearly every name, for which the tables are not even made.
        guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        var found: Set<Int> = []
        for letter in name.unicodeScalars where letter.properties.isAlphabetic {
            let script = scripts.firstIndex { blocks in
                blocks.contains { $0.contains(letter.value) }
            }
            if let script { found.insert(script) }
        }
        return found.count > 1
    }

    /// The blocks of Latin, Greek and Cyrillic.
    private static let scripts: [[ClosedRange<UInt32>]] = [
        [
            0x41...0x5a, 0x61...0x7a, 0xaa...0x2af, 0x1e00...0x1eff, 0x2c60...0x2c7f,
            0xa720...0xa7ff,
        ],
        [0x370...0x3ff, 0x1f00...0x1fff],
        [0x400...0x52f, 0x1c80...0x1c8f, 0x2de0...0x2dff, 0xa640...0xa69f],
    ]
}

/// A violation of the rules for new names.
public enum NameViolation: Hashable, Sendable, CustomStringConvertible {
    /// It has no character.
    case empty
    /// It has so many bytes.
    case tooLong(Int)
    /// A character that no such name may have, counted from 1.
    case scalar(Unicode.Scalar, at: Int)
    /// It begins with a space, a mark, or what could be taken for something else.
    case beginning(Unicode.Scalar)
    /// It ends with a space.
    case end
    /// It is not in normalization form C from this character on.
    case notComposed(Unicode.Scalar, at: Int)
    /// It has letters of scripts that are mistaken for one another.
    case mixedScripts

    /// The reason, with the character by its code point and name, and its place counted from 1.
    public var description: String {
        switch self {
        case .empty: "it is empty"
        case .tooLong(let count):
            "it has \(count) bytes, the maximum is \(SceneID.maximumLength)"
        case .scalar(let scalar, let position):
            "\(Self.words(for: scalar)) at character \(position) is not allowed"
        case .beginning(let scalar): "it begins with \(Self.words(for: scalar))"
        case .end: "it ends with a space"
        case .notComposed(let scalar, let position):
            "\(Self.words(for: scalar)) at character \(position) is not composed (Unicode NFC)"
        case .mixedScripts: "it mixes letters of Latin, Greek or Cyrillic, which look alike"
        }
    }

    private static func words(for scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let name = scalar.properties.name ?? scalar.properties.nameAlias
        return name.map { "\(code) \($0)" } ?? code
    }
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}

/// A check, scalar by scalar, for normalization form C.
struct ComposedForm {
    private var starter: Unicode.Scalar?
    /// The combining class of the scalar before; 0 directly after the starter.
    private var lastClass: UInt8 = 0

    /// Takes the next scalar; `false` if the text is not in the form.
    mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            (starter, lastClass) = (scalar, 0)
            return true
        }
        let properties = scalar.properties
        guard !properties.isFullCompositionExclusion else { return false }
        let own = properties.canonicalCombiningClass.rawValue
        if own != 0, lastClass > own { return false }
        let isNext = lastClass == 0 || lastClass < own
        if isNext, let starter, Self.composes(starter, scalar) { return false }
        if isNext, own != 0, let starter, Self.reaches(into: starter, scalar, own) { return false }
        if own == 0 { starter = scalar }
        lastClass = own
        return true
    }

    /// Returns `true` if a mark comes before one that a starter is composed of, and composes with
    /// the rest of it.
    private static func reaches(
        into starter: Unicode.Scalar, _ mark: Unicode.Scalar, _ own: UInt8
    ) -> Bool {
        var whole = starter
        while let pair = decompositions[whole.value],
            let first = Unicode.Scalar(UInt32(truncatingIfNeeded: pair >> 32)),
            let second = Unicode.Scalar(UInt32(truncatingIfNeeded: pair)),
            second.properties.canonicalCombiningClass.rawValue > own
        {
            if composes(first, mark) { return true }
            whole = first
        }
        return false
    }

    private static let decompositions = Dictionary(
        zip(canonicalComposites, canonicalCompositions)
    ) { first, _ in first }

    /// Returns `true` if one scalar stands for both.
    private static func composes(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        switch (first.value, second.value) {
        case (0x1100...0x1112, 0x1161...0x1175): return true
        case (0xac00...0xd7a3, 0x11a8...0x11c2): return (first.value - 0xac00) % 28 == 0
        default: break
        }
        let pair = UInt64(first.value) << 32 | UInt64(second.value)
        var low = 0
        var high = canonicalCompositions.count
        while low < high {
            let middle = (low + high) / 2
            if canonicalCompositions[middle] < pair { low = middle + 1 } else { high = middle }
        }
        return low < canonicalCompositions.count && canonicalCompositions[low] == pair
    }
}
