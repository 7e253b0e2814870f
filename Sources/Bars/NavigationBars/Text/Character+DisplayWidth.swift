extension Character {
    /// The number of a terminal's cells that the grapheme cluster takes: of an emoji with all that
    /// belongs to it two, of everything else the sum of its scalars.
    package var displayWidth: Int {
        let scalars = unicodeScalars
        guard let first = scalars.first else { return 0 }
        if first.isASCII, scalars.count == 1 { return first.displayWidth }
        return isEmoji ? 2 : scalars.reduce(0) { $0 + $1.displayWidth }
    }

    /// A Boolean value indicating whether the cluster is drawn as an emoji, with all that belongs
    /// to it.
    var isEmoji: Bool {
        let scalars = unicodeScalars
        guard let first = scalars.first, first.properties.isEmoji else { return false }
        return first.properties.isEmojiPresentation
            || scalars.contains { Self.emojiJoiners.contains($0) }
    }

    /// The variation selector that asks for an emoji, and the joiner of emoji.
    private static let emojiJoiners: Set<Unicode.Scalar> = ["\u{fe0f}", "\u{200d}"]
}

extension StringProtocol {
    /// The number of a terminal's cells that the text takes; it has no line breaks.
    package var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }
}

extension Unicode.Scalar {
    /// The number of a terminal's cells that the scalar takes by itself: 0, 1 or 2.
    var displayWidth: Int {
        if isZeroWidth { return 0 }
        return properties.isEmojiPresentation || isWide ? 2 : 1
    }

    private var isZeroWidth: Bool {
        switch value {
        // Vowels and finals of Hangul join the initial before them.
        case 0x1160...0x11ff, 0xd7b0...0xd7ff: return true
        // Signs that are format characters to Unicode and drawn all the same.
        case 0xad, 0x600...0x605, 0x6dd, 0x70f, 0x890...0x891, 0x8e2, 0x110bd, 0x110cd:
            return false
        default: break
        }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator,
            .paragraphSeparator:
            return true
        default: return false
        }
    }

    private var isWide: Bool {
        guard value >= 0x1100 else { return false }
        return Self.wide.contains { $0.contains(value) }
    }

    /// East_Asian_Width W and F, from EastAsianWidth.txt of Unicode 15.1.0, without emoji and
    /// merged across code points that were not assigned then. Emoji are known by the standard
    /// library's own tables.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0x3247, 0x3250...0x4dbf,
        0x4e00...0xa4c6, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfad9, 0xfe10...0xfe19,
        0xfe30...0xfe6b, 0xff01...0xff60, 0xffe0...0xffe6, 0x16fe0...0x1b2fb,
        0x1f200...0x1f265, 0x20000...0x323af,
    ]
}
