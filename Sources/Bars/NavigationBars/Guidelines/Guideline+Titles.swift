internal import NavigationModel
internal import NavigationProperties

/// Guidelines for the titles and other texts of bars.
extension Guideline {
    /// A screen whose bar has no title.
    static let missingTitle = Guideline(
        "missing-title", .warning, rows: ["H-13", "D-13"],
        "the title of the navigation bar shows the current location"
    ) { context in
        let screens = context.items.filter { bar, depth, item in
            item.isUntitled && !context.isTitledOtherwise(bar, at: depth)
        }
        let ofScreens = screens.map { bar, depth, item in
            Violation(
                item.sceneItem, "the bar of screen \(quoted(item.screen.route)) has no title",
                fix: context.title(for: bar, at: depth).map {
                    [Fix(item.sceneItem, Property.title.pattern, $0)]
                } ?? [])
        }
        let modals = context.scene.modals.filter { modal in
            modal.stack.isEmpty && modal.kind != .fullScreen && modal.title?.unlessBlank == nil
        }
        return ofScreens
            + modals.map {
                Violation(.modal($0.id), "the bar of modal \(quoted($0.route)) has no title")
            }
    }

    /// A title that repeats the content.
    static let redundantTitle = Guideline(
        "redundant-title", .warning, rows: ["H-14"],
        "a title that repeats the content is left empty"
    ) { context in
        context.items.compactMap { _, _, item in
            guard let title = item.title else { return nil }
            let firstLine = item.text(.firstLine)
            let isRepeated = firstLine.map { $0.comparable == title.comparable } ?? false
            guard isRepeated || item.properties.flag(.titleIsRedundant) else { return nil }
            let reason =
                isRepeated ? "repeats the first line of its content" : "is marked as redundant"
            return Violation(item.sceneItem, "the title \(quoted(title)) \(reason): leave it empty")
        }
    }

    /// A text without a translation into a language that others are translated into.
    static let missingTranslation = Guideline(
        "missing-translation", .warning, rows: ["N-63"],
        "every visible text is translated into each language"
    ) { context in
        let texts = context.scene.displayedTexts
        let ofAll = context.untranslated.filter { texts.count > 1 && $0.texts.count == texts.count }
        let ofSome = context.untranslated.filter { texts.count < 2 || $0.texts.count < texts.count }
            .map { (language: $0.language, texts: Set($0.texts)) }
        return ofAll.map(\.language).widest.map { language in
            Violation(.scene, "none of the \(texts.count) texts is translated into \(language)")
        }
            + texts.compactMap { text -> Violation? in
                let missing = ofSome.filter { $0.texts.contains(text) }.map(\.language).widest
                guard !missing.isEmpty else { return nil }
                return Violation(
                    text.item,
                    "\(quoted(text.name.rawValue)), \(quoted(text.text)), is not translated into "
                        + missing.map(\.description).joined(separator: ", "),
                    property: text.name)
            }
    }

    /// A tab whose title is not large, where those of others are.
    static let largeTitleInconsistent = Guideline(
        "large-title-inconsistent", .warning, rows: ["H-18"],
        "large titles are used for all areas of an app or none"
    ) { context in
        let areas = context.bars.filter(\.isManaged).flatMap { bar in
            bar.items.enumerated().compactMap { depth, item -> (NavigationItem, Bool)? in
                let isArea = depth == 0 || item.properties.explicitText(.area) != nil
                guard isArea, !bar.isHidden, bar.isOfTab, !item.isUntitled else { return nil }
                return (item, bar.isLarge(item))
            }
        }
        guard let large = areas.first(where: { $0.1 })?.0 else { return [] }
        return areas.filter { !$0.1 }.map { item, _ in
            Violation(
                item.sceneItem,
                "\(item.name) has no large title, unlike other areas such as \(large.name)")
        }
    }
}

extension NavigationItem {
    /// A Boolean value indicating whether its bar has nothing in the title's place, and not on
    /// purpose.
    fileprivate var isUntitled: Bool {
        title?.unlessBlank == nil && titleView == nil && !hasSegmentedControl
            && !properties.flag(.titleIsRedundant)
    }
}

extension InspectedBar {
    /// A Boolean value indicating whether it is the bar of a tab.
    fileprivate var isOfTab: Bool {
        if case .tab = owner { true } else { false }
    }

    /// Returns a Boolean value indicating whether an item's title is a large one at the top of the
    /// content.
    func isLarge(_ item: NavigationItem) -> Bool {
        prefersLargeTitles && item.largeTitleDisplayMode != "never"
    }
}

extension LintContext {
    /// Returns a Boolean value indicating whether a bar needs no title of the item: it is that of a
    /// modal which has its own for its first screen, or which is all content, such as a film.
    fileprivate func isTitledOtherwise(_ bar: InspectedBar, at depth: Int) -> Bool {
        guard case .modal(let id) = bar.owner, let modal = scene.modal(id) else { return false }
        return modal.kind == .fullScreen || depth == 0 && modal.title?.unlessBlank != nil
    }

    /// Returns the title that the first screen of a tab can have: the tab's.
    fileprivate func title(for bar: InspectedBar, at depth: Int) -> String? {
        guard depth == 0, case .tab(let id) = bar.owner else { return nil }
        return scene.tab(id).flatMap { $0.showsNoLabel ? nil : $0.title }
    }
}

extension [LanguageTag] {
    /// The languages but for those that another of them serves: who needs Korean needs no Korean of
    /// Korea beside it.
    fileprivate var widest: [LanguageTag] {
        filter { language in !contains { $0 != language && $0.serves(language) } }
    }
}

extension String {
    /// The text without what makes no difference to a reader: case, and space at the ends.
    fileprivate var comparable: String {
        let text = drop(while: \.isWhitespace)
        let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
        return text[..<end].lowercased()
    }
}
