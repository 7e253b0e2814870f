internal import NavigationModel
internal import NavigationProperties

/// Guidelines for the number of destinations in a bar of tabs. At most one of them finds something:
/// two and fewer are too few, six are more than advised, and from seven on the rest belongs
/// elsewhere.
extension Guideline {
    /// The fewest and the most items that the description of the bottom navigation bar advises.
    static let advisedItems = 3...5
    /// The most items of a bar; of more, the description wants the rest to be reached elsewhere.
    static let mostItems = 6

    /// One or two items.
    static let tooFewItems = Guideline(
        "too-few-items", .warning, rows: ["M-11"],
        "a tab bar has at least three destinations"
    ) { context in
        counts(context) {
            (1..<advisedItems.lowerBound).contains($0)
        } reason: { bar, count in
            "the \(bar.name) has \(count == 1 ? "1 item" : "\(count) items"): with fewer than "
                + "\(advisedItems.lowerBound) destinations, consider tabs at the top or a "
                + "segmented control"
        }
    }

    /// Six items.
    static let itemCount = Guideline(
        "item-count", .warning, rows: ["M-10"], "a tab bar has three to five items"
    ) { context in
        counts(context) {
            $0 > advisedItems.upperBound && $0 <= mostItems
        } reason: {
            "the \($0.name) has \($1) items: use \(advisedItems.lowerBound) to "
                + "\(advisedItems.upperBound)"
        }
    }

    /// Seven items and more.
    static let tooManyDestinations = Guideline(
        "too-many-destinations", .warning, rows: ["M-12"],
        "destinations beyond six are elsewhere, as in a navigation drawer"
    ) { context in
        guard context.appearance.text(.drawer) != "true" else { return [] }
        return counts(context) {
            $0 > mostItems
        } reason: {
            "the \($0.name) has \($1) items: put those beyond \(mostItems) elsewhere, as in a "
                + "navigation drawer"
        }
    }

    private static func counts(
        _ context: LintContext, where isBreach: (Int) -> Bool,
        reason: (InspectedTabBar, Int) -> String
    ) -> [Violation] {
        context.tabBars.filter { isBreach($0.entries.count) }.map { bar in
            Violation(bar.owner, reason(bar, bar.entries.count))
        }
    }
}
