internal import NavigationModel
internal import NavigationProperties

/// Guidelines for the destinations of a bar of tabs.
extension Guideline {
    /// A destination below the top level.
    static let nestedDestination = Guideline(
        "nested-destination-in-bar", .warning, rows: ["M-23"],
        "tab bar destinations are on the top level of the app"
    ) { context in
        entries(context) { $0.properties.text(.level) == "nested" }.map { bar, entry in
            Violation(
                entry.item,
                "\(quoted(entry.title)) in the \(bar.name) is a nested destination, not on the top "
                    + "level")
        }
    }

    /// A destination of less importance than the others.
    static let unevenImportance = Guideline(
        "uneven-importance", .warning, rows: ["M-23"],
        "tab bar destinations are of similar importance"
    ) { context in
        entries(context) { $0.isSecondary }.compactMap { bar, entry in
            guard bar.entries.contains(where: { !$0.isSecondary }) else { return nil }
            return Violation(
                entry.item,
                "\(quoted(entry.title)) is of secondary importance, beside primary destinations "
                    + "in the \(bar.name)")
        }
    }

    /// A badge that is spoken as it is written.
    static let badgeWithoutValue = Guideline(
        "badge-without-a11y-value", .warning, rows: ["M-32"],
        "a badge has a spoken text in words"
    ) { context in
        entries(context) { entry in
            entry.badge != nil && entry.properties[Property.accessibilityValue.name()] == nil
        }.map { _, entry in
            let badge = entry.badge ?? ""
            let (name, example) =
                badge.isEmpty
                ? ("a dot", ", such as 'something new'")
                : (quoted(badge), badge.isDecimal ? ", such as '{badge} unread emails'" : "")
            return Violation(
                entry.item,
                "\(quoted(entry.title)) has a badge, \(name), and no accessibilityValue with "
                    + "its meaning\(example)")
        }
    }

    /// A fixed text for a badge that has changed since.
    static let staleBadgeValue = Guideline(
        "stale-badge-value", .warning, rows: ["M-32"],
        "the spoken text of a badge has its number"
    ) { context in
        context.tabBars.flatMap(\.entries).flatMap { entry -> [Violation] in
            guard let badge = entry.badge.map(SpokenBadge.init) else { return [] }
            let name = Property.accessibilityValue.name()
            let texts =
                [(name, entry.properties[name])]
                + entry.properties.translations(of: name).map {
                    (name.language($0.language.description), $0.text)
                }
            return texts.compactMap { name, text in
                guard let text, badge.contradicts(text) else { return nil }
                return Violation(
                    entry.item,
                    "\(quoted(name.rawValue)), \(quoted(text)), has another number than the badge "
                        + "\(quoted(badge.text)): write '{badge}' for it", property: name)
            }
        }
    }

    /// A badge of more than four characters.
    static let badgeTooLong = Guideline(
        "badge-too-long", .warning, rows: ["T-36"], "a badge has one to four characters"
    ) { context in
        entries(context) { ($0.badge?.count ?? 0) > longestBadge }.map { _, entry in
            let badge = entry.badge ?? ""
            return Violation(
                entry.item,
                "the badge \(quoted(badge)) of \(quoted(entry.title)) has \(badge.count) "
                    + "characters, the maximum is \(longestBadge)",
                fix: SpokenBadge(badge).count == nil
                    ? [] : [Fix(entry.item, Property.badge.pattern, "99+")])
        }
    }

    /// A tab without a label.
    static let tabLabelMissing = Guideline(
        "tab-label-missing", .error, rows: ["D-10"], "each tab has a label"
    ) { context in
        context.scene.tabs.filter(\.showsNoLabel).map { tab in
            let shown = tab.title.unlessBlank == nil ? "nothing" : "its id"
            return Violation(
                .tab(tab.id), "tab \(quoted(tab.id.rawValue)) shows \(shown) as its label")
        }
    }

    /// A label with no room in a bar of five.
    static let tabLabelLong = Guideline(
        "tab-label-long", .warning, rows: ["D-10"], "the label of each tab is clear and short"
    ) { context in
        context.tabBars.flatMap(\.entries).flatMap { entry in
            let labels =
                [entry.title]
                + entry.properties.translations(of: Property.title.name()).map(\.text)
            // One of nothing but spaces is no label, which is another finding.
            let long = labels.filter { $0.displayWidth > widestLabel && $0.unlessBlank != nil }
            return long.map { label in
                Violation(
                    entry.item,
                    "the label \(quoted(label)) has a width of \(label.displayWidth) letters, "
                        + "the maximum is \(widestLabel)")
            }
        }
    }

    /// The most characters of a badge: the description of the tab bar.
    static let longestBadge = 4
    /// The widest label that counts as short, in letters of which wide ones count twice: as much as
    /// five tabs on a phone have room for. Our own value; the description names none.
    static let widestLabel = 15

    private static func entries(
        _ context: LintContext, where isBreach: (InspectedTabBar.Entry) -> Bool
    ) -> [(bar: InspectedTabBar, entry: InspectedTabBar.Entry)] {
        context.tabBars.flatMap { bar in
            bar.entries.filter(isBreach).map { (bar, $0) }
        }
    }
}

extension InspectedTabBar.Entry {
    /// A Boolean value indicating whether it is of secondary importance.
    fileprivate var isSecondary: Bool { properties.text(.importance) == "secondary" }
}

extension Tab {
    /// A Boolean value indicating whether its label is blank, or the id that is shown in place of
    /// one: a name for programs, which begins with a small letter.
    var showsNoLabel: Bool {
        let isID = title == id.rawValue && title.first?.isLowercase == true
        return isID || title.unlessBlank == nil
    }
}
