@testable import NavigationModel

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
