/// What a screen reader says while a person moves through the bars of a scene, element by element.
///
/// It is read off the layout, so what is drawn, what is given as data and what is spoken agree.
/// While a modal is presented, there is nothing else.
package struct ReadingOrder: Hashable, Sendable, Encodable {
    /// A place where the tour stops: one element.
    package struct Element: Hashable, Sendable, Encodable {
        /// The element, by the id that the layout gives it.
        package let id: String
        /// What it is.
        package let role: AccessibilityElement.Role
        /// What is spoken, in order.
        package let strings: [String]
        /// Whether the focus of a keyboard stops here too: it can be used.
        package let isFocusable: Bool
    }

    /// The stops, in reading order: of each bar its title, the way back and the buttons; rows;
    /// tabs.
    package let stops: [Element]

    /// All that is spoken, in order.
    package var strings: [String] { stops.flatMap(\.strings) }

    /// Goes through a layout.
    package init(_ layout: BarLayout) {
        let locale = layout.traits.locale
        guard let modal = layout.modal else {
            let more = layout.tabBar?.more.map { Self.rows($0.rows, of: "tabBar.more", locale) }
            stops =
                Self.stops(layout.navigationBar, locale)
                + layout.standaloneBars.flatMap { Self.stops($0.navigationBar, locale) }
                + Self.stops(layout.content, of: "content", locale) + (more ?? [])
                + layout.standaloneBars.flatMap { Self.stops($0.tabBar, locale) }
                + Self.stops(layout.tabBar, locale)
            return
        }
        let step = modal.step.map {
            [Element(id: "\(modal.id).step", .text, strings: [$0.text.spoken])]
        }
        stops =
            Self.stops(modal.navigationBar, locale) + (step ?? [])
            + Self.stops(modal.content, of: "\(modal.id).content", locale)
    }

    /// The stop at an element; `nil` if it is not in sight.
    package subscript(id: String) -> Element? { stops.first { $0.id == id } }

    /// Where the focus goes from an element, by its id: to the next that can be used, from the last
    /// and from nowhere to the first; `nil` if nothing can be used.
    package func focus(after id: String?) -> String? {
        let places = stops.filter(\.isFocusable).map(\.id)
        guard let index = id.flatMap(places.firstIndex), index + 1 < places.count else {
            return places.first
        }
        return places[index + 1]
    }

    /// Where the focus goes back to from an element: to the one before that can be used, from the first
    /// and from nowhere to the last; `nil` if nothing can be used.
    package func focus(before id: String?) -> String? {
        let places = stops.filter(\.isFocusable).map(\.id)
        guard let index = id.flatMap(places.firstIndex), index > 0 else { return places.last }
        return places[index - 1]
    }

    private static func stops(_ bar: NavigationBarLayout?, _ locale: LanguageTag) -> [Element] {
        guard let bar else { return [] }
        let prompt = bar.prompt.map {
            [Element(id: "\(bar.id).prompt", .text, strings: [$0.text.spoken])]
        }
        let back = bar.back.map { Element($0.accessibility, id: "\(bar.id).back", in: locale) }
        let buttons = (bar.left + bar.right).compactMap { button in
            button.accessibility.map { Element($0, id: "\(bar.id).\(button.id)", in: locale) }
        }
        let heading = bar.heading.map { Element($0, id: "\(bar.id).title", in: locale) }
        let first = [heading, back].compactMap { $0 }.filter { !$0.strings.isEmpty }
        return (prompt ?? []) + first + segments(bar, locale) + buttons
    }

    private static func segments(_ bar: NavigationBarLayout, _ locale: LanguageTag) -> [Element] {
        guard let control = bar.segmentedControl else { return [] }
        return control.segments.enumerated().map { index, segment in
            let element = AccessibilityElement(
                .button, label: segment.label.text,
                traits: index == control.selected ? [.button, .selected] : [.button])
            return Element(
                element, id: "\(bar.id).segments.\(index)",
                at: .init(index + 1, of: control.segments.count), in: locale)
        }
    }

    private static func stops(_ bar: TabBarLayout?, _ locale: LanguageTag) -> [Element] {
        guard let bar else { return [] }
        return bar.items.enumerated().map { index, item in
            Element(
                item.accessibility, id: item.id, at: .init(index + 1, of: bar.items.count),
                in: locale)
        }
    }

    private static func stops(
        _ content: ContentLayout, of id: String, _ locale: LanguageTag
    ) -> [Element] {
        let panes = content.panes.flatMap { stops($0.navigationBar, locale) }
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
        return panes + rows(content.rows, of: "\(id).row", locale) + (page.map { [$0] } ?? [])
    }

    private static func rows(
        _ rows: [ContentLayout.Row], of id: String, _ locale: LanguageTag
    ) -> [Element] {
        rows.map { Element($0.accessibility, id: "\(id).\($0.id)", in: locale) }
    }
}

extension ReadingOrder.Element {
    /// The stop at an element.
    fileprivate init(
        _ element: AccessibilityElement, id: String,
        at position: AccessibilityElement.Position? = nil, in locale: LanguageTag
    ) {
        self.init(
            id: id, role: element.role, strings: element.spoken(position, in: locale),
            isFocusable: element.traits.contains(.button)
                && !element.traits.contains(.notEnabled))
    }

    /// The stop at a text.
    fileprivate init(id: String, _ role: AccessibilityElement.Role, strings: [String]) {
        self.init(
            id: id, role: role, strings: strings.filter { !$0.isEmpty }, isFocusable: false)
    }
}
