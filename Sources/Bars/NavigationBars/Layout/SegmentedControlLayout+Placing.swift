internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

extension SegmentedControlLayout {
    /// Places the segments of a screen that has such a control in its title's place, as a control
    /// that begins at a distance; all equally wide. `nil` if there are none, or no room.
    init?(
        _ item: NavigationItem?, at start: Double, width: Double, in line: ReadingLine,
        on traits: DeviceTraits
    ) {
        guard let item, let names = Self.names(item), width > 0 else { return nil }
        let height = NavigationBarMetrics.segmentHeight(in: line.bounds.height)
        let each = width / Double(names.count)
        let font = NavigationBarMetrics.segmentFont
        let color = SystemColor.label.color(on: traits)
        frame = line.frame(at: start, width: width, height: height)
        segments = names.enumerated().map { index, name in
            let frame = line.frame(at: start + each * Double(index), width: each, height: height)
            let middle = Point(x: frame.midX, y: frame.midY + font.baselineBelowMiddle)
            let label = TextElement(
                line: name, at: middle, anchor: .middle, room: each, font: font,
                color: color)
            return Segment(frame: frame, label: label ?? .empty(in: frame, font: font))
        }
        let chosen = item.properties.number(.selectedSegment) ?? 0
        selected = min(Int(chosen), names.count - 1)
    }

    /// Returns the width that the control of a screen would like: as many times the widest of its
    /// words.
    static func naturalWidth(_ item: NavigationItem?) -> Double {
        guard let item, let names = names(item) else { return 0 }
        let font = NavigationBarMetrics.segmentFont
        let widest = names.map { TextMetrics.width(of: $0.printable, in: font) }.max() ?? 0
        return (widest + NavigationBarMetrics.segmentPadding) * Double(names.count)
    }

    private static func names(_ item: NavigationItem) -> [String]? {
        guard item.titleView == "segmentedControl" else { return nil }
        let names = item.properties.list(.segments).prefix(largestCount)
        return names.isEmpty ? nil : Array(names)
    }

    /// As many segments as can be chosen by number.
    private static let largestCount = 64
}
