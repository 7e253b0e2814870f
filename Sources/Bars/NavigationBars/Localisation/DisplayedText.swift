package import NavigationModel
internal import NavigationProperties

/// A text that people see or hear of a scene, and that an app can translate into each language by
/// itself.
package struct DisplayedText: Hashable, Sendable {
    /// The item that it belongs to.
    package let item: SceneItem
    /// The name of its property; translations are under the name with a language.
    package let name: PropertyName
    /// The app's own text.
    package let text: String
    /// The languages that it is translated into.
    package let languages: [LanguageTag]

    /// Returns a Boolean value indicating whether people who read `locale` find the text in their
    /// language: it is translated into it, or written in it in the first place.
    package func isTranslated(for locale: LanguageTag) -> Bool {
        languages.contains { $0.serves(locale) } || locale.isRecognized(in: text)
    }
}

extension Scene {
    /// Every text that people see or hear: of all bars, of tabs, modals, standalone bars, and then
    /// of the screens on their stacks. A text without words, such as a number, is left out. It costs the
    /// size of the scene.
    package var displayedTexts: [DisplayedText] {
        let ofAppearance = appearance.displayedTexts(of: .scene)
        let ofTabs = tabs.map { tab in
            tab.properties.displayedTexts(of: .tab(tab.id), title: tab.title, badge: tab.badge)
        }
        let ofModals = modals.map { modal in
            modal.properties.displayedTexts(of: .modal(modal.id), title: modal.title)
        }
        let ofBars = standaloneBars.map { $0.properties.displayedTexts(of: .bar($0.id)) }
        let stacks = tabs.map(\.stack) + modals.map(\.stack) + standaloneBars.map(\.items)
        let ofScreens = stacks.joined().map { screen in
            screen.properties.displayedTexts(of: .screen(screen.id), title: screen.title)
        }
        return ofAppearance + (ofTabs + ofModals + ofBars + ofScreens).flatMap { $0 }
    }

    /// The languages that any of its texts is translated into.
    package var languages: [LanguageTag] {
        Set(displayedTexts.flatMap(\.languages)).sorted { $0.description < $1.description }
    }

    /// Returns the texts that lack a translation into a language, though people who read it see
    /// them. Nothing is missing in the app's own language, which it names in its appearance, else
    /// English.
    package func missingTranslations(for locale: LanguageTag) -> [DisplayedText] {
        let development = developmentLanguage
        return development.serves(locale)
            ? []
            : displayedTexts.filter { text in
                !text.isTranslated(for: locale)
                    && !locale.canRead(text.text, writtenIn: development)
            }
    }

    /// The language of the texts that name none.
    package var developmentLanguage: LanguageTag {
        bars[BarKey(unchecked: Property.developmentLanguage.pattern)].flatMap { LanguageTag($0) }
            ?? .english
    }
}

extension Properties {
    /// Returns the texts under names that can be translated, in the order of the names; with the
    /// title and the badge, which are no properties in the app's own language.
    fileprivate func displayedTexts(
        of item: SceneItem, title: String? = nil, badge: String? = nil
    ) -> [DisplayedText] {
        var own: [PropertyName: String] = [:]
        for name in names where item.isLocalizable(name) {
            own[name.base] = own[name.base] ?? self[name]
        }
        if let title { own[Property.title.name()] = title }
        if let badge { own[Property.badge.name()] = badge }
        return own.sorted { $0.key < $1.key }.filter { $0.value.hasWords }.map { name, text in
            DisplayedText(
                item: item, name: name, text: text,
                languages: translations(of: name).map(\.language))
        }
    }
}

extension SceneItem {
    /// Returns a Boolean value indicating whether a name is one of a text that can be translated.
    fileprivate func isLocalizable(_ name: PropertyName) -> Bool {
        switch self {
        case .scene: LocalizableNames.ofAppearance.contains(name)
        case .tab: LocalizableNames.ofTab.contains(name)
        case .screen: LocalizableNames.ofScreen.contains(name)
        case .modal: LocalizableNames.ofModal.contains(name)
        case .bar: LocalizableNames.ofBar.contains(name)
        }
    }
}

/// The names of the texts of one target that can be translated, read from the schema once.
private struct LocalizableNames: Sendable {
    private let plain: Set<PropertyName>
    private let patterns: [Property]

    static let ofAppearance = LocalizableNames(.appearance)
    static let ofTab = LocalizableNames(.tab)
    static let ofScreen = LocalizableNames(.screen)
    static let ofModal = LocalizableNames(.modal)
    static let ofBar = LocalizableNames(.standaloneBar)

    init(_ target: Property.Target) {
        let texts = PropertySchema.properties(of: target).filter(\.isLocalizable)
        patterns = texts.filter { $0.pattern.contains("*") }
        plain = Set(texts.filter { !$0.pattern.contains("*") }.map { $0.name() })
    }

    func contains(_ name: PropertyName) -> Bool {
        let base = name.base
        return plain.contains(base) || patterns.contains { $0.matches(base) }
    }
}
