/// The objects of a state and of a change's operations so far, for deciding whether the change is
/// allowed without joining any of it.
struct KnownObjects {
    private let state: SceneState
    /// Tabs that the change declares.
    private var declared: Set<TabID> = []
    /// Tabs in the bar once the operations so far are done.
    private var inBar: Set<TabID>
    /// Screens that the change puts somewhere, with the routes it gives them.
    private var placed: [ScreenID: Value] = [:]
    private var depths: [TabID: Int] = [:]

    init(state: SceneState) {
        self.state = state
        inBar = Set(state.visibleTabs)
    }

    /// Why `change` can't be taken whole; `nil` if it can.
    static func refusal(of change: Change, in state: SceneState) -> Rejection? {
        guard change.operations.count <= Limits.operations else { return .limitExceeded }
        var known = KnownObjects(state: state)
        for operation in change.operations {
            if let refusal = known.refusal(of: operation) { return refusal }
        }
        // Only now: a change may replace the bar, in whatever order of steps.
        let grows = known.inBar.count > state.visibleTabs.count
        return grows && known.inBar.count > Limits.tabs ? .limitExceeded : nil
    }

    private mutating func refusal(of operation: Operation) -> Rejection? {
        switch operation {
        case .declareTab(let id, _, let attributes):
            declared.insert(id)
            inBar.insert(id)
            return attributes.refusal(for: .tab)
        case .updateTab(let id, let attributes):
            return exists(id) ? attributes.refusal(for: .tab) : .unknownTab
        case .removeTab(let id):
            inBar.remove(id)
            return exists(id) ? nil : .unknownTab
        case .setBadge(let id, let badge, _):
            guard exists(id) else { return .unknownTab }
            guard case .text(let text) = badge, text.utf8.count > Limits.textLength else {
                return nil
            }
            return .limitExceeded
        case .moveTab(let id, _), .selectTab(let id), .refreshTab(let id), .addToBadge(let id, _),
            .pop(_, let id):
            return exists(id) ? nil : .unknownTab
        case .push(let id, let tab, _, let attributes):
            return refusal(ofPushing: id, onto: tab, attributes)
        case .setItems(let tab, let items):
            return refusal(ofSetting: items, of: tab)
        case .updateScreen(let id, let attributes):
            guard exists(id) else { return .unknownScreen }
            // A screen's route is what it is; another route is another screen.
            guard attributes.value(of: ScreenField.route) == nil else { return .malformed }
            return attributes.refusal(for: .screen)
        case .unknown:
            return .unsupported
        }
    }

    private mutating func refusal(
        ofPushing id: ScreenID, onto tab: TabID, _ attributes: [Attribute]
    ) -> Rejection? {
        guard exists(tab) else { return .unknownTab }
        guard !exists(id) else { return .screenExists }
        guard let route = attributes.value(of: ScreenField.route) else { return .malformed }
        let depth = depth(of: tab)
        guard depth < Limits.stackDepth else { return .limitExceeded }
        placed[id] = route
        depths[tab] = depth + 1
        return attributes.refusal(for: .screen)
    }

    private mutating func refusal(
        ofSetting items: [Operation.Item], of tab: TabID
    ) -> Rejection? {
        guard exists(tab) else { return .unknownTab }
        guard items.count <= Limits.stackDepth else { return .limitExceeded }
        guard Set(items.map(\.id)).count == items.count else { return .malformed }
        depths[tab] = items.count
        for item in items {
            // A screen that exists keeps its route, and no screen is without one.
            let given = item.attributes.value(of: ScreenField.route)
            let known = placed[item.id] ?? state[.screen(item.id), ScreenField.route]?.value
            guard let route = known ?? given, given == nil || given == route else {
                return .malformed
            }
            placed[item.id] = route
            if let refusal = item.attributes.refusal(for: .screen) { return refusal }
        }
        return nil
    }

    private func exists(_ tab: TabID) -> Bool {
        declared.contains(tab) || state[.tab(tab), TabField.declared] != nil
    }

    private func exists(_ screen: ScreenID) -> Bool {
        placed[screen] != nil || state.records[.screen(screen)] != nil
    }

    /// How deep the tab's stack is, or a greater number below the limit where that is cheaper.
    private func depth(of tab: TabID) -> Int {
        if let depth = depths[tab] { return depth }
        let placed = state.screensByTab[tab]?.count ?? 0
        // Room enough for all that one change can push, without a look at what is popped.
        let isAmple = placed + Limits.operations <= Limits.stackDepth
        return isAmple ? placed : state.stack(of: tab).count
    }
}
