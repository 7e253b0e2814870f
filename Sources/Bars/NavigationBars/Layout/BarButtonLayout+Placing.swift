internal import NavigationModel
internal import NavigationText

extension BarButtonLayout {
    /// Places an item in a row, `width` wide from a distance on.
    init(
        _ button: BarButton, at start: Double, width: Double, in line: ReadingLine,
        of row: NavigationBarRow.Content
    ) {
        let frame = line.frame(at: start, width: width)
        self.init(
            id: button.id, kind: button.kind, frame: frame, touch: frame, background: nil,
            label: nil,
            icon: nil,
            isEnabled: button.isEnabled, isFocused: false, accessibility: nil)
        guard !button.isSpace else { return }
        touch = frame.touchable(row.style).within(row.traits.screen)
        isFocused = row.traits.focused == "\(row.id).\(button.id)"
        let stands = isFocused && row.traits.isTelevision
        background =
            stands
            ? .focus(frame, in: line.bounds) : row.style.glass(behind: frame, on: row.traits)
        let usual = button.image == nil ? row.look.tintColor : row.look.symbolColor
        let color = stands ? Color.onTelevisionFocus : usual
        let opacity = button.isEnabled ? 1 : NavigationBarMetrics.disabledOpacity
        if let image = button.image {
            let size = min(button.symbolSize(row: line.bounds.height), width)
            icon = line.symbol(
                image, at: start + (width - size) / 2, size: size, color: color, opacity: opacity)
        } else if let title = button.title {
            let padding = min(row.style.wordPadding, width / 2)
            label = line.text(
                title, at: start + padding,
                room: width - 2 * padding + NavigationBarTitleArea.rounding,
                font: button.font(row.style), color: color, opacity: opacity)
        }
        accessibility = AccessibilityElement(
            .button, label: button.accessibilityLabel ?? button.title ?? button.name,
            traits: button.isEnabled ? [.button] : [.button, .notEnabled],
            identifier: button.accessibilityIdentifier, largeContentTitle: button.title,
            largeContentImage: button.image)
    }
}

extension BackButtonLayout {
    /// Places the back button to a screen, from a distance on: with the first words that are no
    /// wider than the first of `rooms` that any are no wider than.
    init(
        to screen: Screen, at start: Double, rooms: [Double], in line: ReadingLine,
        of row: NavigationBarRow.Content
    ) {
        let style = row.style
        let (_, side) = style.backSquare
        let size = NavigationBarMetrics.indicatorSize
        let overlap = NavigationBarMetrics.indicatorOverlap
        let font = style.buttonFont
        let title = screen.backTitle(in: row.traits.locale)
        let words = [title, LocalizedString.back.text(in: row.traits.locale)].map(\.printable)
        let widths = words.map { TextMetrics.width(of: $0, in: font) }
        let hasTitle = style.backForm == .titled
        let chosen =
            hasTitle
            ? rooms.lazy.compactMap { room in
                widths.firstIndex { $0 > 0 && $0 <= room + overlap }
            }.first : nil
        let label = chosen.flatMap {
            line.text(
                words[$0], at: start + size - overlap, room: line.bounds.width, font: font,
                color: row.look.tintColor)
        }
        let frame = line.frame(
            at: start,
            width: hasTitle ? max(size, size - overlap + (label?.frame.width ?? 0)) : side)
        let indicator = BackIndicator(
            row.item?.screen, row.properties, usual: style.backSymbol)
        self.init(
            frame: frame, touch: frame.touchable(style).within(row.traits.screen),
            background: style.glass(behind: frame, on: row.traits),
            indicator: line.symbol(
                indicator.symbol, at: start + (hasTitle ? 0 : (side - size) / 2),
                size: min(size, line.bounds.height), color: row.look.backColor,
                weight: hasTitle ? .semibold : .medium, isMirrored: true),
            label: label, transitionMask: indicator.mask,
            isFocused: row.traits.focused == "\(row.id).back",
            accessibility: AccessibilityElement(
                .backButton, label: title, traits: [.button], largeContentTitle: title,
                largeContentImage: indicator.symbol))
    }
}

extension NavigationBarStyle {
    /// The height of glass behind a button, in points.
    private static let glassHeight: Double = 44

    /// Returns the glass behind a button; `nil` where buttons stand on the bar.
    func glass(behind frame: Rect, on traits: DeviceTraits) -> Background? {
        guard hasGlassButtons else { return nil }
        let height = min(Self.glassHeight, frame.height)
        let pill = Rect(
            x: frame.x, y: frame.midY - height / 2, width: frame.width, height: height)
        return .glass(pill, on: traits)
    }
}

extension Background {
    /// Returns the bright pill behind a button that has a television's focus.
    static func focus(_ frame: Rect, in row: Rect) -> Background {
        let height = min(66, row.height)
        return Background(
            kind: .opaque, color: Color.televisionFocus,
            frame: Rect(
                x: frame.x, y: frame.midY - height / 2, width: frame.width, height: height),
            cornerRadius: height / 2)
    }

    /// Returns a piece of glass with round ends: a translucent colour, for its refraction is no part
    /// of a layout (our own values).
    static func glass(_ frame: Rect, on traits: DeviceTraits) -> Background {
        let light = Color(0xFFFFFF, opacity: 0.72)
        let dark = Color(0x2C2C2E, opacity: 0.72)
        return Background(
            kind: .translucent, material: .thin,
            color: traits.appearance == .light ? light : dark, frame: frame,
            cornerRadius: min(frame.width, frame.height) / 2)
    }
}

extension Rect {
    /// Returns the rectangle with half of the distance to its neighbours.
    fileprivate func touchable(_ style: NavigationBarStyle) -> Rect {
        let half = style.gap / 2
        return inset(by: Insets(left: -half, right: -half))
    }
}

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
    init(_ buttons: [BarButton], row: Double, style: NavigationBarStyle) {
        var isAfterButton = false
        for button in buttons where width < DeviceTraits.maximumLength {
            let gap = isAfterButton && !button.isSpace ? style.gap : 0
            append(Piece(button: button, gap: gap, width: button.naturalWidth(row: row, style)))
            isAfterButton = !button.isSpace
        }
    }

    /// Returns the items that find room, the last of them truncated. An item without any is left
    /// out: UIKit would let it lie over others.
    func fitted(to room: Double) -> BarButtonGroup {
        guard width > room else { return self }
        var run = self
        run.pieces = []
        run.width = 0
        for var piece in pieces {
            let rest = room - run.width - piece.gap
            if piece.width > rest {
                guard piece.button.canBeTruncated, rest >= NavigationBarMetrics.glyphSize else {
                    break
                }
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

    /// A Boolean value indicating whether it is words, which can be truncated.
    fileprivate var canBeTruncated: Bool { !isSpace && image == nil }

    /// Returns the font of its words.
    func font(_ bar: NavigationBarStyle) -> Font {
        style == "done" ? bar.doneFont : bar.buttonFont
    }

    /// Returns its width where there is room: a space of the width that is set, a symbol of 24
    /// points or of the size that is set, words as they are. A flexible space has no more than the
    /// usual distance to fill.
    fileprivate func naturalWidth(row: Double, _ bar: NavigationBarStyle) -> Double {
        switch kind {
        case "fixedSpace": return width
        case "flexibleSpace": return NavigationBarMetrics.gap
        default: break
        }
        if image != nil { return max(bar.symbolWidth ?? 0, symbolSize(row: row)) }
        guard let title else { return NavigationBarMetrics.customWidth }
        return TextMetrics.width(of: title.printable, in: font(bar)) + 2 * bar.wordPadding
    }

    /// Returns the side of its symbol, at most the height of the row.
    func symbolSize(row: Double) -> Double {
        min(glyphSize ?? NavigationBarMetrics.glyphSize, row)
    }
}
