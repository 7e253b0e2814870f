internal import NavigationText

/// The items at one side of a title, from the edge inwards, with the room that they take.
struct BarButtonGroup {
    /// An item with its room.
    struct Piece {
        /// The item.
        let button: BarButton
        /// The distance to the item before.
        let gap: Double
        /// The width of the item.
        var width: Double
    }

    /// The items, outermost first.
    private(set) var pieces: [Piece] = []
    /// The room of all of them, in points.
    private(set) var width = 0.0

    /// Measures items, as many as any screen could hold.
    init(_ buttons: [BarButton], row: Double) {
        var isAfterButton = false
        for button in buttons where width < DeviceTraits.maximumLength {
            let gap = isAfterButton && !button.isSpace ? NavigationBarMetrics.gap : 0
            append(Piece(button: button, gap: gap, width: button.naturalWidth(row: row)))
            isAfterButton = !button.isSpace
        }
    }

    /// Returns the items that find room, the last of them cut. An item without any is left out:
    /// UIKit would let it lie over others.
    func fitted(to room: Double) -> BarButtonGroup {
        guard width > room else { return self }
        var run = self
        run.pieces = []
        run.width = 0
        for var piece in pieces {
            let rest = room - run.width - piece.gap
            if piece.width > rest {
                guard piece.button.canBeCut, rest >= NavigationBarMetrics.glyphSize else { break }
                piece.width = rest
            }
            run.append(piece)
        }
        return run
    }

    private mutating func append(_ piece: Piece) {
        pieces.append(piece)
        width += piece.gap + piece.width
    }
}

extension BarButton {
    /// A Boolean value indicating whether it is nothing but room.
    var isSpace: Bool { kind == "fixedSpace" || kind == "flexibleSpace" }

    /// A Boolean value indicating whether it is words, which can be cut.
    fileprivate var canBeCut: Bool { !isSpace && image == nil }

    /// The font of its words.
    var font: Font {
        style == "done" ? NavigationBarMetrics.doneFont : NavigationBarMetrics.buttonFont
    }

    /// Returns its width where there is room: a space of the width that is set, a symbol of 24
    /// points or of the size that is set, words as they are. A flexible space has no more than the
    /// usual distance to fill.
    fileprivate func naturalWidth(row: Double) -> Double {
        switch kind {
        case "fixedSpace": return width
        case "flexibleSpace": return NavigationBarMetrics.gap
        default: break
        }
        if image != nil { return symbolSize(row: row) }
        guard let title else { return NavigationBarMetrics.customWidth }
        return TextMetrics.width(of: title.printable, in: font)
    }

    /// Returns the side of its symbol, at most the height of the row.
    func symbolSize(row: Double) -> Double {
        min(glyphSize ?? NavigationBarMetrics.glyphSize, row)
    }
}
