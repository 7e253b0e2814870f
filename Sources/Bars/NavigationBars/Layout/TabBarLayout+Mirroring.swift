/// Mirroring of a bar about the middle of the screen, where text runs from right to left: of all
/// but the texts and symbols themselves.
extension TabBarLayout {
    /// Swaps the sides of the screen.
    mutating func mirror(in screen: Rect) {
        frame = frame.mirrored(in: screen)
        background.frame = background.frame.mirrored(in: screen)
        separator?.frame.mirror(in: screen)
        for index in items.indices { items[index].mirror(in: screen) }
        accessory?.mirror(in: screen)
        accessoryBackground?.frame.mirror(in: screen)
    }
}

extension TabItemLayout {
    fileprivate mutating func mirror(in screen: Rect) {
        frame.mirror(in: screen)
        touch.mirror(in: screen)
        marker?.frame.mirror(in: screen)
        icon?.frame.mirror(in: screen)
        label?.mirror(in: screen)
        badge?.frame.mirror(in: screen)
        badge?.label?.mirror(in: screen)
    }
}

extension TextElement {
    /// Swaps the sides of the screen: what began at a left end ends at a right one.
    mutating func mirror(in screen: Rect) {
        frame.mirror(in: screen)
        baseline.x = screen.x + screen.maxX - baseline.x
        anchor =
            switch anchor {
            case .start: .end
            case .middle: .middle
            case .end: .start
            }
    }
}
