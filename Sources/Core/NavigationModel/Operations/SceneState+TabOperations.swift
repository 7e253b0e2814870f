extension SceneState {
    /// Writes registers of one tab and compares its projection before and after.
    ///
    /// - Parameter companions: writes that go along without being the requested ones.
    mutating func edit(
        _ id: TabID, _ registerWrites: [RegisterWrite], with companions: [RegisterWrite] = [],
        _ revision: Revision
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        let writes = companions + registerWrites
        let before = appearance(of: id, in: writes)
        let former = registerWrites.compactMap { self.revision($0.record, $0.field) }.max()
        let effects = join(writes, at: revision)
        guard let after = appearance(of: id, in: writes) else {
            return (effects, .hidden(by: self.revision(.tab(id), TabField.removed)))
        }
        if after != before { return (effects, .applied) }
        let lost = registerWrites.first { self[$0.record, $0.field]?.value != $0.value }
        guard let lost else { return (effects, .noop(by: former)) }
        return (effects, .superseded(by: self.revision(lost.record, lost.field)))
    }

    /// Returns all values of a tab's projection that `writes` to it can alter; `nil` if it is not
    /// in the bar.
    ///
    /// Costs these writes and, where one of them is about its place or its badge, the tabs.
    private func appearance(of id: TabID, in writes: [RegisterWrite]) -> [Value?]? {
        guard isVisible(id) else { return nil }
        let attributes = values(of: writes.filter(\.field.isAttribute))
        guard writes.contains(where: { !$0.field.isAttribute }) else { return attributes }
        let index = visibleTabs.firstIndex(of: id).map { Value.integer(Int64($0)) }
        return attributes + [index, badge(of: id).map(Value.text)]
    }

    mutating func remove(
        _ id: TabID, _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        let wasVisible = isVisible(id)
        let former = self.revision(.tab(id), TabField.removed)
        let removal = RegisterWrite(record: .tab(id), field: TabField.removed, stamp: stamp)
        let effects = join([removal], at: revision)
        guard wasVisible else { return (effects, .noop(by: former)) }
        guard isVisible(id) else { return (effects, .applied) }
        return (effects, .superseded(by: self.revision(.tab(id), TabField.declared)))
    }

    /// Selects a tab, with or without refreshing it.
    ///
    /// - Parameters:
    ///   - refresh: the write of a refresh, which a selection alone does not have.
    ///   - formerTab: the tab that was selected before the change: a selection that makes explicit
    ///     where the change's own steps have led anyway is still what changed it.
    mutating func select(
        _ id: TabID, with refresh: [RegisterWrite] = [], _ stamp: Stamp, _ revision: Revision,
        formerTab: TabID?
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        let former = self.revision(.tab(id), TabField.selected)
        let before = (formerTab, self.stamp(.tab(id), TabField.refreshed))
        let selection = RegisterWrite(record: .tab(id), field: TabField.selected, stamp: stamp)
        let effects = join([selection] + refresh, at: revision)
        guard isVisible(id) else {
            return (effects, .hidden(by: self.revision(.tab(id), TabField.removed)))
        }
        let after = selectedTab
        if (after, self.stamp(.tab(id), TabField.refreshed)) != before {
            return (effects, .applied)
        }
        if after == id { return (effects, .noop(by: former)) }
        guard isEnabled(id), let after else {
            return (effects, .superseded(by: self.revision(.tab(id), TabField.isEnabled)))
        }
        return (effects, .superseded(by: self.revision(.tab(after), TabField.selected)))
    }

    // MARK: Badges

    mutating func setBadge(
        of id: TabID, _ badge: BadgeValue, _ seen: [ObservedAdditions], _ stamp: Stamp,
        _ revision: Revision
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        let set = RegisterWrite(
            record: .tab(id), field: TabField.badge, stamp: stamp, value: badge.value)
        return edit(id, [set], with: replacements(of: seen, on: id, stamp), revision)
    }

    mutating func addToBadge(
        of id: TabID, _ count: Int64, _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        let field = TabField.badgeAdded(by: stamp.device)
        let total = (self[.tab(id), field]?.value.integer ?? 0) &+ count
        let add = RegisterWrite(
            record: .tab(id), field: field, stamp: stamp, value: .integer(total))
        let (effects, outcome) = edit(id, [add], revision)
        guard outcome.kind == .noop, count != 0 else { return (effects, outcome) }
        let base = self[.tab(id), TabField.badge].map { BadgeValue($0.value) } ?? .cleared
        // Counted, but not shown: behind text that is no number, or as a count that shows no less
        // than nothing.
        return base.countsAdditions
            ? (effects, .noop())
            : (effects, .superseded(by: self.revision(.tab(id), TabField.badge)))
    }

    /// Returns the writes by which a set or clear replaces exactly the additions that its device
    /// had observed: its own by the order of its changes, the others' by the stamps and running
    /// totals that it names.
    private func replacements(
        of seen: [ObservedAdditions], on id: TabID, _ stamp: Stamp
    ) -> [RegisterWrite] {
        seen.compactMap { seen in
            guard let current = self[.tab(id), TabField.badgeAdded(by: seen.device)],
                let total = current.value.integer
            else { return nil }
            let isCurrent = seen.device == stamp.device || current.stamp == seen.stamp
            guard isCurrent || seen.stamp < current.stamp else { return nil }
            return RegisterWrite(
                record: .tab(id), field: TabField.badgeReplaced(of: seen.device),
                stamp: isCurrent ? current.stamp : seen.stamp,
                value: .integer(isCurrent ? total : seen.total))
        }
    }
}
