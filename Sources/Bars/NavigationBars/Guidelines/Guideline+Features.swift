internal import NavigationModel
internal import NavigationProperties

/// Guidelines for the features of tabs, as far as the tabs and their first screens list them.
extension Guideline {
    /// A tab with many times the features of another.
    static let unbalancedTabs = Guideline(
        "unbalanced-tabs", .warning, rows: ["D-03"], "features are balanced across tabs"
    ) { context in
        let tabs = context.scene.tabs.filter { !$0.features.isEmpty }
        guard let least = tabs.min(by: { $0.features.count < $1.features.count }),
            let most = tabs.max(by: { $0.features.count < $1.features.count }),
            most.features.count >= greatestRatio * least.features.count
        else { return [] }
        return [
            Violation(
                .tab(most.id),
                "tab \(quoted(most.title)) has \(most.features.count) features and tab "
                    + "\(quoted(least.title)) \(least.features.count): balance them")
        ]
    }

    /// A tab with more features than people keep in mind.
    static let overloadedTab = Guideline(
        "overloaded-tab", .warning, rows: ["D-04"], "no tab is overloaded"
    ) { context in
        context.scene.tabs.filter { $0.features.count > mostFeatures }.map { tab in
            Violation(
                .tab(tab.id),
                "tab \(quoted(tab.title)) has \(tab.features.count) features, more than "
                    + "\(mostFeatures)")
        }
    }

    /// A tab without a purpose, where others have one.
    static let tabWithoutPurpose = Guideline(
        "tab-without-purpose", .warning, rows: ["D-05"],
        "each tab has a purpose of its own"
    ) { context in
        let tabs = context.scene.tabs
        let (stated, unstated) = (tabs.filter(\.hasPurpose), tabs.filter { !$0.hasPurpose })
        guard let example = stated.first else { return [] }
        return unstated.map { tab in
            Violation(
                .tab(tab.id),
                "tab \(quoted(tab.title)) has no purpose, while tab \(quoted(example.title)) has "
                    + "one")
        }
    }

    /// A tab that repeats features of several others, as a home tab would.
    static let duplicateFeatures = Guideline(
        "duplicate-features", .warning, rows: ["D-06"],
        "no tab collects the features of other tabs"
    ) { context in
        gatherings(in: context.scene).map { tab, features, others in
            Violation(
                .tab(tab.id),
                "tab \(quoted(tab.title)) repeats \(list(features)) of the tabs "
                    + list(others.map(\.title)))
        }
    }

    /// A feature in two tabs.
    static let duplicateFunctionality = Guideline(
        "duplicate-functionality", .warning, rows: ["D-08"], "duplicate features confuse people"
    ) { context in
        let tabs = context.scene.tabs
        let gathering = Set(gatherings(in: context.scene).map(\.tab.id))
        return tabs.enumerated().flatMap { index, tab in
            tab.features.compactMap { feature in
                guard !gathering.contains(tab.id),
                    let other = tabs[..<index].first(where: {
                        $0.features.contains(feature) && !gathering.contains($0.id)
                    })
                else { return nil }
                return Violation(
                    .tab(tab.id),
                    "\(quoted(feature)) is in tab \(quoted(tab.title)) and in tab "
                        + quoted(other.title))
            }
        }
    }

    /// Content in two tabs, sorted and filtered alike.
    static let duplicateContent = Guideline(
        "duplicate-content", .info, rows: ["D-07"],
        "repeated content is sorted or filtered differently"
    ) { context in
        let screens = context.scene.tabs.flatMap { tab in tab.stack.map { (tab, $0) } }
        return screens.enumerated().compactMap { index, entry in
            let (tab, screen) = entry
            guard let content = screen.properties.explicitText(.content),
                let other = screens[..<index].first(where: { other in
                    other.0.id != tab.id && other.1.properties.explicitText(.content) == content
                        && other.1.properties.explicitText(.contentView)
                            == screen.properties.explicitText(.contentView)
                })
            else { return nil }
            return Violation(
                .screen(screen.id),
                "tabs \(quoted(tab.title)) and \(quoted(other.0.title)) show \(quoted(content)) "
                    + "identically")
        }
    }

    /// The least ratio between the numbers of features of two tabs that counts as unbalanced. Our
    /// own value; the guidelines ask for balance and name none.
    static let greatestRatio = 3
    /// The most features of a tab. Our own value, as many as people keep in mind.
    static let mostFeatures = 7
    /// The fewest other tabs with which a gathering tab shares features.
    private static let fewestSharingTabs = 2
    /// The fewest features that a gathering tab repeats.
    private static let fewestSharedFeatures = 2

    /// Returns the tabs that repeat at least two features of at least two others, none of which
    /// shares with as many tabs.
    private static func gatherings(
        in scene: Scene
    ) -> [(tab: Tab, features: [String], others: [Tab])] {
        scene.tabs.compactMap { tab in
            let others = sharing(with: tab, in: scene)
            let features = tab.features.filter { feature in
                others.contains { $0.features.contains(feature) }
            }
            guard others.count >= fewestSharingTabs, features.count >= fewestSharedFeatures,
                others.allSatisfy({ sharing(with: $0, in: scene).count < others.count })
            else { return nil }
            return (tab, features, others)
        }
    }

    private static func sharing(with tab: Tab, in scene: Scene) -> [Tab] {
        scene.tabs.filter { other in
            other.id != tab.id && other.features.contains(where: tab.features.contains)
        }
    }

    private static func list(_ texts: [String]) -> String {
        texts.map(quoted).joined(separator: ", ")
    }
}

extension Tab {
    /// The features without doubles: those of the tab, then those of its first screen.
    fileprivate var features: [String] {
        let all = properties.list(.features) + (stack.first?.properties.list(.features) ?? [])
        var seen: Set<String> = []
        return all.filter { seen.insert($0).inserted }
    }

    /// A Boolean value indicating whether its purpose is set, or known by its role in the system.
    fileprivate var hasPurpose: Bool {
        properties.explicitText(.purpose) != nil || properties.explicitText(.role) != nil
    }
}
