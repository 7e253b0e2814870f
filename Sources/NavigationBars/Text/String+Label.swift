extension String {
    /// The text as a label of at most `width` cells: printable, cut with an ellipsis between
    /// grapheme clusters, and isolated if it could turn the direction of its surroundings.
    ///
    /// Titles come from other devices, so nothing in them may reach the terminal as a command.
    package func label(width: Int = .max) -> String {
        let text = printable.truncated(to: width)
        return text.unicodeScalars.contains(where: \.isRightToLeft)
            ? "\u{2068}\(text)\u{2069}" : text
    }

    /// The text in at most `rows` pieces of at most `width` cells, broken before a slash if there
    /// is one in the second half of a piece; the last has all that is left.
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

    /// The text with spaces for line breaks, replacement characters for other controls and for what
    /// is no character, and without marks that open or close a direction, which could reach beyond
    /// the text.
    package var printable: String {
        var printable = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x09...0x0d, 0x85, 0x2028, 0x2029: printable.append(" ")
            case 0x00...0x1f, 0x7f...0x9f, 0xfffe...0xffff: printable.append("\u{fffd}")
            case 0x202a...0x202e, 0x2066...0x2069: break
            default: printable.append(scalar)
            }
        }
        return String(printable)
    }

    private func truncated(to width: Int) -> String {
        guard displayWidth > width else { return self }
        guard width > 0 else { return "" }
        var cut = ""
        var used = 1
        for character in self {
            used += character.displayWidth
            guard used <= width else { break }
            cut.append(character)
        }
        return cut + "…"
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is in one of the blocks of scripts that run from right to left.
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8ff, 0x200f, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff,
            0x1e800...0x1efff:
            true
        default: false
        }
    }
}
