internal import NavigationModel
internal import NavigationProperties

/// An item of a bar of tabs before it has a place: for a tab, for an item of a standalone bar, or
/// for all that find no room.
struct TabBarItem: Hashable, Sendable {
    /// The id in the layout.
    var id: String
    /// The title, as it is spoken too.
    var title: String
    /// The symbol, if it has one.
    var symbol: String?
    /// The app's own symbol while it is selected.
    var selectedSymbol: String?
    /// The badge: empty for a dot, `nil` for none.
    var badge: String?
    /// The words spoken for its state.
    var value: String?
    /// The identifier for tests.
    var identifier: String?
    /// The title of the large content viewer, if it is another one.
    var largeContentTitle: String?
    /// The symbol of the large content viewer, if it is another one.
    var largeContentImage: String?
    /// A Boolean value indicating whether it can be selected.
    var isEnabled = true
    /// A Boolean value indicating whether it is selected.
    var isSelected = false
    /// A Boolean value indicating whether it is the system's search tab.
    var isSearch = false
    /// A Boolean value indicating whether it may have a label.
    var showsTitle = true
    /// The purpose that its app names: `subtask`, `view` or `mode`; `nil` for none.
    var purpose: String?
    /// The depth in a sidebar: 1 for the child of another tab.
    var depth = 0

    /// Makes the item of a tab, in a language; texts without one are in `development`.
    init(_ tab: Tab, in locale: LanguageTag, development: LanguageTag) {
        id = "tab.\(tab.id)"
        title = tab.title(in: locale)
        // The system's search tab brings its symbol with it.
        isSearch = tab.properties.text(.role) == "search"
        symbol = tab.icon.nonEmpty ?? (isSearch ? "magnifyingglass" : nil)
        selectedSymbol = tab.properties.explicitText(.selectedImage)
        badge = tab.badge(in: locale)
        value = tab.accessibilityValue(in: locale, development: development)
        isEnabled = tab.isEnabled
        purpose = tab.properties.explicitText(.purpose)
        read(tab.properties, in: locale)
    }

    /// Makes the item of a screen in a standalone bar of tabs, as that of a tab.
    init(
        _ screen: Screen, of bar: StandaloneBar, in locale: LanguageTag, development: LanguageTag
    ) {
        id = "\(bar.id.layoutID).\(screen.id)"
        title = screen.barTitle(in: locale) ?? ""
        symbol = screen.properties.explicitText(.itemImage)
        selectedSymbol = screen.properties.explicitText(.selectedImage)
        badge = screen.badge(in: locale)
        value = screen.accessibilityValue(in: locale, development: development)
        isSelected = bar.properties.explicitText(.selectedItem) == screen.id.rawValue
        read(screen.properties, in: locale)
    }

    /// Makes the item for the tabs without room: an ellipsis and the word for it, as the
    /// description of the tab bar says.
    init(moreWithID id: String, in locale: LanguageTag, isSelected: Bool) {
        self.id = id
        title = LocalizedString.more.text(in: locale)
        symbol = "ellipsis"
        selectedSymbol = "ellipsis"
        self.isSelected = isSelected
    }

    /// Takes the badges of tabs that it stands for, as one, unless it has its own.
    mutating func standIn(for badges: [String?], in locale: LanguageTag) {
        guard badge == nil, let sum = badges.compactMap(\.self).summedBadge else { return }
        badge = sum
        value = sum.unlessBlank ?? LocalizedString.new.text(in: locale)
    }

    /// The item as a bar of words has it: without its symbol, but for the search tab, which has
    /// nothing else. Its symbol is that of the large content viewer.
    var asWords: TabBarItem {
        var item = self
        item.largeContentImage = largeContentImage ?? symbol
        if isSearch {
            item.showsTitle = false
        } else if title.unlessBlank != nil {
            item.symbol = nil
        }
        return item
    }

    private mutating func read(_ properties: Properties, in locale: LanguageTag) {
        identifier = properties.explicitText(.accessibilityIdentifier)
        largeContentTitle = properties.localized(.largeContentTitle, in: locale)
        largeContentImage = properties.explicitText(.largeContentImage)
    }

    /// Returns the symbol to draw: the selected item's is filled (`house` → `house.fill`) unless
    /// the app has one of its own for it. Material's bar fills none by itself.
    func drawnSymbol(fillsSelected: Bool) -> String? {
        guard let symbol, isSelected else { return symbol }
        return selectedSymbol ?? (fillsSelected ? symbol.filled : symbol)
    }

    /// Returns the element for screen readers: a button that is selected or not.
    func accessibility(drawing symbol: String?) -> AccessibilityElement {
        var traits: [AccessibilityElement.Trait] = [.button]
        if isSelected { traits.append(.selected) }
        if !isEnabled { traits.append(.notEnabled) }
        return AccessibilityElement(
            .tab, label: title, value: value, traits: traits, identifier: identifier,
            largeContentTitle: largeContentTitle ?? title,
            largeContentImage: largeContentImage ?? symbol)
    }
}

extension String {
    /// The name of the filled variant; one that is filled already is its own.
    fileprivate var filled: String {
        split(separator: ".").contains("fill") ? self : self + ".fill"
    }
}

extension String? {
    /// The text, unless it is empty.
    fileprivate var nonEmpty: String? { flatMap { $0.isEmpty ? nil : $0 } }
}
