extension SceneState {
    mutating func push(
        _ id: ScreenID, onto stack: StackID, on below: ScreenID?, _ attributes: [Attribute],
        _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        let placement = Placement(stack: stack, base: .pushed(on: below))
        let reorderings = forest(of: stack).reorderings
        let content = RegisterWrite(
            record: .screen(id), field: ScreenField.pushedContent, stamp: stamp,
            value: PushedContent.Fingerprint(of: attributes).value)
        let effects = join(place(id, placement, attributes, stamp) + [content], at: revision)
        guard isShown(stack) else { return (effects, .hidden(by: hiding(stack))) }
        let forest = forest(of: stack)
        guard let entry = forest.entry(of: id) else {
            return (effects, .superseded(by: self.revision(stack.record, StackField.floor)))
        }
        // A twin that is not shown can still bring the branch of its place to the top.
        if entry.shown == id || forest.reorderings != reorderings { return (effects, .applied) }
        return (effects, .noop(by: self.revision(.screen(entry.shown), ScreenField.placement)))
    }

    mutating func pop(
        _ seen: ObservedScreens, from stack: StackID, by device: DeviceID, _ revision: Revision
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        let screens = standing(seen, on: stack)
        let forest = forest(of: stack)
        // Only setItems empties a stack: the first screen stays, whoever names it.
        let bottom = forest.bottom?.shown
        let before = screens.map { seen in
            forest.entry(of: seen.id).flatMap { $0.shown == bottom ? nil : $0 }
        }
        let writes = zip(screens, before).compactMap { seen, entry in
            entry.flatMap { _ in removal(of: seen, by: device) }
        }
        let formerPop = screens.compactMap {
            self.revision(.screen($0.id), ScreenField.popped)
        }.max()
        let effects = join(writes, at: revision)
        let left = screens.compactMap { self.forest(of: stack).entry(of: $0.id) }.first {
            $0.shown != bottom
        }
        if left == nil, effects.isEmpty {
            // No commit is behind it that the first screen stays.
            if screens.contains(where: { forest.entry(of: $0.id) != nil }) {
                return (effects, .noop())
            }
            let floor = self.revision(stack.record, StackField.floor)
            return (effects, .noop(by: formerPop ?? floor))
        }
        guard isShown(stack) else { return (effects, .hidden(by: hiding(stack))) }
        let after = self.forest(of: stack)
        let isApplied = before.contains { entry in
            entry.map { place in
                // The shown screen of a place changes when the oldest that was there is popped.
                after.entry(of: place.shown)?.shown != place.shown
            } ?? false
        }
        if isApplied { return (effects, .applied) }
        // Placed anew since it was observed, or another of its twins stays shown.
        let place = left ?? before.lazy.compactMap { $0 }.first
        let winner = place.flatMap { self.revision(.screen($0.shown), ScreenField.placement) }
        return (effects, .superseded(by: winner))
    }

    /// Returns the write that pops a screen if it stands where its device observed it.
    ///
    /// A device knows its own unconfirmed placement only by its own estimate of the time.
    private func removal(of seen: ObservedScreen, by device: DeviceID) -> RegisterWrite? {
        guard let current = placement(of: seen.id) else { return nil }
        let isOwn = seen.placement.device == device
        guard
            current.stamp == seen.placement
                || isOwn && current.stamp.namesSameWrite(as: seen.placement)
        else { return nil }
        return RegisterWrite(
            record: .screen(seen.id), field: ScreenField.popped, stamp: current.stamp)
    }

    /// Restores popped screens of the stack to the places where they stood. If the stack was
    /// replaced meanwhile they stand above its items, below what was pushed since.
    mutating func restore(
        _ seen: ObservedScreens, to stack: StackID, _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        let screens = known(seen, on: stack)
        let before = forest(of: stack)
        let writes = screens.enumerated().compactMap { index, seen -> RegisterWrite? in
            guard let (current, placement) = placement(of: seen.id), placement.stack == stack,
                self[.screen(seen.id), ScreenField.route] != nil,
                before.entry(of: seen.id) == nil
            else { return nil }
            let restored = Placement(
                stack: stack, base: placement.base, since: placement.originalStamp ?? current)
            return RegisterWrite(
                record: .screen(seen.id), field: ScreenField.placement,
                stamp: stamp.at(stamp.index + UInt32(clamping: index)), value: restored.value)
        }
        let effects = join(writes, at: revision)
        guard isShown(stack) else { return (effects, .hidden(by: hiding(stack))) }
        let after = forest(of: stack)
        let places = screens.map { after.entry(of: $0.id) }
        let isSeen = places.contains { place in
            place.map { before.entry(of: $0.shown)?.shown != $0.shown } ?? false
        }
        if isSeen { return (effects, .applied) }
        guard let missing = places.firstIndex(of: nil) else {
            let placed = places.compactMap { $0 }.compactMap {
                self.revision(.screen($0.shown), ScreenField.placement)
            }
            return (effects, .noop(by: placed.max()))
        }
        guard writes.isEmpty else {
            return (effects, .superseded(by: self.revision(stack.record, StackField.floor)))
        }
        // It was put on another stack since, or was pruned.
        let record = RecordID.screen(screens[missing].id)
        return (effects, .superseded(by: self.revision(record, ScreenField.placement)))
    }

    mutating func setItems(
        _ items: [Operation.Item], of stack: StackID, _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        let former = self.revision(stack.record, StackField.floor)
        let before = screens(of: stack)
        let elsewhere = items.map(\.id).filter { isShown($0, outside: stack) }
        var writes = [RegisterWrite(record: stack.record, field: StackField.floor, stamp: stamp)]
        for (index, item) in items.enumerated() {
            writes += place(
                item.id, Placement(stack: stack, base: .item), item.attributes,
                stamp.at(stamp.index + 1 + UInt32(clamping: index)))
        }
        let effects = join(writes, at: revision)
        // An item may have been taken off another stack.
        guard elsewhere.allSatisfy({ isShown($0, outside: stack) }) else {
            return (effects, .applied)
        }
        guard isShown(stack) else { return (effects, .hidden(by: hiding(stack))) }
        let after = screens(of: stack)
        if after != before { return (effects, .applied) }
        if let lost = writes.first(where: { self[$0.record, $0.field]?.value != $0.value }) {
            return (effects, .superseded(by: self.revision(lost.record, lost.field)))
        }
        if after.map(\.id) == items.map(\.id) { return (effects, .noop(by: former)) }
        guard floor(of: stack) == stamp else {
            return (effects, .superseded(by: self.revision(stack.record, StackField.floor)))
        }
        // All its items are where they were, under later pushes that arrived before it.
        let later = after.dropFirst(items.count).first?.id
        let winner = later.flatMap { self.revision(.screen($0), ScreenField.placement) }
        return (effects, .superseded(by: winner))
    }

    private func isShown(_ id: ScreenID, outside stack: StackID) -> Bool {
        guard let other = placement(of: id)?.placement.stack, other != stack, isShown(other) else {
            return false
        }
        return forest(of: other).entry(of: id)?.shown == id
    }

    mutating func update(
        _ id: ScreenID, _ attributes: [Attribute], _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        let record = RecordID.screen(id)
        let registerWrites = writes(attributes, record, stamp)
        let former = attributes.compactMap { self.revision(record, $0.field) }.max()
        let before = values(of: registerWrites)
        let effects = join(registerWrites, at: revision)
        guard let place = placement(of: id), isShown(place.placement.stack) else {
            return (effects, .hidden(by: placement(of: id).flatMap { hiding($0.placement.stack) }))
        }
        let stack = place.placement.stack
        guard let entry = forest(of: stack).entry(of: id) else {
            let isPopped = place.stamp <= self.stamp(record, ScreenField.popped)
            let winner =
                isPopped
                ? self.revision(record, ScreenField.popped)
                : self.revision(stack.record, StackField.floor)
            return (effects, .superseded(by: winner))
        }
        guard entry.shown == id else {
            let shown = RecordID.screen(entry.shown)
            return (effects, .superseded(by: self.revision(shown, ScreenField.placement)))
        }
        return (effects, outcome(of: registerWrites, before: before, former: former))
    }

    private func place(
        _ id: ScreenID, _ placement: Placement, _ attributes: [Attribute], _ stamp: Stamp
    ) -> [RegisterWrite] {
        let place = RegisterWrite(
            record: .screen(id), field: ScreenField.placement, stamp: stamp, value: placement.value)
        return [place] + writes(attributes, .screen(id), stamp)
    }
}
