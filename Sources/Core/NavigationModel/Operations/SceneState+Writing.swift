extension SceneState {
    /// Returns the writes that set attributes of a record.
    func writes(_ attributes: [Attribute], _ record: RecordID, _ stamp: Stamp) -> [RegisterWrite] {
        attributes.map {
            RegisterWrite(record: record, field: $0.field, stamp: stamp, value: $0.value)
        }
    }

    /// Returns the visible values of registers; a property that was never set is the same as an
    /// unset one.
    func values(of registerWrites: [RegisterWrite]) -> [Value?] {
        registerWrites.map {
            self[$0.record, $0.field]?.value ?? ($0.field.property == nil ? nil : Value.none)
        }
    }

    /// Returns the outcome of writing registers whose values are all that the projection has of
    /// them.
    func outcome(
        of registerWrites: [RegisterWrite], before: [Value?], former: Revision?
    ) -> Outcome {
        let after = values(of: registerWrites)
        if after != before { return .applied }
        let lost = registerWrites.first { self[$0.record, $0.field]?.value != $0.value }
        guard let lost else { return .noop(by: former) }
        return .superseded(by: self.revision(lost.record, lost.field))
    }

    /// Returns the writes that put a screen somewhere, with room for one more.
    func place(
        _ id: ScreenID, _ placement: Placement, _ attributes: [Attribute], _ stamp: Stamp
    ) -> [RegisterWrite] {
        var place: [RegisterWrite] = []
        place.reserveCapacity(attributes.count + 2)
        place.append(
            RegisterWrite(
                record: .screen(id), field: ScreenField.placement, stamp: stamp,
                value: placement.value))
        place += writes(attributes, .screen(id), stamp)
        return place
    }

    // MARK: Tabs and bars

    /// Writes registers of one tab and compares its projection before and after.
    ///
    /// Costs the writes and, where one of them is about the tab's place or badge, the tabs.
    ///
    /// - Parameter companions: writes that go along without being the requested ones.
    mutating func edit(
        _ id: TabID, _ registerWrites: [RegisterWrite], with companions: [RegisterWrite] = [],
        _ revision: Revision
    ) -> PerformedOperation {
        let writes = companions.isEmpty ? registerWrites : companions + registerWrites
        guard writes.contains(where: { !$0.field.isAttribute }) else {
            var comparison = Comparison()
            let effects = join(writes, at: revision) { comparison.note($0, former: $1, $2) }
            guard isVisible(id) else {
                return (effects, .hidden(by: self.revision(.tab(id), TabField.removed)))
            }
            return (effects, comparison.outcome)
        }
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
    private func appearance(of id: TabID, in writes: [RegisterWrite]) -> [Value?]? {
        guard isVisible(id) else { return nil }
        let index = visibleTabs.firstIndex(of: id).map { Value.integer(Int64($0)) }
        return values(of: writes.filter(\.field.isAttribute))
            + [index, badge(of: id).map(Value.text)]
    }

    /// Writes registers of one standalone bar and compares its projection before and after.
    mutating func edit(
        _ id: StandaloneBarID, _ registerWrites: [RegisterWrite], _ revision: Revision
    ) -> PerformedOperation {
        let wasShown = isShown(.bar(id))
        var comparison = Comparison()
        let effects = join(registerWrites, at: revision) { comparison.note($0, former: $1, $2) }
        guard isShown(.bar(id)) else { return (effects, .hidden(by: hiding(.bar(id)))) }
        guard wasShown else { return (effects, .applied) }
        return (effects, comparison.outcome)
    }
}

/// The outcome of writing registers whose values are all that the projection has of them, found
/// while they are joined.
struct Comparison {
    private var isApplied = false
    /// The winner of the first write that lost to another value.
    private var winner: Revision?
    private var hasLost = false
    /// The newest commit that had written one of the registers.
    private var former: Revision?

    /// Takes in a write with the register that was there before.
    mutating func note(_ write: RegisterWrite, former register: Register?, _ isChanged: Bool) {
        if let register { former = former.map { max($0, register.revision) } ?? register.revision }
        if isChanged {
            // A property that was never set is the same as an unset one.
            let before = register?.value ?? (write.field.property == nil ? nil : Value.none)
            if before != write.value { isApplied = true }
        } else if !hasLost, let register, register.value != write.value {
            (hasLost, winner) = (true, register.revision)
        }
    }

    /// The outcome of all writes together.
    var outcome: Outcome {
        if isApplied { return .applied }
        return hasLost ? .superseded(by: winner) : .noop(by: former)
    }
}
