internal import NavigationText

/// A text of a layout as it is shown, with all that is behind it.
package struct InspectedText: Hashable, Sendable {
    /// The id of the text in a picture: `tab.inbox.label`.
    package let id: String
    /// The text as it is drawn: cut to its room.
    package let shown: String
    /// The whole of it.
    package let whole: String
    /// The colour of the text as it is set, with its own opacity.
    package let color: Color
    /// The colour behind it: what shines through backgrounds is the content's background.
    package let background: Color
    /// The font.
    package let font: Font
    /// A Boolean value indicating whether it is a part of something that can't be used.
    package let isDisabled: Bool

    /// The contrast, 1 to 21.
    package var ratio: Double { color.over(background).contrast(with: background) }

    /// Returns the least contrast of text of this size: 4.5, and 3 from 24 points on, or from 18.66
    /// on in bold (Web Content Accessibility Guidelines 2.2, AA, where a CSS pixel is a point); 7 and
    /// 4.5 where people want more of it (AAA). What can't be used has none.
    package func least(isIncreased: Bool = false) -> Double {
        if isDisabled { return 1 }
        let isBold = font.weight == .bold
        let isLarge = font.size >= 24 || isBold && font.size >= 18.66
        return isIncreased ? (isLarge ? 4.5 : 7) : isLarge ? 3 : 4.5
    }

    /// A Boolean value indicating whether there is enough of it by AA.
    package var suffices: Bool { ratio >= least() }

    /// A Boolean value indicating whether its room is too small for it.
    package var isTruncated: Bool { shown != whole.printable }
}

extension BarLayout {
    /// Every text, bars first.
    package var texts: [InspectedText] {
        var texts = TextList(content: content.background)
        texts.append(navigationBar)
        texts.append(tabBar)
        for bar in standaloneBars {
            texts.append(bar.navigationBar)
            texts.append(bar.tabBar)
        }
        texts.append(content, id: "content")
        if let modal {
            var inner = TextList(content: modal.background)
            inner.append(modal.navigationBar)
            inner.append(modal.step, id: "modal.step")
            inner.append(modal.content, id: "modal.content")
            texts.items += inner.items
        }
        return texts.items
    }
}

/// The texts of a layout as they are gathered, over the background of content.
private struct TextList {
    /// The background of the content.
    let content: Color
    /// The texts so far.
    var items: [InspectedText] = []

    init(content: Color) { self.content = content }

    mutating func append(
        _ text: TextElement?, id: String, on backgrounds: [Background?] = [],
        isDisabled: Bool = false
    ) {
        guard let text, !text.text.isEmpty else { return }
        let below = backgrounds.compactMap(\.self).filter { $0.kind != .none && $0.kind != .image }
            .reduce(content) { $1.color.over($0) }
        items.append(
            InspectedText(
                id: id, shown: text.text, whole: text.whole, color: text.color, background: below,
                font: text.font,
                isDisabled: isDisabled))
    }

    mutating func append(_ bar: NavigationBarLayout?) {
        guard let bar else { return }
        let background = bar.background
        append(bar.title, id: "\(bar.id).title", on: [background])
        append(bar.prompt, id: "\(bar.id).prompt", on: [background])
        append(
            bar.back?.label, id: "\(bar.id).back.label", on: [background, bar.back?.background])
        for button in bar.left + bar.right {
            append(
                button.label, id: "\(bar.id).\(button.id).label",
                on: [background, button.background], isDisabled: !button.isEnabled)
        }
        append(bar.searchField?.label, id: "\(bar.id).search.label", on: [background])
        append(bar.searchField?.cancel, id: "\(bar.id).cancelSearch.label", on: [background])
        for (index, segment) in (bar.segmentedControl?.segments ?? []).enumerated() {
            append(segment.label, id: "\(bar.id).segments.\(index).label", on: [background])
        }
    }

    mutating func append(_ bar: TabBarLayout?) {
        guard let bar else { return }
        for item in bar.items {
            append(
                item.label, id: "\(item.id).label", on: [bar.background, item.marker],
                isDisabled: !item.isEnabled)
            append(item.badge, id: "\(item.id).badge.label", isDisabled: !item.isEnabled)
        }
        for row in bar.more?.rows ?? [] { append(row, id: "tabBar.more.row.\(row.id)") }
        append(bar.accessory, id: "tabBar.accessory.label", on: [bar.accessoryBackground])
    }

    mutating func append(_ content: ContentLayout, id: String) {
        append(content.placeholder, id: "\(id).placeholder")
        for row in content.rows { append(row, id: "\(id).row.\(row.id)") }
        for child in content.children { append(child.label, id: "\(id).child.\(child.id).label") }
        for pane in content.panes { append(pane.navigationBar) }
    }

    private mutating func append(_ row: ContentLayout.Row, id: String) {
        append(row.label, id: "\(id).label", isDisabled: row.label.opacity < 1)
        append(row.badge, id: "\(id).badge.label", isDisabled: false)
    }

    private mutating func append(_ badge: BadgeLayout?, id: String, isDisabled: Bool) {
        guard let badge else { return }
        let pill = Background(kind: .opaque, color: badge.fill, frame: badge.frame)
        append(badge.label, id: id, on: [pill], isDisabled: isDisabled)
    }
}
