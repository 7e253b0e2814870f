extension SceneState {
    /// The operations that take a change back in the state as it is now; none if nothing of it is
    /// left to take back.
    ///
    /// What others have done since stays: a value that somebody has set anew is not set back, screens
    /// that came on top stay there, and what is gone already is left alone.
    public func operations(takingBack reversal: Reversal, by device: DeviceID) -> [Operation] {
        // Step by step: each is seen in the state that those before it lead to.
        var state = self
        var operations: [Operation] = []
        var stamp = Stamp(time: latest.next, device: device, sequence: .zero)
        for step in reversal.inverse {
            guard let fitting = state.fitted(step, to: reversal.done, by: device) else { continue }
            operations.append(fitting)
            _ = state.perform(fitting, stamp: stamp, revision: .zero, formerTab: nil)
            stamp = stamp.at(stamp.index + fitting.stampCount)
        }
        return operations
    }

    private func fitted(
        _ step: Operation, to done: [Operation], by device: DeviceID
    ) -> Operation? {
        switch step {
        case .declareTab(let id, _, _):
            return isVisible(id) ? nil : step
        case .updateTab(let id, let attributes):
            let own = unchanged(attributes, of: .tab(id), since: done)
            return isVisible(id) && !own.isEmpty ? .updateTab(id, attributes: own) : nil
        case .moveTab(let id, _):
            return isVisible(id) && wasSet(.tab(id), TabField.position, by: done) ? step : nil
        case .removeTab(let id):
            return isVisible(id) ? step : nil
        case .selectTab(let id):
            guard isVisible(id), isEnabled(id), selectedTab != id else { return nil }
            return done.contains { $0.leadsAway(to: selectedTab) } ? step : nil
        case .setBadge(let id, _, _):
            return isVisible(id) && wasSet(.tab(id), TabField.badge, by: done) ? step : nil
        case .addToBadge(let id, _):
            return isVisible(id) ? step : nil
        case .push, .pop, .restore, .setItems, .updateScreen:
            return fitted(stackStep: step, to: done, by: device)
        case .presentModal(let id, _):
            let isAnswered = self[.modal(id), ModalField.answer] != nil
            return isAnswered || isPresented(id) || self[.modal(id)].isEmpty ? nil : step
        case .updateModal(let id, let attributes):
            let own = unchanged(attributes, of: .modal(id), since: done)
            return isPresented(id) && !own.isEmpty ? .updateModal(id, attributes: own) : nil
        case .dismissModal(let id):
            return isPresented(id) ? step : nil
        case .setBar(let key, _):
            return wasSet(.bar(key), BarField.value, by: done) ? step : nil
        case .refreshTab, .answerModal, .prune, .rekey, .unknown:
            return nil
        }
    }

    private func fitted(
        stackStep step: Operation, to done: [Operation], by device: DeviceID
    ) -> Operation? {
        switch step {
        case .pop(let screens, let stack):
            // A screen that somebody else has put there anew is theirs now.
            let own = screens.compactMap { seen -> SeenScreen? in
                guard forest(of: stack).entry(of: seen.id) != nil,
                    let stamp = placement(of: seen.id)?.stamp, stamp.device == device
                else { return nil }
                return SeenScreen(id: seen.id, placement: stamp)
            }
            return own.isEmpty ? nil : .pop(own, from: stack)
        case .restore(let screens, let stack):
            let gone = screens.compactMap { seen -> SeenScreen? in
                guard forest(of: stack).entry(of: seen.id) == nil,
                    let (stamp, placement) = placement(of: seen.id), placement.stack == stack
                else { return nil }
                return SeenScreen(id: seen.id, placement: stamp)
            }
            return gone.isEmpty ? nil : .restore(gone, to: stack)
        case .setItems(let stack, let items):
            let known = items.filter { self[.screen($0.id), ScreenField.route] != nil }
            let replaced = Set(done.flatMap { $0.items(of: stack) } + known.map(\.id))
            let others = screens(of: stack).filter { !replaced.contains($0.id) }.map {
                Operation.Item(id: $0.id, attributes: [])
            }
            let isSame = screens(of: stack).map(\.id) == (known + others).map(\.id)
            return isSame ? nil : .setItems(stack, known + others)
        case .updateScreen(let id, let attributes):
            let own = unchanged(attributes, of: .screen(id), since: done)
            return own.isEmpty ? nil : .updateScreen(id, attributes: own)
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge,
            .addToBadge, .push, .presentModal, .updateModal, .dismissModal, .answerModal, .setBar,
            .prune, .rekey, .unknown:
            return nil
        }
    }

    /// Those of the attributes that nobody has set since `done` set them.
    private func unchanged(
        _ attributes: [Attribute], of record: RecordID, since done: [Operation]
    ) -> [Attribute] {
        attributes.filter { wasSet(record, $0.field, by: done) }
    }

    /// Whether a register still has the value that one of the operations gave it.
    private func wasSet(_ record: RecordID, _ field: Field, by done: [Operation]) -> Bool {
        let value = self[record, field]?.value
        return done.contains { $0.value(of: field, in: record) == value }
    }
}

extension Operation {
    /// What the operation sets a register to, if it does.
    fileprivate func value(of field: Field, in record: RecordID) -> Value? {
        switch self {
        case .declareTab(let id, let position, let attributes) where record == .tab(id):
            field == TabField.position ? position.value : attributes.value(of: field)
        case .updateTab(let id, let attributes) where record == .tab(id):
            attributes.value(of: field)
        case .moveTab(let id, let position) where record == .tab(id) && field == TabField.position:
            position.value
        case .setBadge(let id, let badge, _) where record == .tab(id) && field == TabField.badge:
            badge.value
        case .updateScreen(let id, let attributes) where record == .screen(id):
            attributes.value(of: field)
        case .presentModal(let id, let attributes) where record == .modal(id),
            .updateModal(let id, let attributes) where record == .modal(id):
            attributes.value(of: field)
        case .setBar(let key, let text) where record == .bar(key) && field == BarField.value:
            .optionalText(text)
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge,
            .addToBadge, .push, .pop, .restore, .setItems, .updateScreen, .presentModal,
            .updateModal, .dismissModal, .answerModal, .setBar, .prune, .rekey, .unknown:
            nil
        }
    }

    /// The screens that the operation makes the items of a stack.
    fileprivate func items(of stack: StackID) -> [ScreenID] {
        if case .setItems(stack, let items) = self { items.map(\.id) } else { [] }
    }

    /// Whether the operation may be why `tab` is selected.
    fileprivate func leadsAway(to tab: TabID?) -> Bool {
        switch self {
        case .selectTab(let id): id == tab
        case .removeTab, .updateTab, .declareTab: true
        case .moveTab, .refreshTab, .setBadge, .addToBadge, .push, .pop, .restore, .setItems,
            .updateScreen, .presentModal, .updateModal, .dismissModal, .answerModal, .setBar,
            .prune, .rekey, .unknown:
            false
        }
    }
}
