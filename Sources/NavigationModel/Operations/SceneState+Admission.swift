extension SceneState {
    /// What a change comes to.
    public struct Admission: Hashable, Sendable {
        /// The writes that changed the state; a change without any takes no revision.
        public var effects: [Effect] = []
        /// What became of each operation, in their order.
        public var outcomes: [Outcome] = []
    }

    /// Decides what `change` comes to when it takes effect at `time`, and joins its writes.
    ///
    /// The one place where operations become writes: the daemon calls it when it commits, a mirror
    /// when it shows its own changes before they are confirmed. The change is taken whole or, if
    /// any of its operations is not allowed, refused whole: then only its screens come to exist,
    /// popped, so that what later changes put on them finds its way down.
    ///
    /// - Parameter revision: the number that the commit gets if there are any writes.
    public mutating func admit(
        _ change: Change, at time: Timestamp, revision: Revision
    ) -> Admission {
        var admission = Admission()
        let refusal = refusal(of: change, at: revision)
        var stamp = change.stamp(at: time)
        for operation in change.operations {
            if let refusal {
                admission.effects += write(tombstones(of: operation, stamp: stamp), at: revision)
                admission.outcomes.append(.rejected(refusal))
            } else {
                let (effects, outcome) = perform(operation, stamp: stamp, revision: revision)
                admission.effects += effects
                admission.outcomes.append(outcome)
            }
            stamp = stamp.at(stamp.index + operation.stampCount)
        }
        return admission
    }

    /// Joins effects and returns those that changed something.
    mutating func write(_ effects: [Effect], at revision: Revision) -> [Effect] {
        effects.filter { join($0, at: revision) }
    }

    private func tombstones(of operation: Operation, stamp: Stamp) -> [Effect] {
        guard case .push(let id, let tab, let below, _) = operation,
            records[.screen(id)] == nil
        else { return [] }
        let placement = Placement(tab: tab, base: .pushed(on: below))
        return [
            Effect(
                record: .screen(id), field: ScreenField.placement, stamp: stamp,
                value: placement.value),
            Effect(record: .screen(id), field: ScreenField.popped, stamp: stamp),
        ]
    }

    private func refusal(of change: Change, at revision: Revision) -> Rejection? {
        if let required = change.requiredRevision, required.next != revision {
            return .revisionMismatch
        }
        guard !change.operations.isEmpty else { return .malformed }
        guard change.operations.count <= Limits.operations else { return .limitExceeded }
        var known = KnownObjects(state: self)
        for operation in change.operations {
            if let refusal = known.refusal(of: operation) { return refusal }
        }
        return nil
    }
}

/// The objects of a state and of the operations before, for checking a change without joining it.
private struct KnownObjects {
    let state: SceneState
    var declared: Set<TabID> = []
    var pushed: Set<ScreenID> = []
    var depths: [TabID: Int] = [:]
    var tabCount: Int

    init(state: SceneState) {
        self.state = state
        tabCount = state.visibleTabs.count
    }

    mutating func refusal(of operation: Operation) -> Rejection? {
        switch operation {
        case .declareTab(let id, _, let attributes):
            if declared.insert(id).inserted, !state.isVisible(id) { tabCount += 1 }
            return tabCount > Limits.tabs ? .limitExceeded : refusal(of: attributes, .tab)
        case .updateTab(let id, let attributes):
            return exists(id) ? refusal(of: attributes, .tab) : .unknownTab
        case .moveTab(let id, _), .removeTab(let id), .selectTab(let id), .refreshTab(let id),
            .setBadge(let id, _, _), .addToBadge(let id, _), .pop(_, let id):
            return exists(id) ? nil : .unknownTab
        case .push(let id, let tab, _, let attributes):
            guard exists(tab) else { return .unknownTab }
            guard !exists(id) else { return .screenExists }
            pushed.insert(id)
            guard depth(of: tab) < Limits.stackDepth else { return .limitExceeded }
            depths[tab] = depth(of: tab) + 1
            guard attributes.contains(where: { $0.field == ScreenField.route }) else {
                return .malformed
            }
            return refusal(of: attributes, .screen)
        case .setItems(let tab, let items):
            guard exists(tab) else { return .unknownTab }
            guard items.count <= Limits.stackDepth else { return .limitExceeded }
            guard Set(items.map(\.id)).count == items.count else { return .malformed }
            pushed.formUnion(items.map(\.id))
            depths[tab] = items.count
            return items.compactMap { refusal(of: $0.attributes, .screen) }.first
        case .updateScreen(let id, let attributes):
            guard exists(id) else { return .unknownScreen }
            // A screen's route is what it is; another route is another screen.
            guard !attributes.contains(where: { $0.field == ScreenField.route }) else {
                return .malformed
            }
            return refusal(of: attributes, .screen)
        case .unknown:
            return .unsupported
        }
    }

    private func exists(_ tab: TabID) -> Bool {
        declared.contains(tab) || state[.tab(tab), TabField.declared] != nil
    }

    private func exists(_ screen: ScreenID) -> Bool {
        pushed.contains(screen) || state.records[.screen(screen)] != nil
    }

    private func depth(of tab: TabID) -> Int { depths[tab] ?? state.stack(of: tab).count }

    private func refusal(of attributes: [Attribute], _ kind: RecordID.Kind) -> Rejection? {
        guard attributes.count <= Limits.attributes else { return .limitExceeded }
        return attributes.lazy.compactMap { $0.refusal(for: kind) }.first
    }
}
