/// The elements of a scene's bars in the order in which a screen reader moves through them.
///
/// It is computed from the layout, so drawing, data and speech agree: the bars and the content from
/// the top of the screen to its bottom, in each what is higher first, then from the leading edge on.
/// While a modal is presented, it holds the elements of that alone.
package struct ReadingOrder: Hashable, Sendable, Encodable {
    /// An element that a screen reader stops at.
    package struct Element: Hashable, Sendable, Encodable {
        /// The id of the element in the layout.
        package let id: String
        /// The role of the element.
        package let role: AccessibilityElement.Role
        /// The spoken strings, in order.
        package let strings: [String]
        /// A Boolean value indicating whether the focus of a keyboard stops here too: the element
        /// can be used.
        package let isFocusable: Bool
        /// The element of the layout, whose words the strings are; `nil` for text alone.
        package let source: AccessibilityElement?

        private enum CodingKeys: CodingKey {
            case id, role, strings, isFocusable
        }
    }

    /// The elements in reading order.
    package let elements: [Element]

    private enum CodingKeys: String, CodingKey {
        case elements = "stops"
    }

    /// All spoken strings, in order.
    package var strings: [String] { elements.flatMap(\.strings) }

    /// Collects the elements of a layout.
    package init(_ layout: BarLayout) {
        let locale = layout.traits.locale
        guard let modal = layout.modal else {
            let more = layout.tabBar?.more.map {
                Self.rows(
                    $0.rows, of: "tabBar.more.row", isOrdered: layout.traits.isMoreEdited, locale)
            }
            let content = Self.elements(layout.content, of: "content", locale) + (more ?? [])
            let parts: [(top: Double?, elements: [Element])] =
                [
                    (layout.navigationBar?.frame.y, Self.elements(layout.navigationBar, locale)),
                    (layout.content.frame.y, content),
                ]
                + layout.standaloneBars.map { bar in
                    (
                        bar.frame?.y,
                        Self.elements(bar.navigationBar, locale)
                            + Self.elements(bar.tabBar, locale)
                    )
                }
                + [
                    (
                        layout.tabBar?.accessoryControl?.touch.y,
                        Self.accessory(layout.tabBar, locale)
                    ),
                    (layout.tabBar?.readFrom, Self.elements(layout.tabBar, locale)),
                ]
            elements = parts.enumerated().sorted { left, right in
                (left.element.top ?? 0, left.offset) < (right.element.top ?? 0, right.offset)
            }.flatMap(\.element.elements)
            return
        }
        let step = modal.step.map {
            [Element(id: "\(modal.id).step", .text, strings: [$0.whole.spoken])]
        }
        elements =
            Self.elements(modal.navigationBar, locale) + (step ?? [])
            + Self.elements(modal.content, of: "\(modal.id).content", locale)
    }

    /// The element with an id; `nil` if it is not in sight.
    package subscript(id: String) -> Element? { elements.first { $0.id == id } }

    /// Returns the id of the element that gets the focus after another: the next that can be used,
    /// after the last and from nowhere the first; `nil` if nothing can be used.
    package func focus(after id: String?) -> String? {
        let focusable = elements.filter(\.isFocusable).map(\.id)
        guard let index = id.flatMap(focusable.firstIndex), index + 1 < focusable.count else {
            return focusable.first
        }
        return focusable[index + 1]
    }

    /// Returns the id of the element that gets the focus before another: the one before that can be
    /// used, before the first and from nowhere the last; `nil` if nothing can be used.
    package func focus(before id: String?) -> String? {
        let focusable = elements.filter(\.isFocusable).map(\.id)
        guard let index = id.flatMap(focusable.firstIndex), index > 0 else { return focusable.last }
        return focusable[index - 1]
    }

    private static func elements(_ bar: NavigationBarLayout?, _ locale: LanguageTag) -> [Element] {
        guard let bar else { return [] }
        let prompt = bar.prompt.map {
            [Element(id: "\(bar.id).prompt", .text, strings: [$0.whole.spoken])]
        }
        let back = bar.back.map { Element($0.accessibility, id: "\(bar.id).back", in: locale) }
        let heading = bar.heading.map { Element($0, id: "\(bar.id).title", in: locale) }
        let title = [heading].compactMap { $0 }.filter { !$0.strings.isEmpty }
        let isLarge = bar.titleMode == .large
        // The items after the title are laid out from the outer edge, and read up to it.
        return (prompt ?? []) + [back].compactMap { $0 } + buttons(bar.left, of: bar, locale)
            + (isLarge ? [] : title) + segments(bar, locale)
            + buttons(bar.right.reversed(), of: bar, locale) + (isLarge ? title : [])
            + search(bar, locale)
    }

    private static func search(_ bar: NavigationBarLayout, _ locale: LanguageTag) -> [Element] {
        guard let field = bar.searchField else { return [] }
        let cancel = field.cancel.map { label in
            Element(
                AccessibilityElement(.button, label: label.whole, traits: [.button]),
                id: "\(bar.id).cancelSearch", in: locale)
        }
        return [Element(field.accessibility, id: "\(bar.id).search", in: locale)]
            + [cancel].compactMap { $0 }
    }

    private static func buttons(
        _ buttons: [BarButtonLayout], of bar: NavigationBarLayout, _ locale: LanguageTag
    ) -> [Element] {
        buttons.compactMap { button in
            button.accessibility.map { Element($0, id: "\(bar.id).\(button.id)", in: locale) }
        }
    }

    private static func segments(_ bar: NavigationBarLayout, _ locale: LanguageTag) -> [Element] {
        guard let control = bar.segmentedControl else { return [] }
        return control.segments.enumerated().map { index, segment in
            let element = AccessibilityElement(
                .button, label: segment.label.whole,
                traits: index == control.selected ? [.button, .selected] : [.button])
            return Element(
                element, id: "\(bar.id).segments.\(index)",
                at: .init(index + 1, of: control.segments.count), in: locale)
        }
    }

    private static func elements(_ bar: TabBarLayout?, _ locale: LanguageTag) -> [Element] {
        guard let bar else { return [] }
        let button = bar.sidebarButton.flatMap { button in
            button.accessibility.map { Element($0, id: button.id, in: locale) }
        }
        return [button].compactMap { $0 }
            + bar.items.enumerated().map { index, item in
                Element(
                    item.accessibility, id: item.id, at: .init(index + 1, of: bar.items.count),
                    in: locale)
            }
    }

    private static func accessory(_ bar: TabBarLayout?, _ locale: LanguageTag) -> [Element] {
        guard let control = bar?.accessoryControl else { return [] }
        return [Element(control.accessibility, id: AccessoryControl.id, in: locale)]
    }

    private static func elements(
        _ content: ContentLayout, of id: String, _ locale: LanguageTag
    ) -> [Element] {
        let bars = content.panes.map { elements($0.navigationBar, locale) }
        let page = content.page.flatMap { page in
            content.pageCount.map { count in
                Element(
                    id: "\(id).page", .text,
                    strings: [
                        SentencePattern.page.text(
                            ["number": String(page + 1), "total": String(count)], in: locale)
                    ])
            }
        }
        let children = content.children.map { child in
            Element(
                id: "\(id).child.\(child.id)", .text,
                strings: [(child.label?.whole ?? child.id).spoken])
        }
        // The rows are in the first pane, below its bar.
        return (bars.first ?? []) + rows(content.rows, of: "\(id).row", locale)
            + bars.dropFirst().joined() + children + (page.map { [$0] } ?? [])
    }

    private static func rows(
        _ rows: [ContentLayout.Row], of id: String, isOrdered: Bool = false, _ locale: LanguageTag
    ) -> [Element] {
        rows.enumerated().map { index, row in
            Element(
                row.accessibility, id: "\(id).\(row.id)",
                at: isOrdered ? .init(index + 1, of: rows.count) : nil, in: locale)
        }
    }
}

extension ReadingOrder.Element {
    /// Reads an element of a layout.
    fileprivate init(
        _ element: AccessibilityElement, id: String,
        at position: AccessibilityElement.Position? = nil, in locale: LanguageTag
    ) {
        self.init(
            id: id, role: element.role, strings: element.spoken(position, in: locale),
            isFocusable: element.traits.contains(.button)
                && !element.traits.contains(.notEnabled), source: element)
    }

    /// Makes an element of a text, which can't get the focus of a keyboard.
    fileprivate init(id: String, _ role: AccessibilityElement.Role, strings: [String]) {
        self.init(
            id: id, role: role, strings: strings.filter { !$0.isEmpty }, isFocusable: false,
            source: nil)
    }
}
