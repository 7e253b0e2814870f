/// A text with a place for a badge, in a part of ICU's message format: `{badge}` is the badge, and
/// `{badge, plural, one {# letter} other {# letters}}` a branch by its number, in which `#` is the
/// badge too. A branch is for a plural category, or for one number (`=1`); `other` is always there.
///
/// As in ICU, an apostrophe before a brace, or before `#` in a branch, quotes what follows to the
/// next apostrophe; two of them are one; any other stands for itself. There are no other arguments,
/// no offsets, and no plurals in a branch. (ICU User Guide, *Formatting Messages*; apostrophes as in
/// `MessagePattern.ApostropheMode.DOUBLE_OPTIONAL`.)
package struct MessagePattern: Hashable, Sendable {
    /// A plural category of Unicode's CLDR.
    package enum Category: String, Hashable, Sendable, CaseIterable {
        /// For languages with a form for nothing.
        case zero
        /// The singular.
        case one
        /// The dual.
        case two
        /// For a small number, as a language counts it.
        case few
        /// For a large number, or a fraction.
        case many
        /// All the rest; in languages without plural forms everything.
        case other
    }

    /// A part of a text without branches.
    package enum Piece: Hashable, Sendable {
        /// Text as it is.
        case text(String)
        /// The badge.
        case badge
    }

    /// A part of the message.
    package enum Part: Hashable, Sendable {
        /// Text and badges that are always there.
        case plain([Piece])
        /// Branches by the number of the badge.
        case plural(Plural)
    }

    /// The branches of a plural.
    package struct Plural: Hashable, Sendable {
        /// The branches for one number each, which go before those of the categories.
        package fileprivate(set) var exact: [Int: [Piece]] = [:]
        /// The branches of categories, but for the last one.
        package fileprivate(set) var categories: [Category: [Piece]] = [:]
        /// The branch of all other numbers.
        package fileprivate(set) var other: [Piece] = []
    }

    /// The parts in their order.
    package let parts: [Part]

    /// Reads a message in time linear in its length; `nil` if it is not well-formed.
    package init?(_ text: String) {
        var reader = MessageReader(text)
        guard let parts = reader.message() else { return nil }
        self.parts = parts
    }

    /// A Boolean value indicating whether the message is the same whatever the badge.
    package var isFixed: Bool {
        parts.allSatisfy { part in
            if case .plain(let pieces) = part { !pieces.contains(.badge) } else { false }
        }
    }
}

/// A reader of a message, from the left.
private struct MessageReader {
    private typealias Piece = MessagePattern.Piece

    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    /// Reads the whole; `nil` at the first error.
    mutating func message() -> [MessagePattern.Part]? {
        var parts: [MessagePattern.Part] = []
        while next != nil {
            if next == "{" {
                guard let part = argument() else { return nil }
                parts.append(part)
            } else {
                parts.append(.plain([.text(text(inBranch: false))]))
            }
        }
        return parts
    }

    /// Reads text up to the next argument, in a branch also up to its end or to a `#`.
    private mutating func text(inBranch: Bool) -> String {
        var text = String.UnicodeScalarView()
        var isQuoted = false
        while let scalar = next {
            let isSyntax = scalar == "{" || inBranch && (scalar == "}" || scalar == "#")
            if scalar == "'" {
                position += 1
                if next == "'" {
                    text.append("'")
                    position += 1
                } else if isQuoted {
                    isQuoted = false
                } else if let quoted = next,
                    quoted == "{" || quoted == "}" || inBranch && quoted == "#"
                {
                    isQuoted = true
                } else {
                    text.append("'")
                }
            } else if isSyntax, !isQuoted {
                break
            } else {
                text.append(scalar)
                position += 1
            }
        }
        return String(text)
    }

    /// Reads `{badge}` or `{badge, plural, …}`.
    private mutating func argument() -> MessagePattern.Part? {
        guard take("{"), word() == "badge" else { return nil }
        if take("}", keepingSpace: true) { return .plain([.badge]) }
        guard take(","), word() == "plural", take(",") else { return nil }
        return plural().map { .plural($0) }
    }

    /// Reads the branches and the brace after them.
    private mutating func plural() -> MessagePattern.Plural? {
        var plural = MessagePattern.Plural()
        var hasOther = false
        while !take("}", keepingSpace: true) {
            if take("=") {
                guard let number = Int(word()), plural.exact[number] == nil,
                    let branch = branch()
                else { return nil }
                plural.exact[number] = branch
            } else {
                guard let category = MessagePattern.Category(rawValue: word()),
                    plural.categories[category] == nil, !(category == .other && hasOther),
                    let branch = branch()
                else { return nil }
                if category == .other {
                    plural.other = branch
                    hasOther = true
                } else {
                    plural.categories[category] = branch
                }
            }
        }
        return hasOther ? plural : nil
    }

    /// Reads a branch with its braces.
    private mutating func branch() -> [Piece]? {
        guard take("{", keepingSpace: true) else { return nil }
        var pieces: [Piece] = []
        while let scalar = next {
            switch scalar {
            case "}":
                position += 1
                return pieces
            case "#":
                position += 1
                pieces.append(.badge)
            case "{":
                // Only the badge itself: a plural in a branch is none that people can follow.
                guard take("{"), word() == "badge", take("}", keepingSpace: true) else {
                    return nil
                }
                pieces.append(.badge)
            default: pieces.append(.text(text(inBranch: true)))
            }
        }
        return nil
    }

    /// Reads letters and digits, with the space before and after them.
    private mutating func word() -> String {
        skipSpace()
        var word = String.UnicodeScalarView()
        while let scalar = next, scalar.isASCII, scalar.properties.isAlphabetic || isDigit(scalar) {
            word.append(scalar)
            position += 1
        }
        skipSpace()
        return String(word)
    }

    private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private mutating func skipSpace() {
        while let scalar = next, scalar.properties.isWhitespace { position += 1 }
    }

    /// Reads a mark, with the space before it and, unless that is kept, after it.
    private mutating func take(_ mark: Unicode.Scalar, keepingSpace: Bool = false) -> Bool {
        skipSpace()
        guard next == mark else { return false }
        position += 1
        if !keepingSpace { skipSpace() }
        return true
    }
}
