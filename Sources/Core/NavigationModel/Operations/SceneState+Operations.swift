extension SceneState {
    /// Joins the writes of an allowed operation; returns those that changed something, and the
    /// outcome of the operation: determined here, once, when the commit is made.
    mutating func perform(
        _ operation: Operation, stamp: Stamp, revision: Revision, formerTab: TabID?
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        switch operation {
        case .declareTab(let id, let position, let attributes):
            let own = [
                RegisterWrite(record: .tab(id), field: TabField.declared, stamp: stamp),
                move(id, to: position, stamp),
            ]
            return edit(id, own + writes(attributes, .tab(id), stamp), revision)
        case .updateTab(let id, let attributes):
            return edit(id, writes(attributes, .tab(id), stamp), revision)
        case .moveTab(let id, let position):
            return edit(id, [move(id, to: position, stamp)], revision)
        case .removeTab(let id):
            return remove(id, stamp, revision)
        case .selectTab(let id):
            return select(id, stamp, revision, formerTab: formerTab)
        case .refreshTab(let id):
            let count = Value.integer(Int64(clamping: refreshCount(of: id)) &+ 1)
            let refresh = RegisterWrite(
                record: .tab(id), field: TabField.refreshed, stamp: stamp, value: count)
            return select(id, with: [refresh], stamp, revision, formerTab: formerTab)
        case .setBadge(let id, let badge, let seen):
            return setBadge(of: id, badge, seen, stamp, revision)
        case .addToBadge(let id, let count):
            return addToBadge(of: id, count, stamp, revision)
        case .push(let id, let stack, let below, let attributes):
            return push(id, onto: stack, on: below, attributes, stamp, revision)
        case .pop(let screens, let stack):
            return pop(screens, from: stack, by: stamp.device, revision)
        case .restore(let screens, let stack):
            return restore(screens, to: stack, stamp, revision)
        case .setItems(let stack, let items):
            return setItems(items, of: stack, stamp, revision)
        case .updateScreen(let id, let attributes):
            return update(id, attributes, stamp, revision)
        case .presentModal(let id, let attributes):
            return present(id, attributes, stamp, revision)
        case .updateModal(let id, let attributes):
            return update(id, attributes, stamp, revision)
        case .dismissModal(let id):
            return dismiss(id, stamp, revision)
        case .answerModal(let id, let answer):
            return self.answer(id, answer, stamp, revision)
        case .setBar(let key, let text):
            return setBar(key, text, stamp, revision)
        case .declareBar(let id, let attributes):
            let own = RegisterWrite(
                record: .standaloneBar(id), field: StandaloneBarField.declared, stamp: stamp)
            return edit(id, [own] + writes(attributes, .standaloneBar(id), stamp), revision)
        case .updateBar(let id, let attributes):
            return edit(id, writes(attributes, .standaloneBar(id), stamp), revision)
        case .removeBar(let id):
            return remove(id, stamp, revision)
        case .prune, .rekey, .deviceRevoked, .devicePaired:
            return ([], .rejected(.notPermitted))
        case .unknown:
            return ([], .rejected(.unsupported))
        }
    }

    private func move(_ id: TabID, to position: PositionKey, _ stamp: Stamp) -> RegisterWrite {
        RegisterWrite(
            record: .tab(id), field: TabField.position, stamp: stamp, value: position.value)
    }

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
}
