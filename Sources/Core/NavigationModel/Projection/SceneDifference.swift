/// One difference between an earlier projection of a scene and a later one.
public enum SceneDifference: Hashable, Sendable {
    /// Another tab is selected.
    case selection(from: TabID?, to: TabID?)
    /// A tab is in the bar that was not; its screens are reported on their own.
    case tabAdded(Tab)
    /// A tab was removed from the bar, with its stack.
    case tabRemoved(Tab)
    /// The tabs that are in both stand in another order: the whole bar as it is now.
    case tabsReordered([TabID])
    /// A tab shows something else.
    case tabChanged(TabID, Aspect, from: String?, to: String?)
    /// A selected tab was selected again.
    case tabRefreshed(TabID)
    /// A screen is on a stack that was not.
    case screenAdded(Screen, to: StackID)
    /// A screen was removed from a stack that is still there.
    case screenRemoved(Screen, from: StackID)
    /// The screens that are in both stand in another order: the whole stack as it is now.
    case screensReordered([Screen], in: StackID)
    /// A screen shows something else.
    case screenChanged(Screen, in: StackID, Aspect, from: String?, to: String?)
    /// A modal is presented that was not; its screens are reported on their own.
    case modalPresented(Modal)
    /// A modal is closed, with its stack.
    case modalClosed(Modal)
    /// A modal shows something else.
    case modalChanged(Modal, Aspect, from: String?, to: String?)
    /// A standalone bar is there that was not; its items are reported on their own.
    case barAdded(StandaloneBar)
    /// A standalone bar was removed, with its items.
    case barRemoved(StandaloneBar)
    /// A standalone bar shows something else.
    case barChanged(StandaloneBarID, Aspect, from: String?, to: String?)
    /// A part of the bars looks otherwise.
    case bar(BarKey, from: String?, to: String?)

    /// A shown part of a tab, screen, modal or standalone bar.
    public enum Aspect: Hashable, Sendable {
        /// The label.
        case title
        /// The symbol.
        case icon
        /// The badge; empty for a dot.
        case badge
        /// The enabled state: `yes` or `no`.
        case enabled
        /// The effort that a modal demands.
        case kind
        /// The app's own bytes, which are not reported.
        case payload
        /// A property.
        case property(PropertyName)

        /// One word for it; of a property its name.
        public var name: String {
            switch self {
            case .title: "title"
            case .icon: "icon"
            case .badge: "badge"
            case .enabled: "enabled"
            case .kind: "kind"
            case .payload: "payload"
            case .property(let name): name.rawValue
            }
        }
    }
}

extension Scene {
    /// Returns all differences to `later`, in the order of the screen: the bar, its stacks, the
    /// modals over them, the standalone bars, the look of the bars. Empty for equal scenes, and for
    /// scenes that differ in the order of their modals alone.
    public func differences(to later: Scene) -> [SceneDifference] {
        var differences: [SceneDifference] = []
        for tab in tabs where later.tab(tab.id) == nil { differences.append(.tabRemoved(tab)) }
        for tab in later.tabs {
            if let former = self.tab(tab.id) {
                differences += former.differences(to: tab)
            } else {
                differences.append(.tabAdded(tab))
            }
            differences += stackDifferences(of: .tab(tab.id), to: later)
        }
        if tabs.map(\.id).isReordered(in: later.tabs.map(\.id)) {
            differences.append(.tabsReordered(later.tabs.map(\.id)))
        }
        if selectedTab != later.selectedTab {
            differences.append(.selection(from: selectedTab, to: later.selectedTab))
        }
        for modal in modals where later.modal(modal.id) == nil {
            differences.append(.modalClosed(modal))
        }
        for modal in later.modals {
            if let former = self.modal(modal.id) {
                differences += former.differences(to: modal)
            } else {
                differences.append(.modalPresented(modal))
            }
            differences += stackDifferences(of: .modal(modal.id), to: later)
        }
        for bar in standaloneBars where later.standaloneBar(bar.id) == nil {
            differences.append(.barRemoved(bar))
        }
        for bar in later.standaloneBars {
            if let former = standaloneBar(bar.id) {
                differences += former.properties.differences(to: bar.properties).map {
                    .barChanged(bar.id, .property($0.name), from: $0.from, to: $0.to)
                }
            } else {
                differences.append(.barAdded(bar))
            }
            differences += stackDifferences(of: .bar(bar.id), to: later)
        }
        for key in Set(bars.keys).union(later.bars.keys).sorted(by: { $0.rawValue < $1.rawValue })
        where bars[key] != later.bars[key] {
            differences.append(.bar(key, from: bars[key], to: later.bars[key]))
        }
        return differences
    }

    private func stackDifferences(of stack: StackID, to later: Scene) -> [SceneDifference] {
        let before = self.stack(stack) ?? []
        let after = later.stack(stack) ?? []
        let former = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        let present = Set(after.map(\.id))
        var differences: [SceneDifference] = []
        // From the top, as they were taken.
        for screen in before.reversed() where !present.contains(screen.id) {
            differences.append(.screenRemoved(screen, from: stack))
        }
        for screen in after {
            if let former = former[screen.id] {
                differences += former.differences(to: screen, in: stack)
            } else {
                differences.append(.screenAdded(screen, to: stack))
            }
        }
        if before.map(\.id).isReordered(in: after.map(\.id)) {
            differences.append(.screensReordered(after, in: stack))
        }
        return differences
    }
}

extension Tab {
    fileprivate func differences(to later: Tab) -> [SceneDifference] {
        let aspects: [(SceneDifference.Aspect, String?, String?)] = [
            (.title, title, later.title), (.icon, icon, later.icon), (.badge, badge, later.badge),
            (.enabled, isEnabled ? "yes" : "no", later.isEnabled ? "yes" : "no"),
        ]
        let changes = aspects.filter { $0.1 != $0.2 }.map {
            SceneDifference.tabChanged(id, $0.0, from: $0.1, to: $0.2)
        }
        let explicit = properties.differences(to: later.properties).map {
            SceneDifference.tabChanged(id, .property($0.name), from: $0.from, to: $0.to)
        }
        return changes + explicit + (refreshed == later.refreshed ? [] : [.tabRefreshed(id)])
    }
}

extension Properties {
    /// Returns the properties that differ in `later`, in the order of the names.
    fileprivate func differences(
        to later: Properties
    ) -> [(name: PropertyName, from: String?, to: String?)] {
        let names = Set(values.keys).union(later.values.keys).sorted()
        return names.filter { self[$0] != later[$0] }.map { ($0, self[$0], later[$0]) }
    }
}

extension Screen {
    fileprivate func differences(to later: Screen, in stack: StackID) -> [SceneDifference] {
        var changes: [SceneDifference] = []
        if title != later.title {
            changes.append(.screenChanged(later, in: stack, .title, from: title, to: later.title))
        }
        if payload != later.payload {
            changes.append(.screenChanged(later, in: stack, .payload, from: nil, to: nil))
        }
        for explicit in properties.differences(to: later.properties) {
            changes.append(
                .screenChanged(
                    later, in: stack, .property(explicit.name), from: explicit.from, to: explicit.to
                ))
        }
        return changes
    }
}

extension Modal {
    fileprivate func differences(to later: Modal) -> [SceneDifference] {
        var changes: [SceneDifference] = []
        if title != later.title {
            changes.append(.modalChanged(later, .title, from: title, to: later.title))
        }
        if kind != later.kind {
            changes.append(
                .modalChanged(later, .kind, from: kind.rawValue, to: later.kind.rawValue))
        }
        if payload != later.payload {
            changes.append(.modalChanged(later, .payload, from: nil, to: nil))
        }
        for explicit in properties.differences(to: later.properties) {
            changes.append(
                .modalChanged(later, .property(explicit.name), from: explicit.from, to: explicit.to)
            )
        }
        return changes
    }
}

extension Array where Element: Hashable {
    /// Returns a Boolean value indicating whether the common elements have another order in
    /// `later`.
    fileprivate func isReordered(in later: [Element]) -> Bool {
        let (own, others) = (Set(self), Set(later))
        return filter(others.contains) != later.filter(own.contains)
    }
}
