@testable import NavigationModel

extension Oracle {
    /// The modals that are shown, in the order in which they were presented.
    var presentedModals: [ModalID] {
        var presented: [ModalID] = []
        for entry in log {
            switch entry.operation.payload {
            case let it as PresentModalOperation:
                presented = presented.filter { $0 != it.id } + [it.id]
            case let it as DismissModalOperation: presented.removeAll { $0 == it.id }
            default: break
            }
        }
        return presented.filter { answers(to: $0).isEmpty }
    }

    /// The answers that were taken.
    func answers(to modal: ModalID) -> [Entry] {
        log.filter { entry in
            (entry.operation.payload as? AnswerModalOperation)?.id == modal
                && entry.arrival.outcomes.contains(.applied)
        }
    }

    /// The bars' appearance.
    var bars: [BarKey: String] {
        var bars: [BarKey: String] = [:]
        for entry in log {
            guard let setting = entry.operation.payload as? SetBarOperation else { continue }
            bars[setting.key] = setting.value.flatMap { $0.isEmpty ? nil : $0 }
        }
        return bars
    }
}
