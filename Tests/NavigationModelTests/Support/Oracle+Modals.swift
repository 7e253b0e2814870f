@testable import NavigationModel

extension Oracle {
    /// The modals that are shown, in the order in which they were presented.
    var presentedModals: [ModalID] {
        var presented: [ModalID] = []
        for entry in log {
            switch entry.operation {
            case .presentModal(let id, _): presented = presented.filter { $0 != id } + [id]
            case .dismissModal(let id): presented.removeAll { $0 == id }
            default: break
            }
        }
        return presented.filter { answers(to: $0).isEmpty }
    }

    /// The answers that were taken.
    func answers(to modal: ModalID) -> [Entry] {
        log.filter { entry in
            if case .answerModal(modal, _) = entry.operation {
                entry.arrival.outcomes.contains(.applied)
            } else {
                false
            }
        }
    }

    /// The bars' appearance.
    var bars: [BarKey: String] {
        var bars: [BarKey: String] = [:]
        for entry in log {
            guard case .setBar(let key, let text) = entry.operation else { continue }
            bars[key] = text.flatMap { $0.isEmpty ? nil : $0 }
        }
        return bars
    }
}
