@testable import NavigationModel

extension Property {
    /// P8: under each name stands what the newest word says, whoever said it and when it arrived.
    static let propertyValues = Property { fleet in
        let expected = Oracle(fleet).properties
        let scene = fleet.state.scene
        let stacks = scene.tabs.map(\.stack) + scene.modals.map(\.stack)
        let screens = (stacks + scene.standaloneBars.map(\.items)).joined()
        let shown =
            scene.tabs.map { (RecordID.tab($0.id), $0.properties) }
            + screens.map { (RecordID.screen($0.id), $0.properties) }
            + scene.modals.map { (RecordID.modal($0.id), $0.properties) }
            + scene.standaloneBars.map { (RecordID.standaloneBar($0.id), $0.properties) }
        for (record, properties) in shown where properties.values != expected[record] ?? [:] {
            return "\(record) says \(properties.values), not \(expected[record] ?? [:])"
        }
        return nil
    }

    /// P9: the standalone bars are what the newest declarations and removals say; edits inside one
    /// that is gone are hidden.
    static let standaloneBars = Property { fleet in
        let shown = fleet.state.scene.standaloneBars.map(\.id)
        guard Set(shown) == Oracle(fleet).standaloneBars, shown == shown.sorted() else {
            return "the bars are \(shown)"
        }
        for arrival in fleet.records where arrival.taken.count == 1 {
            guard let bar = arrival.taken[0].operation.editedBar,
                !arrival.before.isShown(.bar(bar))
            else { continue }
            let removal = arrival.rawBefore.revision(
                .standaloneBar(bar), StandaloneBarField.removed)
            guard arrival.outcomes[0] == .hidden(by: removal) else {
                return "not hidden: \(arrival.outcomes[0])"
            }
        }
        return nil
    }
}

extension Operation {
    /// The standalone bar that it edits or puts something on.
    fileprivate var editedBar: StandaloneBarID? {
        switch payload {
        case let update as UpdateBarOperation: update.id
        case let push as PushOperation: push.stack.bar
        case let setting as SetItemsOperation: setting.stack.bar
        default: nil
        }
    }
}

extension Property {
    /// The first answer that arrives closes a modal for good; every later one is told so.
    static let answers = Property { fleet in
        let oracle = Oracle(fleet)
        guard fleet.state.scene.modals.map(\.id) == oracle.presentedModals else {
            return "\(fleet.state.scene.modals.map(\.id)) are presented"
        }
        var answered: [ModalID: Revision] = [:]
        for arrival in fleet.records {
            for (operation, outcome) in zip(arrival.change.operations, arrival.outcomes) {
                guard let answer = operation.payload as? AnswerModalOperation else { continue }
                if let first = answered[answer.id] {
                    guard outcome == .rejected(.answered, by: first) else {
                        return "answered twice: \(outcome)"
                    }
                } else if outcome == .applied {
                    answered[answer.id] = arrival.commit?.revision
                }
            }
        }
        return nil
    }

    /// P8: the bars look as the newest write of each key says.
    static let bars = Property { fleet in
        let bars = fleet.state.scene.bars
        return bars == Oracle(fleet).bars ? nil : "the bars look \(bars)"
    }
}
