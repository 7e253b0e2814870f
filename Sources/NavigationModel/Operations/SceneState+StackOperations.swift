extension SceneState {
    mutating func push(
        _ id: ScreenID, onto tab: TabID, on below: ScreenID?, _ attributes: [Attribute],
        _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [Effect], outcome: Outcome) {
        let placement = Placement(tab: tab, base: .pushed(on: below))
        let effects = write(place(id, placement, attributes, stamp), at: revision)
        guard isVisible(tab) else {
            return (effects, .hidden(by: self.revision(.tab(tab), TabField.removed)))
        }
        let after = stack(of: tab)
        guard let entry = after.first(where: { $0.twins.contains(id) }) else {
            return (effects, .superseded(by: self.revision(.tab(tab), TabField.floor)))
        }
        if entry.shown == id { return (effects, .applied) }
        // A twin that is not shown can still bring the branch of its place to the top. The id is
        // fresh, so the stack without it is the stack before.
        let before = stack(of: tab, without: id)
        if after.map(\.shown) != before.map(\.shown) { return (effects, .applied) }
        return (effects, .noop(by: self.revision(.screen(entry.shown), ScreenField.placement)))
    }

    mutating func pop(
        _ screens: [SeenScreen], from tab: TabID, by device: DeviceID, _ revision: Revision
    ) -> (effects: [Effect], outcome: Outcome) {
        let before = stack(of: tab)
        // Only setItems empties a stack: the first screen stays, whoever names it.
        let there = Set(before.dropFirst().flatMap(\.twins))
        let writes = screens.compactMap { seen -> Effect? in
            guard there.contains(seen.id), let current = placement(of: seen.id) else { return nil }
            let isOwn = seen.placement.device == device
            guard
                current.stamp == seen.placement
                    || isOwn && current.stamp.namesSameWrite(as: seen.placement)
            else { return nil }
            return Effect(record: .screen(seen.id), field: ScreenField.popped, stamp: current.stamp)
        }
        let formerPop = screens.compactMap {
            self.revision(.screen($0.id), ScreenField.popped)
        }.max()
        let effects = write(writes, at: revision)
        let after = stack(of: tab)
        let named = there.intersection(screens.map(\.id))
        let left = after.first { !named.isDisjoint(with: $0.twins) }
        if left == nil, effects.isEmpty {
            return (effects, .noop(by: formerPop ?? self.revision(.tab(tab), TabField.floor)))
        }
        guard isVisible(tab) else {
            return (effects, .hidden(by: self.revision(.tab(tab), TabField.removed)))
        }
        if after.map(\.shown) != before.map(\.shown) { return (effects, .applied) }
        // Placed anew since it was seen, or another of its twins stays shown.
        let place = left ?? before.first { !named.isDisjoint(with: $0.twins) }
        let winner = place.flatMap { self.revision(.screen($0.shown), ScreenField.placement) }
        return (effects, .superseded(by: winner))
    }

    mutating func setItems(
        _ items: [Operation.Item], of tab: TabID, _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [Effect], outcome: Outcome) {
        let former = self.revision(.tab(tab), TabField.floor)
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
        if let lost = writes.first(where: { self[$0.record, $0.field]?.value != $0.value }) {
            return (effects, .superseded(by: self.revision(lost.record, lost.field)))
        }
        if after.map(\.id) == items.map(\.id) { return (effects, .noop(by: former)) }
        guard self.stamp(.tab(tab), TabField.floor) == stamp else {
            return (effects, .superseded(by: self.revision(.tab(tab), TabField.floor)))
        }
        // All its items are where they were, under later pushes that arrived before it.
        let later = after.dropFirst(items.count).first?.id
        let winner = later.flatMap { self.revision(.screen($0), ScreenField.placement) }
        return (effects, .superseded(by: winner))
    }

    mutating func update(
        _ id: ScreenID, _ attributes: [Attribute], _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [Effect], outcome: Outcome) {
        let record = RecordID.screen(id)
        let former = attributes.compactMap { self.revision(record, $0.field) }.max()
        let before = attributes.map { self[record, $0.field]?.value }
        let effects = write(writes(attributes, record, stamp), at: revision)
        let after = attributes.map { self[record, $0.field]?.value }
        guard let place = placement(of: id), isVisible(place.placement.tab) else {
            let tab = placement(of: id).map(\.placement.tab)
            return (effects, .hidden(by: tab.flatMap { self.revision(.tab($0), TabField.removed) }))
        }
        let tab = place.placement.tab
        guard let entry = stack(of: tab).first(where: { $0.twins.contains(id) }) else {
            let isPopped = place.stamp <= self.stamp(record, ScreenField.popped)
            let winner =
                isPopped
                ? self.revision(record, ScreenField.popped)
                : self.revision(.tab(tab), TabField.floor)
            return (effects, .superseded(by: winner))
        }
        guard entry.shown == id else {
            let shown = RecordID.screen(entry.shown)
            return (effects, .superseded(by: self.revision(shown, ScreenField.placement)))
        }
        if after != before { return (effects, .applied) }
        let lost = attributes.first { self[record, $0.field]?.value != $0.value }
        guard let lost else { return (effects, .noop(by: former)) }
        return (effects, .superseded(by: self.revision(record, lost.field)))
    }

    private func place(
        _ id: ScreenID, _ placement: Placement, _ attributes: [Attribute], _ stamp: Stamp
    ) -> [Effect] {
        let place = Effect(
            record: .screen(id), field: ScreenField.placement, stamp: stamp, value: placement.value)
        return [place] + writes(attributes, .screen(id), stamp)
    }
}
