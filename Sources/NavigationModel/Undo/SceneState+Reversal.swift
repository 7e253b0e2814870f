extension SceneState {
    /// What takes `operations` back that are about to be done in this state; `nil` if nothing can:
    /// a refresh leaves nothing behind, and an answer can't be unsaid.
    public func reversal(of operations: [Operation], by device: DeviceID) -> Reversal? {
        var state = self
        var inverse: [[Operation]] = []
        var stamp = Stamp(time: latest.next, device: device, sequence: .zero)
        for operation in operations {
            inverse.append(state.inverse(of: operation))
            _ = state.perform(operation, stamp: stamp, revision: .zero, formerTab: nil)
            stamp = stamp.at(stamp.index + operation.stampCount)
        }
        let all = Array(inverse.reversed().joined())
        return all.isEmpty ? nil : Reversal(done: operations, inverse: all)
    }

    private func inverse(of operation: Operation) -> [Operation] {
        switch operation {
        case .declareTab(let id, _, _):
            return isVisible(id) ? [] : [.removeTab(id)]
        case .updateTab(let id, let attributes):
            let former = formerValues(of: attributes, in: .tab(id)) { $0 == TabField.isEnabled }
            return [.updateTab(id, attributes: former)] + selection(if: selectedTab == id, id)
        case .moveTab(let id, _):
            return position(of: id).map { [.moveTab(id, to: $0)] } ?? []
        case .removeTab(let id):
            guard isVisible(id), let position = position(of: id) else { return [] }
            return [.declareTab(id, at: position, attributes: [])]
                + selection(if: selectedTab == id, id)
        case .selectTab(let id):
            return selectedTab.map { selection(if: $0 != id, $0) } ?? []
        case .setBadge(let id, _, let seen):
            let base = self[.tab(id), TabField.badge].map { BadgeValue($0.value) } ?? .cleared
            return [.setBadge(id, base.adding(additions(in: seen, to: id)), seen: [])]
        case .addToBadge(let id, let count):
            return count == 0 || count == .min ? [] : [.addToBadge(id, -count)]
        case .push, .pop, .restore, .setItems, .updateScreen:
            return inverse(ofStackOperation: operation)
        case .presentModal(let id, _):
            return isPresented(id) ? [] : [.dismissModal(id)]
        case .updateModal(let id, let attributes):
            return [
                .updateModal(id, attributes: formerValues(of: attributes, in: .modal(id)))
            ]
        case .dismissModal(let id):
            return isPresented(id) ? [.presentModal(id, attributes: [])] : []
        case .setBar(let key, _):
            return [.setBar(key, bars[key])]
        case .refreshTab, .answerModal, .prune, .rekey, .unknown:
            return []
        }
    }

    private func inverse(ofStackOperation operation: Operation) -> [Operation] {
        switch operation {
        case .push(let id, let stack, _, _):
            return [.pop([SeenScreen(id: id, placement: .zero)], from: stack)]
        case .pop(let screens, let stack):
            let there = screens.filter { forest(of: stack).entry(of: $0.id) != nil }
            return there.isEmpty ? [] : [.restore(there, to: stack)]
        case .restore(let screens, let stack):
            let gone = screens.filter { forest(of: stack).entry(of: $0.id) == nil }
            return gone.isEmpty ? [] : [.pop(gone, from: stack)]
        case .setItems(let stack, _):
            let items = screens(of: stack).map { screen in
                Operation.Item(
                    id: screen.id, attributes: ScreenDescription(screen).changeableAttributes)
            }
            return [.setItems(stack, items)]
        case .updateScreen(let id, let attributes):
            return [
                .updateScreen(id, attributes: formerValues(of: attributes, in: .screen(id)))
            ]
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge,
            .addToBadge, .presentModal, .updateModal, .dismissModal, .answerModal, .setBar,
            .prune, .rekey, .unknown:
            return []
        }
    }

    /// What a set that names these additions takes away: the others go on counting on top.
    private func additions(in seen: [SeenAdditions], to id: TabID) -> Int64 {
        seen.reduce(0) { sum, seen in
            let replaced = self[.tab(id), TabField.badgeReplaced(of: seen.device)]?.value.integer
            return sum &+ seen.total &- (replaced ?? 0)
        }
    }

    private func selection(if condition: Bool, _ id: TabID) -> [Operation] {
        condition ? [.selectTab(id)] : []
    }

    /// The attributes as they are; one that was never set is empty, or true where `isTrue`.
    private func formerValues(
        of attributes: [Attribute], in record: RecordID, isTrue: (Field) -> Bool = { _ in false }
    ) -> [Attribute] {
        attributes.map { attribute in
            let missing: Value = isTrue(attribute.field) ? .flag(true) : Value(bytes: [])
            let former = self[record, attribute.field]?.value ?? missing
            return Attribute(field: attribute.field, value: former)
        }
    }
}
