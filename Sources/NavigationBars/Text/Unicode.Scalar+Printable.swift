extension Unicode.Scalar {
    /// What stands for the scalar where it is shown: a space for line breaks and tabs, the
    /// replacement character for other controls and for what XML has no place for, `nil` for marks
    /// that open or close a direction, which could reach beyond the text.
    var printable: Unicode.Scalar? {
        switch value {
        case 0x09...0x0d, 0x85, 0x2028, 0x2029: " "
        case 0x00...0x1f, 0x7f...0x9f, 0xfffe, 0xffff: "\u{fffd}"
        case 0x202a...0x202e, 0x2066...0x2069: nil
        default: self
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is in one of the blocks of scripts that run from right to left.
    var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8ff, 0x200f, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff,
            0x1e800...0x1efff:
            true
        default: false
        }
    }
}

extension String {
    /// Whether the text as a whole runs from right to left: its first letter does, as rules P2 and
    /// P3 of the Unicode Bidirectional Algorithm have it.
    var isRightToLeft: Bool {
        for scalar in unicodeScalars {
            if scalar.isRightToLeft { return true }
            if scalar.properties.isAlphabetic { return false }
        }
        return false
    }
}
