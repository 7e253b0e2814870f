extension SceneState {
    /// Joins the writes of an allowed operation; returns those that changed something, and what
    /// became of the operation: decided here, once, when the commit is made.
    mutating func perform(
        _ operation: Operation, stamp: Stamp, revision: Revision
    ) -> (effects: [Effect], outcome: Outcome) {
        switch operation {
        case .declareTab(let id, let position, let attributes):
            let own = [
                Effect(record: .tab(id), field: TabField.declared, stamp: stamp),
                Effect(record: .tab(id), field: TabField.position, stamp: stamp, value: position.value),
            ]
            return edit(id, own + writes(attributes, .tab(id), stamp), revision, loser: TabField.removed)
        case .updateTab(let id, let attributes):
            return edit(id, writes(attributes, .tab(id), stamp), revision, loser: nil)
        case .moveTab(let id, let position):
            let move = Effect(
                record: .tab(id), field: TabField.position, stamp: stamp, value: position.value)
            return edit(id, [move], revision, loser: TabField.position)
        case .removeTab(let id):
            return remove(id, stamp, revision)
        case .selectTab(let id):
            return select(id, [TabField.selected], stamp, revision)
        case .refreshTab(let id):
            return select(id, [TabField.selected, TabField.refreshed], stamp, revision)
        case .setBadge(let id, let badge, let seen):
            let writes = replacements(of: seen, on: id, stamp)
                + [Effect(record: .tab(id), field: TabField.badge, stamp: stamp, value: badge.value)]
            return edit(id, writes, revision, loser: TabField.badge)
        case .addToBadge(let id, let count):
            let field = TabField.badgeAdded(by: stamp.device)
            let total = (self[.tab(id), field]?.value.integer ?? 0) &+ count
            let add = Effect(record: .tab(id), field: field, stamp: stamp, value: .integer(total))
            return edit(id, [add], revision, loser: nil)
        case .push(let id, let tab, let below, let attributes):
            let placement = Placement(tab: tab, base: .pushed(on: below))
            let writes = place(id, placement, attributes, stamp)
            return (write(writes, at: revision), outcome(ofPushing: id, onto: tab))
        case .pop(let screens, let tab):
            return pop(screens, from: tab, by: stamp.device, revision)
        case .setItems(let tab, let items):
            return setItems(items, of: tab, stamp, revision)
        case .updateScreen(let id, let attributes):
            return update(id, attributes, stamp, revision)
        case .unknown:
            return ([], .rejected(.unsupported))
        }
    }

    private func writes(_ attributes: [Attribute], _ record: RecordID, _ stamp: Stamp) -> [Effect] {
        attributes.map { Effect(record: record, field: $0.field, stamp: stamp, value: $0.value) }
    }

    private func place(
        _ id: ScreenID, _ placement: Placement, _ attributes: [Attribute], _ stamp: Stamp
    ) -> [Effect] {
        let place = Effect(
            record: .screen(id), field: ScreenField.placement, stamp: stamp, value: placement.value)
        return [place] + writes(attributes, .screen(id), stamp)
    }

    // MARK: Tabs

    /// Writes registers of one tab and compares what people see of it.
    ///
    /// - Parameter loser: the register whose last writer explains why nothing is seen; `nil` if
    ///   that is the written register with the newest stamp.
    private mutating func edit(
        _ id: TabID, _ writes: [Effect], _ revision: Revision, loser: Field?
    ) -> (effects: [Effect], outcome: Outcome) {
        let before = appearance(of: id)
        let effects = write(writes, at: revision)
        if appearance(of: id) != before { return (effects, .applied) }
        let lost = writes.filter { self[$0.record, $0.field]?.value != $0.value }
        let winner = (lost.first ?? writes.first).flatMap { self.revision($0.record, $0.field) }
        guard isVisible(id) else {
            return (effects, .hidden(by: self.revision(.tab(id), TabField.removed)))
        }
        guard !lost.isEmpty else { return (effects, .noop(by: effects.isEmpty ? winner : nil)) }
        return (effects, .superseded(by: loser.flatMap { self.revision(.tab(id), $0) } ?? winner))
    }

    /// All that people see of a tab but its stack; `nil` if it is not in the bar.
    private func appearance(of id: TabID) -> [Value?]? {
        guard isVisible(id) else { return nil }
        let fields = (records[.tab(id)] ?? [:]).filter { $0.key.isAttribute }
        let attributes = fields.sorted { $0.key < $1.key }.flatMap { field, register in
            [Value.integer(Int64(field.number)), Value.text(field.part), register.value]
        }
        let index = visibleTabs.firstIndex(of: id).map { Value.integer(Int64($0)) }
        return [index, badge(of: id).map(Value.text)] + attributes
    }

    private mutating func remove(
        _ id: TabID, _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [Effect], outcome: Outcome) {
        let wasVisible = isVisible(id)
        let former = self.revision(.tab(id), TabField.removed)
        let removal = Effect(record: .tab(id), field: TabField.removed, stamp: stamp)
        let effects = write([removal], at: revision)
        guard wasVisible else { return (effects, .noop(by: former)) }
        guard isVisible(id) else { return (effects, .applied) }
        return (effects, .superseded(by: self.revision(.tab(id), TabField.declared)))
    }

    private mutating func select(
        _ id: TabID, _ fields: [Field], _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [Effect], outcome: Outcome) {
        let before = (selectedTab, self.stamp(.tab(id), TabField.refreshed))
        let effects = write(
            fields.map { Effect(record: .tab(id), field: $0, stamp: stamp) }, at: revision)
        guard isVisible(id) else {
            return (effects, .hidden(by: self.revision(.tab(id), TabField.removed)))
        }
        let after = selectedTab
        if (after, self.stamp(.tab(id), TabField.refreshed)) != before { return (effects, .applied) }
        if after == id { return (effects, .noop()) }
        guard isEnabled(id), let after else {
            return (effects, .superseded(by: self.revision(.tab(id), TabField.isEnabled)))
        }
        return (effects, .superseded(by: self.revision(.tab(after), TabField.selected)))
    }

    /// A set or clear replaces exactly the additions that its device had seen: its own by the order
    /// of its changes, the others' by the totals it names, which never exceed what there is.
    private func replacements(
        of seen: [SeenAdditions], on id: TabID, _ stamp: Stamp
    ) -> [Effect] {
        seen.compactMap { seen in
            guard let current = self[.tab(id), TabField.badgeAdded(by: seen.device)],
                let total = current.value.integer
            else { return nil }
            let isCurrent = seen.device == stamp.device || current.stamp == seen.stamp
            guard isCurrent || seen.stamp < current.stamp else { return nil }
            return Effect(
                record: .tab(id), field: TabField.badgeReplaced(of: seen.device),
                stamp: isCurrent ? current.stamp : seen.stamp,
                value: .integer(isCurrent ? total : seen.total))
        }
    }

    // MARK: Stacks

    private func outcome(ofPushing id: ScreenID, onto tab: TabID) -> Outcome {
        guard isVisible(tab) else { return .hidden(by: revision(.tab(tab), TabField.removed)) }
        guard let entry = stack(of: tab).first(where: { $0.twins.contains(id) }) else {
            return .superseded(by: revision(.tab(tab), TabField.floor))
        }
        guard entry.shown != id else { return .applied }
        return .noop(by: revision(.screen(entry.shown), ScreenField.placement))
    }

    private mutating func pop(
        _ screens: [SeenScreen], from tab: TabID, by device: DeviceID, _ revision: Revision
    ) -> (effects: [Effect], outcome: Outcome) {
        let before = stack(of: tab)
        // Only setItems empties a stack: the first screen stays, whoever names it.
        let kept = Set(before.first?.twins ?? [])
        let writes = screens.filter { !kept.contains($0.id) }.compactMap { seen -> Effect? in
            guard let current = placement(of: seen.id)?.stamp,
                current == seen.placement
                    || seen.placement.device == device && current.namesSameWrite(as: seen.placement)
            else { return nil }
            return Effect(record: .screen(seen.id), field: ScreenField.popped, stamp: current)
        }
        let formerPop = screens.compactMap {
            self.revision(.screen($0.id), ScreenField.popped)
        }.max()
        let effects = write(writes, at: revision)
        let after = stack(of: tab)
        if after != before, isVisible(tab) { return (effects, .applied) }
        let named = Set(screens.map(\.id))
        let left = after.first { !kept.contains($0.shown) && !named.isDisjoint(with: $0.twins) }
        guard isVisible(tab) else {
            return (effects, .hidden(by: self.revision(.tab(tab), TabField.removed)))
        }
        guard let left else {
            return (effects, .noop(by: formerPop ?? self.revision(.tab(tab), TabField.floor)))
        }
        return (effects, .superseded(by: self.revision(.screen(left.shown), ScreenField.placement)))
    }

    private mutating func setItems(
        _ items: [Operation.Item], of tab: TabID, _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [Effect], outcome: Outcome) {
        let before = stack(of: tab).map { screen($0.shown) }
        var writes = [Effect(record: .tab(tab), field: TabField.floor, stamp: stamp)]
        for (index, item) in items.enumerated() {
            writes += place(
                item.id, Placement(tab: tab, base: .item), item.attributes,
                stamp.at(stamp.index + 1 + UInt32(clamping: index)))
        }
        let effects = write(writes, at: revision)
        guard isVisible(tab) else {
            return (effects, .hidden(by: self.revision(.tab(tab), TabField.removed)))
        }
        let after = stack(of: tab).map { screen($0.shown) }
        if after != before { return (effects, .applied) }
        if after.map(\.id) == items.map(\.id) { return (effects, .noop()) }
        return (effects, .superseded(by: self.revision(.tab(tab), TabField.floor)))
    }

    private mutating func update(
        _ id: ScreenID, _ attributes: [Attribute], _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [Effect], outcome: Outcome) {
        let record = RecordID.screen(id)
        let before = attributes.map { self[record, $0.field]?.value }
        let effects = write(writes(attributes, record, stamp), at: revision)
        let after = attributes.map { self[record, $0.field]?.value }
        guard let tab = placement(of: id)?.placement.tab, isVisible(tab) else {
            let tab = placement(of: id)?.placement.tab
            return (effects, .hidden(by: tab.flatMap { self.revision(.tab($0), TabField.removed) }))
        }
        guard stack(of: tab).contains(where: { $0.shown == id }) else {
            let pop = self.revision(record, ScreenField.popped)
            return (effects, .superseded(by: pop ?? self.revision(.tab(tab), TabField.floor)))
        }
        if after != before { return (effects, .applied) }
        if after == attributes.map(\.value) { return (effects, .noop()) }
        let winner = attributes.compactMap { self.revision(record, $0.field) }.max()
        return (effects, .superseded(by: winner))
    }
}
