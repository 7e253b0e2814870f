internal import NavigationText

/// The room that texts take, in points, without a font at hand: from the committed widths of free
/// fonts that stand for the platform's.
///
/// Inter stands for every family, for Hangul, ideographs, kana and Arabic the Noto fonts. Against
/// Chromium's shaping with these fonts, kerning included, the width of titles in Latin, Cyrillic
/// and Arabic script, of Korean and Japanese ones is right to 1 %, of Greek ones to 5 %. Other
/// scripts are estimated: a letter takes 0.6 of the size of the font, an emoji 1.25.
package enum TextMetrics {
    /// Returns the width of a line of text; never negative, and finite for every font of finite
    /// size.
    package static func width(of text: String, in font: Font) -> Double {
        var line = LineWidth(font)
        for character in text { line.append(character) }
        return line.width
    }

    /// Returns the font's reach above the baseline.
    package static func ascent(of font: Font) -> Double {
        font.size * TextMetricsTable.interAscent / TextMetricsTable.interUnits
    }

    /// Returns the font's reach below the baseline.
    package static func descent(of font: Font) -> Double {
        font.size * TextMetricsTable.interDescent / TextMetricsTable.interUnits
    }

    /// Returns the height of a line, from the ascent to the descent.
    package static func lineHeight(of font: Font) -> Double {
        ascent(of: font) + descent(of: font)
    }

    /// Returns the text as one line that is at most `width` wide: printable, and if it is too wide
    /// truncated between grapheme clusters, with an ellipsis in the place of the rest. Empty if not
    /// even that fits.
    package static func truncate(
        _ text: String, to width: Double, in font: Font
    ) -> (text: String, width: Double) {
        let text = text.printable
        // The whole may be narrower than its beginning: a joined letter is narrower than one at a
        // word's end.
        let whole = Self.width(of: text, in: font)
        guard whole > width else { return (text, whole) }
        let ellipsis = Self.width(of: "…", in: font)
        var line = LineWidth(font)
        var kept = (end: text.startIndex, width: 0.0)
        for index in text.indices {
            line.append(text[index])
            guard line.width <= width else {
                guard ellipsis <= width else { return ("", 0) }
                return (text[..<kept.end] + "…", kept.width + ellipsis)
            }
            if line.width + ellipsis <= width, text[index] != " " {
                kept = (text.index(after: index), line.width)
            }
        }
        return (text, whole)
    }
}
