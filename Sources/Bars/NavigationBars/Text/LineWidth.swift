/// The width of a line of text as it grows by one grapheme cluster after the other.
struct LineWidth {
    /// The width so far, in points.
    var width: Double { max(0, sum * size) }

    /// The width in sizes of the font.
    private var sum = 0.0
    private let size: Double
    /// The weight from regular (0) to bold (1).
    private let boldness: Double
    /// The last cluster as an index from space on, if it is one of ASCII.
    private var lastASCII: Int?
    /// The last cluster, if it is a letter of Arabic.
    private var lastLetter: (letter: ArabicLetter, isJoined: Bool)?

    /// An empty line.
    init(_ font: Font) {
        size = font.size
        boldness =
            switch font.weight {
            case .regular: 0
            case .medium: 1.0 / 3
            case .semibold: 2.0 / 3
            case .bold: 1
            }
    }

    /// Appends a cluster.
    mutating func append(_ character: Character) {
        if let byte = character.asciiValue, byte >= 0x20, byte < 0x7f {
            appendASCII(Int(byte) - 0x20)
            return
        }
        lastASCII = nil
        if character.isEmoji {
            sum += Self.emoji
            lastLetter = nil
            return
        }
        for scalar in character.unicodeScalars { append(scalar) }
    }

    /// The width of an emoji: Noto Color Emoji's 2550 of 2048 units, rounded up.
    private static let emoji = 1.25
    /// The width of a letter that is not in the tables: about the average of the Noto fonts.
    private static let unknown = 0.6

    private mutating func appendASCII(_ index: Int) {
        lastLetter = nil
        sum += inter(index)
        if let lastASCII, let pair = Self.kerning[lastASCII * 95 + index] {
            sum += between(pair.regular, pair.bold) / TextMetricsTable.interUnits
        }
        lastASCII = index
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        let cells = scalar.displayWidth
        // Marks are drawn over what they follow, and letters join across them.
        guard cells > 0 else { return }
        if let letter = ArabicLetter(scalar, isBold: boldness > 0.5) {
            append(letter)
            return
        }
        lastLetter = nil
        sum += width(of: scalar, cells: cells)
    }

    private func width(of scalar: Unicode.Scalar, cells: Int) -> Double {
        if let index = Self.interIndex(of: scalar.value) {
            let width = inter(index)
            if width > 0 { return width }
        }
        switch scalar.value {
        case 0x1100...0x115f, 0x3130...0x318f, 0xac00...0xd7a3:
            return TextMetricsTable.hangul / TextMetricsTable.notoUnits
        case 0xff61...0xffdc: return TextMetricsTable.halfwidth / TextMetricsTable.notoUnits
        default: break
        }
        if cells == 2 { return TextMetricsTable.ideograph / TextMetricsTable.notoUnits }
        if let index = TextMetricsTable.arabicSigns.firstIndex(where: { $0 == scalar.value }) {
            let widths =
                boldness > 0.5
                ? TextMetricsTable.arabicSignsBold : TextMetricsTable.arabicSignsRegular
            return Double(widths[index]) / TextMetricsTable.notoUnits
        }
        return Self.unknown
    }

    /// Appends a letter. It is alone or last until another joins it; then it is first or amid.
    private mutating func append(_ letter: ArabicLetter) {
        guard let last = lastLetter, last.letter.joinsNext, letter.joinsPrevious else {
            sum += letter.isolated
            lastLetter = (letter, isJoined: false)
            return
        }
        let before = last.isJoined ? last.letter.final : last.letter.isolated
        if let ligature = last.letter.ligature(with: letter, isJoined: last.isJoined) {
            sum += ligature - before
        } else {
            sum += (last.isJoined ? last.letter.medial : last.letter.initial) - before
            sum += letter.final
        }
        lastLetter = (letter, isJoined: true)
    }

    private func inter(_ index: Int) -> Double {
        between(Double(TextMetricsTable.regular[index]), Double(TextMetricsTable.bold[index]))
            / TextMetricsTable.interUnits
    }

    private func between(_ regular: Double, _ bold: Double) -> Double {
        regular + (bold - regular) * boldness
    }

    private static func interIndex(of value: UInt32) -> Int? {
        var start = 0
        for range in TextMetricsTable.ranges {
            guard value > range.upperBound else {
                return range.contains(value) ? start + Int(value - range.lowerBound) : nil
            }
            start += range.count
        }
        return nil
    }

    /// The kerning of each pair of ASCII, at 95 × the left + the right: the distance that moves the
    /// right, in units of the font; `nil` for none.
    private static let kerning: [(regular: Double, bold: Double)?] = {
        var kerning = [(regular: Double, bold: Double)?](repeating: nil, count: 95 * 95)
        for (index, pair) in TextMetricsTable.kernedPairs.enumerated() {
            kerning[Int(pair)] = (
                Double(TextMetricsTable.regularKerning[index]),
                Double(TextMetricsTable.boldKerning[index])
            )
        }
        return kerning
    }()
}
