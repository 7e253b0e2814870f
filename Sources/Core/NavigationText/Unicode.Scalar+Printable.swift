extension Unicode.Scalar {
    /// The scalar that stands for this one on a display: a space for line breaks and tabs, the
    /// replacement character for other controls and for noncharacters, `nil` for scalars that are
    /// not seen and change what is: marks that open or close a direction, which could reach beyond
    /// the text, invisible spaces and operators, annotations and tags.
    ///
    /// Joiners, variation selectors and implicit marks of direction stay: emoji and whole scripts
    /// need them, and they do nothing beyond their neighbours.
    package var printable: Unicode.Scalar? {
        switch value {
        case 0x20...0x7e: self
        case 0x09...0x0d, 0x85, 0x2028, 0x2029: " "
        case 0x00...0x1f, 0x7f...0x9f: "\u{fffd}"
        case 0x180e, 0x200b, 0x202a...0x202e, 0x2060...0x206f, 0xfeff, 0xfff9...0xfffb: nil
        case 0xe0000...0xe0fff where !isVariationSelector: nil
        case 0xfdd0...0xfdef: "\u{fffd}"
        case _ where value & 0xfffe == 0xfffe: "\u{fffd}"
        default: self
        }
    }

    private var isVariationSelector: Bool { (0xe0100...0xe01ef).contains(value) }

    /// A Boolean value indicating whether a person who reads the scalar in a file could miss it, or
    /// be misled by it: what is not printable, and marks and spaces without a width.
    package var isHidden: Bool {
        if isASCII { return value < 0x20 || value == 0x7f }
        switch value {
        case 0x061c, 0x200e, 0x200f: return true
        default: return printable != self
        }
    }

    /// A Boolean value indicating whether the scalar is in one of the blocks of scripts that run
    /// from right to left.
    package var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8ff, 0x200f, 0xfb1d...0xfdff, 0xfe70...0xfefc, 0x10800...0x10fff,
            0x1e800...0x1efff:
            true
        default: false
        }
    }
}

extension String {
    /// The text in one line of printable characters: see ``Swift/Unicode/Scalar/printable``. Tags
    /// stay where they spell the flag of a region.
    package var printable: String {
        if utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return self }
        var printable = String.UnicodeScalarView()
        var isFlag = false
        for scalar in unicodeScalars {
            let isTag = (0xe0020...0xe007f).contains(scalar.value)
            isFlag = scalar.value == 0x1f3f4 || isFlag && isTag
            if isFlag, isTag {
                printable.append(scalar)
            } else if let shown = scalar.printable {
                printable.append(shown)
            }
        }
        return String(printable)
    }

    /// A Boolean value indicating whether the text as a whole runs from right to left: its first
    /// letter does, as rules P2 and P3 of the Unicode Bidirectional Algorithm have it.
    package var isRightToLeft: Bool {
        for scalar in unicodeScalars {
            if scalar.isRightToLeft { return true }
            if scalar.properties.isAlphabetic { return false }
        }
        return false
    }
}
