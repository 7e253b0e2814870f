extension SceneState {
    /// Returns the operations that retry `operations` in the state as its device sees it now; none
    /// if the state is as intended already.
    ///
    /// New screens and modals get fresh ids, since a refused change may have left tombstones under
    /// its own; a push goes on the present top, a pop takes those of its screens that are still
    /// there.
    ///
    /// - Parameter generator: the source of fresh ids.
    public func operations(
        repeating operations: [Operation], using generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> [Operation] {
        var names = IDMapping()
        // Step by step: each is seen in the state that those before it lead to.
        var state = self
        var repeated: [Operation] = []
        var stamp = Stamp(time: latest.next, device: .daemon, sequence: .zero)
        for operation in operations {
            let step = try state.repeated(operation, &names, &generator)
            guard let step else { continue }
            _ = state.perform(step, stamp: stamp, revision: .zero, formerTab: nil)
            stamp = stamp.at(stamp.index + step.stampCount)
            repeated.append(step)
        }
        return repeated
    }

    /// The present ids of the objects that the operations so far have created.
    private struct IDMapping {
        var screens: [ScreenID: ScreenID] = [:]
        var modals: [ModalID: ModalID] = [:]

        func stack(_ stack: StackID) -> StackID {
            stack.modal.map { .modal(modals[$0] ?? $0) } ?? stack
        }
    }

    private func repeated(
        _ operation: Operation, _ names: inout IDMapping,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        switch operation {
        case .declareTab(let id, _, let attributes):
            return isVisible(id) ? .updateTab(id, attributes: attributes) : operation
        case .updateTab(let id, _), .moveTab(let id, _), .addToBadge(let id, _):
            _ = try visible(id)
            return operation
        case .removeTab(let id):
            return isVisible(id) ? operation : nil
        case .selectTab(let id), .refreshTab(let id):
            guard isEnabled(try visible(id)) else { throw .tabDisabled(id) }
            return operation
        case .setBadge(let id, let badge, _):
            return .setBadge(try visible(id), badge, seen: additions(to: id))
        case .push, .pop, .restore, .setItems, .updateScreen:
            return try repeated(stackOperation: operation, &names, &generator)
        case .presentModal, .updateModal, .dismissModal, .answerModal:
            return try repeated(modalOperation: operation, &names, &generator)
        case .setBar:
            return operation
        case .declareBar(let id, let attributes):
            return isShown(.bar(id)) ? .updateBar(id, attributes: attributes) : operation
        case .updateBar(let id, _):
            _ = try shown(id)
            return operation
        case .removeBar(let id):
            return isShown(.bar(id)) ? operation : nil
        case .prune, .rekey, .deviceRevoked, .devicePaired, .unknown:
            throw .unknownOperation
        }
    }

    private func repeated(
        stackOperation operation: Operation, _ names: inout IDMapping,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        switch operation {
        case .push(let id, let stack, _, let attributes):
            let stack = try shown(names.stack(stack))
            let fresh = ScreenID.random(using: &generator)
            names.screens[id] = fresh
            return .push(
                fresh, onto: stack, on: forest(of: stack).top?.shown, attributes: attributes)
        case .pop(let screens, let stack):
            let stack = try shown(names.stack(stack))
            let forest = forest(of: stack)
            let there = seen(standing(screens, on: stack), names).filter {
                forest.entry(of: $0.id) != nil
            }
            return there.isEmpty ? nil : .pop(naming(there, on: stack), from: stack)
        case .restore(let screens, let stack):
            let stack = try shown(names.stack(stack))
            let forest = forest(of: stack)
            let gone = seen(known(screens, on: stack), names).filter {
                forest.entry(of: $0.id) == nil && hasRoute($0.id)
            }
            return gone.isEmpty ? nil : .restore(naming(gone, on: stack), to: stack)
        case .setItems(let stack, let items):
            let stack = try shown(names.stack(stack))
            var repeated: [Operation.Item] = []
            for item in items { repeated.append(try self.repeated(item, &names, &generator)) }
            return .setItems(stack, repeated)
        case .updateScreen(let id, let attributes):
            let id = names.screens[id] ?? id
            guard hasRoute(id) else { throw .unknownScreen(id) }
            return .updateScreen(id, attributes: attributes)
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge,
            .addToBadge, .presentModal, .updateModal, .dismissModal, .answerModal, .setBar,
            .declareBar, .updateBar, .removeBar, .prune, .rekey, .deviceRevoked, .devicePaired,
            .unknown:
            return nil
        }
    }

    private func repeated(
        modalOperation operation: Operation, _ names: inout IDMapping,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        switch operation {
        case .presentModal(let id, let attributes):
            // Without a route it was presented again: that is the very same modal.
            guard attributes.value(of: ModalField.route) != nil else {
                let isLeft = !self[.modal(id)].isEmpty && self[.modal(id), ModalField.answer] == nil
                guard isLeft else { throw .unknownModal(id, known: presentedModals) }
                return isPresented(id) ? nil : operation
            }
            let fresh = ModalID.random(using: &generator)
            names.modals[id] = fresh
            return .presentModal(fresh, attributes: attributes)
        case .updateModal(let id, let attributes):
            return .updateModal(try presented(names.modals[id] ?? id), attributes: attributes)
        case .dismissModal(let id):
            let id = names.modals[id] ?? id
            return isPresented(id) ? .dismissModal(id) : nil
        case .answerModal(let id, let answer):
            return .answerModal(try presented(names.modals[id] ?? id), answer)
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge,
            .addToBadge, .push, .pop, .restore, .setItems, .updateScreen, .setBar, .declareBar,
            .updateBar, .removeBar, .prune, .rekey, .deviceRevoked, .devicePaired, .unknown:
            return nil
        }
    }

    /// Returns an item under a fresh id, unless it is a screen that exists.
    private func repeated(
        _ item: Operation.Item, _ names: inout IDMapping,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation.Item {
        let id = names.screens[item.id] ?? item.id
        let known = self[.screen(id), ScreenField.route]?.value
        let given = item.attributes.value(of: ScreenField.route)
        if known != nil, given == nil || given == known {
            return Operation.Item(id: id, attributes: item.attributes)
        }
        guard given != nil else { throw .unknownScreen(item.id) }
        let fresh = ScreenID.random(using: &generator)
        names.screens[item.id] = fresh
        return Operation.Item(id: fresh, attributes: item.attributes)
    }

    private func shown(_ stack: StackID) throws(IntentError) -> StackID {
        switch stack {
        case .tab(let id): .tab(try visible(id))
        case .modal(let id): .modal(try presented(id))
        case .bar(let id): .bar(try shown(id))
        }
    }

    /// Returns the screens with their present placements.
    private func seen(_ screens: [ObservedScreen], _ names: IDMapping) -> [ObservedScreen] {
        screens.compactMap { screen in
            let id = names.screens[screen.id] ?? screen.id
            return placement(of: id).map { ObservedScreen(id: id, placement: $0.stamp) }
        }
    }
}
