package import NavigationText

extension String {
    /// Returns the text as a label of at most `width` cells: printable, truncated with an ellipsis
    /// between grapheme clusters, and isolated if it could turn the direction of its surroundings.
    ///
    /// Titles come from other devices, so nothing in them may reach the terminal as a command.
    package func label(width: Int = .max) -> TerminalText {
        TerminalText(width == .max ? self : printable.truncated(to: width))
    }

    /// Returns the text in at most `rows` pieces of at most `width` cells, broken before a slash if
    /// there is one in the second half of a piece; the last has all that is left.
    func wrapped(width: Int, rows: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in printable {
            if pieces.count + 1 < rows, piece.displayWidth + character.displayWidth > width {
                let slash = piece.lastIndex(of: "/") ?? piece.endIndex
                let isLate = piece[..<slash].displayWidth > width / 2
                let end = isLate && character != "/" ? slash : piece.endIndex
                pieces.append(String(piece[..<end]))
                piece = String(piece[end...])
            }
            piece.append(character)
        }
        return pieces + [piece]
    }

    private func truncated(to width: Int) -> String {
        guard displayWidth > width else { return self }
        guard width > 0 else { return "" }
        var truncated = ""
        var used = 1
        for character in self {
            used += character.displayWidth
            guard used <= width else { break }
            truncated.append(character)
        }
        return truncated + "…"
    }
}

extension TerminalText {
    /// The number of a terminal's cells that the text takes; it has no line breaks and no styles.
    package var displayWidth: Int { description.displayWidth }
}
