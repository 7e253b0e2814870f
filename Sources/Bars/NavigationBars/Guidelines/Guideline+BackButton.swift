internal import NavigationModel
internal import NavigationProperties

/// Guidelines for the back button.
extension Guideline {
    /// A back button whose symbol is no arrow, or no back button at all.
    static let customBackUnrecognisable = Guideline(
        "custom-back-unrecognisable", .warning, rows: ["H-30"],
        "the back button is the standard one or recognisable as one"
    ) { context in
        context.backNavigations.compactMap { bar, item, below in
            if item.hidesBackButton, !item.left.contains(where: { $0.leadsBack(to: below) }) {
                return Violation(
                    item.sceneItem,
                    "\(item.name) hides the back button without a recognisable replacement",
                    fix: [Fix(item.sceneItem, Property.hidesBackButton.pattern, nil)])
            }
            guard let symbol = bar.backSymbol(of: item), !symbol.looksLikeBack else { return nil }
            return Violation(
                item.sceneItem,
                "the back button of \(item.name) shows \(quoted(symbol)), not an arrow")
        }
    }

    /// A back button that looks different from most.
    static let inconsistentBack = Guideline(
        "inconsistent-back", .warning, rows: ["H-31"],
        "the back button looks the same throughout the app"
    ) { context in
        let backButtons = context.backNavigations.map {
            ($0.item, $0.bar.backSymbol(of: $0.item) ?? "")
        }
        let counts = backButtons.reduce(into: [String: Int]()) { $0[$1.1, default: 0] += 1 }
        // Of equally frequent ones, the standard is the one to keep.
        let usual = counts.min { left, right in
            (-left.value, left.key) < (-right.value, right.key)
        }
        guard let usual, counts.count > 1 else { return [] }
        return backButtons.filter { $0.1 != usual.key }.map { item, symbol in
            let (own, others) = (symbol.backName, usual.key.backName)
            return Violation(
                item.sceneItem,
                "the back button of \(item.name) shows \(own), others show \(others)")
        }
    }

    /// A back button with a whole path.
    static let breadcrumbBack = Guideline(
        "breadcrumb-back", .warning, rows: ["H-32"],
        "the back button shows no multi-segment path"
    ) { context in
        context.bars.flatMap(\.items).compactMap { item in
            let segments = item.properties.list(.backButtonSegments)
            guard segments.count > 1 else { return nil }
            return Violation(
                item.sceneItem,
                "the back button of \(item.name) shows a path of \(segments.count) segments, "
                    + "but leads to the previous screen only",
                fix: [Fix(item.sceneItem, Property.backButtonSegments.pattern, nil)])
        }
    }
}

extension LintContext {
    /// The screens that a back button leads from, each with the one that it leads to.
    fileprivate var backNavigations:
        [(bar: InspectedBar, item: NavigationItem, below: NavigationItem)]
    {
        bars.filter { !$0.isHidden }.flatMap { bar in
            zip(bar.items.dropFirst(), bar.items).map { (bar, $0, $1) }
        }
    }
}

extension InspectedBar {
    /// Returns the app's own symbol of the back button; `nil` for the standard one, which is shown
    /// too where the image or its mask is missing.
    fileprivate func backSymbol(of item: NavigationItem) -> String? {
        let effective = properties.effective
        let image = effective.explicitText(.backIndicatorImage)
        let isWhole = effective.explicitText(.backIndicatorTransitionMaskImage) != nil
        return item.properties.explicitText(.backButtonImage) ?? (isWhole ? image : nil)
    }
}

extension BarButton {
    /// Returns a Boolean value indicating whether people recognise it as the back button: by its
    /// symbol or by its words.
    fileprivate func leadsBack(to item: NavigationItem) -> Bool {
        let builtIn = BuiltInLanguage.allCases.map { LocalizedString.back.text(inLanguage: $0) }
        let names = builtIn + [item.backButtonTitle, item.title].compactMap { $0 }
        let isNamed = (title ?? accessibilityLabel).map(names.contains) ?? false
        return image?.looksLikeBack ?? false || isNamed
    }
}

extension String {
    /// A Boolean value indicating whether it names a symbol that points back: an arrow or a chevron
    /// in no other direction, or one with "back" in its name.
    fileprivate var looksLikeBack: Bool {
        let name = lowercased()
        let isArrow = ["chevron", "arrow"].contains { name.contains($0) }
        let pointsElsewhere = ["right", "forward", "up", "down"].contains { name.contains($0) }
        return isArrow && !pointsElsewhere || name.contains("back")
    }

    /// The words for the symbol of a back button in a message.
    fileprivate var backName: String { isEmpty ? "the standard arrow" : quoted(self) }
}
