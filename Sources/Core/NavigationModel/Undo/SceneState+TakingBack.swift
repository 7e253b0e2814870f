extension SceneState {
    /// Returns the operations with which `device` undoes a change of its own in the state as it is
    /// now; none if nothing of it is left to undo.
    ///
    /// Later changes of other devices stay: a value that one of them has set since is not reset,
    /// screens that came on top stay there, and what is removed already is left alone. The change
    /// has to be the device's newest that is not undone: all its writes since have to be undos.
    public func operations(undoing reversal: InverseChange, by device: DeviceID) -> [Operation] {
        let own = LocalWrites(device: device, since: reversal.sequence)
        // Step by step: each is seen in the state that those before it lead to.
        var state = self
        var operations: [Operation] = []
        var stamp = Stamp(
            time: latest.next, device: device, sequence: SequenceNumber(rawValue: .max))
        for (index, step) in reversal.inverse.enumerated() {
            let previous = index > 0 ? reversal.inverse[index - 1] : nil
            let next = reversal.inverse.dropFirst(index + 1).first
            let fitting: [Operation]
            switch (previous, step, next) {
            case (.setBadge(let set, _, _), .addToBadge(let tab, _), _) where set == tab:
                // What the set had replaced is added again with it or not at all.
                guard case .setBadge(tab, _, _)? = operations.last else { continue }
                fitting = [step]
            case (_, .restore(let screens, let stack), .setItems(let same, let items))
            where same == stack:
                fitting = state.comeback(of: screens, to: stack, among: items, own)
            case (.restore(_, let stack), .setItems(let same, _), _) where same == stack:
                continue
            default:
                fitting = state.fitted(step, of: reversal.done, own, behind: operations)
            }
            for operation in fitting {
                _ = state.perform(operation, stamp: stamp, revision: .zero, formerTab: nil)
                stamp = stamp.at(stamp.index + operation.stampCount)
            }
            operations += fitting
        }
        return operations
    }

    private func fitted(
        _ step: Operation, of done: [Operation], _ own: LocalWrites, behind others: [Operation]
    ) -> [Operation] {
        switch step {
        case .declareTab(let id, _, _):
            return !isVisible(id) && own.contain(stamp(.tab(id), TabField.removed)) ? [step] : []
        case .updateTab(let id, let attributes):
            let left = left(of: attributes, in: .tab(id), own)
            guard isVisible(id), !left.isEmpty else { return [] }
            let isDisabled = left.value(of: TabField.isEnabled)?.flag == false
            return [.updateTab(id, attributes: left)]
                + (isDisabled ? selection(afterRemoving: id) : [])
        case .moveTab(let id, _):
            return isVisible(id) && own.contain(stamp(.tab(id), TabField.position)) ? [step] : []
        case .removeTab(let id):
            guard isVisible(id), own.contain(stamp(.tab(id), TabField.declared)) else { return [] }
            return [step] + selection(afterRemoving: id)
        case .selectTab(let id):
            guard isVisible(id), isEnabled(id), selectedTab != id else { return [] }
            let isOwn =
                selectedTab.map { own.contain(stamp(.tab($0), TabField.selected)) } ?? true
            return isOwn || !done.contains(where: \.selects) ? [step] : []
        case .setBadge(let id, _, _):
            return isVisible(id) && own.contain(stamp(.tab(id), TabField.badge)) ? [step] : []
        case .addToBadge(let id, let count):
            return isVisible(id) && counts(-count, on: id, own) ? [step] : []
        case .push, .pop, .restore, .setItems, .updateScreen:
            return fitted(stackStep: step, of: done, own).map { [$0] } ?? []
        case .presentModal(let id, _):
            if isPresented(id) { return others.contains(where: \.presents) ? [step] : [] }
            let isLeft =
                own.contain(stamp(.modal(id), ModalField.dismissed))
                && self[.modal(id), ModalField.answer] == nil
            return isLeft ? [step] : []
        case .updateModal(let id, let attributes):
            let left = left(of: attributes, in: .modal(id), own)
            return isPresented(id) && !left.isEmpty ? [.updateModal(id, attributes: left)] : []
        case .dismissModal(let id):
            let isOwn = own.contain(stamp(.modal(id), ModalField.presented))
            return isPresented(id) && isOwn ? [step] : []
        case .setBar(let key, _):
            return own.contain(stamp(.bar(key), BarField.value)) ? [step] : []
        case .declareBar(let id, _):
            let removed = stamp(.standaloneBar(id), StandaloneBarField.removed)
            return !isShown(.bar(id)) && own.contain(removed) ? [step] : []
        case .updateBar(let id, let attributes):
            let left = left(of: attributes, in: .standaloneBar(id), own)
            return isShown(.bar(id)) && !left.isEmpty ? [.updateBar(id, attributes: left)] : []
        case .removeBar(let id):
            let declared = stamp(.standaloneBar(id), StandaloneBarField.declared)
            return isShown(.bar(id)) && own.contain(declared) ? [step] : []
        case .refreshTab, .answerModal, .prune, .rekey, .deviceRevoked, .devicePaired, .unknown:
            return []
        }
    }

    private func fitted(
        stackStep step: Operation, of done: [Operation], _ own: LocalWrites
    ) -> Operation? {
        switch step {
        case .pop(let screens, let stack):
            let forest = forest(of: stack)
            let left = known(screens, on: stack).compactMap { seen -> ObservedScreen? in
                // A screen that another device has placed anew is that device's now.
                guard let entry = forest.entry(of: seen.id), entry.shown != forest.bottom?.shown,
                    let stamp = placement(of: seen.id)?.stamp, own.contain(stamp)
                else { return nil }
                return ObservedScreen(id: seen.id, placement: stamp)
            }
            return left.isEmpty ? nil : .pop(naming(left, on: stack), from: stack)
        case .restore(let screens, let stack):
            let gone = gone(screens, from: stack)
            return gone.isEmpty ? nil : .restore(naming(gone, on: stack), to: stack)
        case .setItems(let stack, let items):
            return replacement(of: stack, by: items, of: done, own)
        case .updateScreen(let id, let attributes):
            let left = left(of: attributes, in: .screen(id), own)
            guard !left.isEmpty, let place = placement(of: id)?.placement,
                forest(of: place.stack).entry(of: id) != nil
            else { return nil }
            return .updateScreen(id, attributes: left)
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge,
            .addToBadge, .push, .presentModal, .updateModal, .dismissModal, .answerModal, .setBar,
            .declareBar, .updateBar, .removeBar, .prune, .rekey, .deviceRevoked, .devicePaired,
            .unknown:
            return nil
        }
    }

    /// Returns those of the screens that are popped, with their present placements.
    private func gone(_ screens: ObservedScreens, from stack: StackID) -> [ObservedScreen] {
        let forest = forest(of: stack)
        return known(screens, on: stack).compactMap { seen in
            guard forest.entry(of: seen.id) == nil, hasRoute(seen.id),
                let (stamp, placement) = placement(of: seen.id), placement.stack == stack
            else { return nil }
            return ObservedScreen(id: seen.id, placement: stamp)
        }
    }

    /// Returns the operations that bring popped screens back to their places. If the device itself
    /// has replaced the stack since, and undone that, their places are known only by what stood
    /// around them.
    private func comeback(
        of screens: ObservedScreens, to stack: StackID, among items: [Operation.Item],
        _ own: LocalWrites
    ) -> [Operation] {
        let gone = gone(screens, from: stack)
        guard !gone.isEmpty else { return [] }
        let floor = floor(of: stack)
        guard own.contain(floor), gone.contains(where: { $0.placement <= floor }) else {
            return [.restore(naming(gone, on: stack), to: stack)]
        }
        let shown = self.screens(of: stack).map(\.id)
        let wanted = Set(shown + gone.map(\.id))
        let former = items.filter { wanted.contains($0.id) }
        let names = Set(former.map(\.id))
        let others = shown.filter { !names.contains($0) }.map {
            Operation.Item(id: $0, attributes: [])
        }
        return [.setItems(stack, former + others)]
    }

    /// Returns the setItems with the items that a stack had, under those that others have put on it
    /// since; `nil` if nothing is left to undo.
    private func replacement(
        of stack: StackID, by items: [Operation.Item], of done: [Operation], _ own: LocalWrites
    ) -> Operation? {
        let shown = screens(of: stack).map(\.id)
        let placed = Set(done.flatMap { $0.placed(on: stack) }).filter { id in
            placement(of: id).map { own.contain($0.stamp) } ?? false
        }
        let isReplaced =
            own.contain(floor(of: stack)) || shown.contains(where: placed.contains)
        // Only what the device itself has taken to another stack comes back to one it has not
        // replaced.
        let taken = items.map(\.id).filter { id in
            placement(of: id).map { $0.placement.stack != stack && own.contain($0.stamp) } ?? false
        }
        guard isReplaced || !taken.isEmpty else { return nil }
        let wanted = isReplaced ? Set(items.map(\.id)) : Set(shown + taken)
        let known = items.filter { wanted.contains($0.id) && hasRoute($0.id) }.map { item in
            Operation.Item(
                id: item.id, attributes: left(of: item.attributes, in: .screen(item.id), own))
        }
        let replaced = placed.union(known.map(\.id))
        let others = shown.filter { !replaced.contains($0) }.map {
            Operation.Item(id: $0, attributes: [])
        }
        let all = known + others
        return all.map(\.id) == shown && all.allSatisfy { $0.attributes.isEmpty }
            ? nil : .setItems(stack, all)
    }

    /// Returns a Boolean value indicating whether an addition of the device still counts: no set or
    /// clear that had observed it has replaced it, or the device's own undo has added it again.
    private func counts(_ count: Int64, on tab: TabID, _ own: LocalWrites) -> Bool {
        guard own.contain(stamp(.tab(tab), TabField.badgeReplaced(of: own.device))) else {
            return true
        }
        let added = additions(to: tab).first { $0.device == own.device }
        let outstanding = added.map { self.outstanding($0, to: tab) } ?? 0
        return count > 0 ? outstanding >= count : outstanding <= count
    }

    /// Returns those of the attributes that no other device has set since, and that differ from the
    /// state.
    private func left(
        of attributes: [Attribute], in record: RecordID, _ own: LocalWrites
    ) -> [Attribute] {
        attributes.filter { attribute in
            guard let register = self[record, attribute.field] else { return false }
            return own.contain(register.stamp) && register.value != attribute.value
        }
    }

    /// Returns a Boolean value indicating whether the screen is more than the tombstone of a
    /// refused push.
    func hasRoute(_ id: ScreenID) -> Bool { self[.screen(id), ScreenField.route] != nil }
}

/// The writes of a device since a change of its own.
private struct LocalWrites {
    let device: DeviceID
    let since: SequenceNumber

    func contain(_ stamp: Stamp) -> Bool { stamp.device == device && stamp.sequence >= since }
}

extension Operation {
    /// Returns the screens that the operation puts on a stack.
    fileprivate func placed(on stack: StackID) -> [ScreenID] {
        switch self {
        case .setItems(stack, let items): items.map(\.id)
        case .push(let id, stack, _, _): [id]
        default: []
        }
    }

    fileprivate var selects: Bool { if case .selectTab = self { true } else { false } }
    fileprivate var presents: Bool { if case .presentModal = self { true } else { false } }
}
