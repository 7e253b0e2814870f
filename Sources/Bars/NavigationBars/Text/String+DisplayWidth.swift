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
