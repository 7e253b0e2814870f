extension SceneState {
    /// Returns the inverse of `operations` that `device` is about to perform in this state.
    ///
    /// - Parameter sequence: the number that the change will have.
    public func reversal(
        of operations: [Operation], by device: DeviceID, as sequence: SequenceNumber
    ) -> InverseChange {
        // Step by step: each is undone in the state that those before it lead to.
        var state = self
        var inverse: [[Operation]] = []
        var stamp = Stamp(time: latest.next, device: device, sequence: sequence)
        for operation in operations {
            let before = state
            _ = state.perform(operation, stamp: stamp, revision: .zero, formerTab: nil)
            inverse.append(before.inverse(of: operation, leadingTo: state))
            stamp = stamp.at(stamp.index + operation.stampCount)
        }
        return InverseChange(
            sequence: sequence, done: operations, inverse: Array(inverse.reversed().joined()))
    }

    private func inverse(of operation: Operation, leadingTo after: SceneState) -> [Operation] {
        switch operation {
        case .declareTab(let id, _, let attributes):
            guard !isVisible(id) else { return [] }
            // One that was there before has to look as it did when it comes back once more.
            let former = formerValues(of: attributes, in: .tab(id))
            let isNew = self[.tab(id), TabField.declared] == nil
            return (isNew ? [] : [.updateTab(id, attributes: former)]) + [.removeTab(id)]
        case .updateTab(let id, let attributes):
            return [.updateTab(id, attributes: formerValues(of: attributes, in: .tab(id)))]
                + selection(of: id, before: after)
        case .moveTab(let id, _):
            return position(of: id).map { [.moveTab(id, to: $0)] } ?? []
        case .removeTab(let id):
            guard isVisible(id), let position = position(of: id) else { return [] }
            return [.declareTab(id, at: position, attributes: [])]
                + selection(of: id, before: after)
        case .selectTab(let id):
            return selectedTab.map { $0 == id ? [] : [.selectTab($0)] } ?? []
        case .setBadge(let id, _, _):
            let former = self[.tab(id), TabField.badge].map { BadgeValue($0.value) } ?? .cleared
            // What the set has replaced can't count again: so it is added once more.
            let replaced = outstandingAdditions(to: id) &- after.outstandingAdditions(to: id)
            return [.setBadge(id, former, seen: [])]
                + (replaced == 0 ? [] : [.addToBadge(id, replaced)])
        case .addToBadge(let id, let count):
            return count == 0 || count == .min ? [] : [.addToBadge(id, -count)]
        case .push, .pop, .restore, .setItems, .updateScreen:
            return inverse(ofStackOperation: operation, leadingTo: after)
        case .presentModal(let id, _):
            return isPresented(id) ? [] : [.dismissModal(id)]
        case .updateModal(let id, let attributes):
            return [.updateModal(id, attributes: formerValues(of: attributes, in: .modal(id)))]
        case .dismissModal(let id):
            guard let index = presentedModals.firstIndex(of: id) else { return [] }
            // What was above it is presented anew, too, so that it comes back where it was.
            return presentedModals[index...].map { .presentModal($0, attributes: []) }
        case .setBar(let key, _):
            return [.setBar(key, bars[key])]
        case .declareBar(let id, let attributes):
            guard !isShown(.bar(id)) else { return [] }
            let former = formerValues(of: attributes, in: .standaloneBar(id))
            let isNew = self[.standaloneBar(id), StandaloneBarField.declared] == nil
            return (isNew ? [] : [.updateBar(id, attributes: former)]) + [.removeBar(id)]
        case .updateBar(let id, let attributes):
            let former = formerValues(of: attributes, in: .standaloneBar(id))
            return [.updateBar(id, attributes: former)]
        case .removeBar(let id):
            return isShown(.bar(id)) ? [.declareBar(id, attributes: [])] : []
        case .refreshTab, .answerModal, .prune, .rekey, .deviceRevoked, .devicePaired, .unknown:
            return []
        }
    }

    private func inverse(
        ofStackOperation operation: Operation, leadingTo after: SceneState
    ) -> [Operation] {
        switch operation {
        case .push(let id, let stack, _, _):
            // The first screen of a stack can't be popped.
            guard forest(of: stack).bottom != nil else { return [.setItems(stack, [])] }
            return [.pop([ObservedScreen(id: id, placement: .zero)], from: stack)]
        case .pop(let screens, let stack):
            let forest = forest(of: stack)
            let popped = standing(screens, on: stack).filter { forest.entry(of: $0.id) != nil }
            guard !popped.isEmpty else { return [] }
            let there = naming(popped, on: stack)
            guard forest.count <= InverseChange.maxTrackedDepth else {
                return [.restore(there, to: stack)]
            }
            // The whole stack, too, in case the device itself replaces it and undoes that.
            let items = self.screens(of: stack).map { Operation.Item(id: $0.id, attributes: []) }
            return [.restore(there, to: stack), .setItems(stack, items)]
        case .restore(let screens, let stack):
            let forest = forest(of: stack)
            let gone = known(screens, on: stack).filter { forest.entry(of: $0.id) == nil }
            // As they are placed anew, for that is what names them from then on.
            let back = gone.compactMap { seen in
                after.placement(of: seen.id).map {
                    ObservedScreen(id: seen.id, placement: $0.stamp)
                }
            }
            return back.isEmpty ? [] : [.pop(after.naming(back, on: stack), from: stack)]
        case .setItems(let stack, let items):
            let written = Dictionary(
                items.map { ($0.id, $0.attributes) }, uniquingKeysWith: { first, _ in first })
            // What comes from another stack goes back there.
            let others = items.compactMap { placement(of: $0.id)?.placement.stack }.filter {
                $0 != stack
            }
            return ([stack] + Set(others).sorted()).map { formerItems(of: $0, before: written) }
        case .updateScreen(let id, let attributes):
            return [.updateScreen(id, attributes: formerValues(of: attributes, in: .screen(id)))]
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge,
            .addToBadge, .presentModal, .updateModal, .dismissModal, .answerModal, .setBar,
            .declareBar, .updateBar, .removeBar, .prune, .rekey, .deviceRevoked, .devicePaired,
            .unknown:
            return []
        }
    }

    /// Returns the setItems that keeps a stack as it is, with the present values of the attributes
    /// that are about to be written.
    private func formerItems(
        of stack: StackID, before written: [ScreenID: [Attribute]]
    ) -> Operation {
        let items = screens(of: stack).map { screen in
            Operation.Item(
                id: screen.id,
                attributes: formerValues(of: written[screen.id] ?? [], in: .screen(screen.id)))
        }
        return .setItems(stack, items)
    }

    /// Returns the selection of a tab that is selected now and not after the step; none for any
    /// other.
    private func selection(of id: TabID, before after: SceneState) -> [Operation] {
        selectedTab == id && after.selectedTab != id ? [.selectTab(id)] : []
    }

    /// Returns the attributes with their present values, but those that never change; an unset one
    /// gets the value that is shown without it.
    private func formerValues(of attributes: [Attribute], in record: RecordID) -> [Attribute] {
        attributes.compactMap { attribute in
            switch (record.kind, attribute.field) {
            case (.screen, ScreenField.route), (.modal, ModalField.route): return nil
            default: break
            }
            let former = self[record, attribute.field]?.value
            return Attribute(
                field: attribute.field, value: former ?? missing(attribute.field, of: record))
        }
    }

    private func missing(_ field: Field, of record: RecordID) -> Value {
        switch (record.kind, field) {
        case (.tab, TabField.title): .text(record.name)
        case (.tab, TabField.isEnabled): .flag(true)
        case (.modal, ModalField.kind): .text(ModalKind.simple.rawValue)
        default: .none
        }
    }

    /// Returns the sum of the additions to a badge that no set or clear has replaced.
    func outstandingAdditions(to tab: TabID) -> Int64 {
        additions(to: tab).reduce(0) { $0 &+ outstanding($1, to: tab) }
    }

    /// Returns the part of one device's additions that no set or clear has replaced.
    func outstanding(_ added: ObservedAdditions, to tab: TabID) -> Int64 {
        let field = TabField.badgeReplaced(of: added.device)
        return added.total &- (self[.tab(tab), field]?.value.integer ?? 0)
    }
}
