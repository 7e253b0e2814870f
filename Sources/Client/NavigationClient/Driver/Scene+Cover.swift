internal import NavigationModel

extension Scene {
    /// Throws if operations push, pop or select beneath the topmost modal: people in front of it
    /// can't do that, and have to answer it first.
    func checkCover(of operations: [Operation]) throws(NavigationClientError) {
        guard let modal = modals.last, operations.contains(where: { isCovered($0, by: modal) })
        else { return }
        throw NavigationClientError(
            .impossible, text: "modal '\(modal.id)' covers it: \(remedy: .answerModal)")
    }

    private func isCovered(_ operation: Operation, by modal: Modal) -> Bool {
        switch operation {
        case .selectTab, .refreshTab: true
        case .push(_, let stack, _, _), .pop(_, let stack), .restore(_, let stack),
            .setItems(let stack, _):
            isCovered(stack, by: modal)
        case .declareTab, .updateTab, .moveTab, .removeTab, .setBadge, .addToBadge, .updateScreen,
            .presentModal, .updateModal, .dismissModal, .answerModal, .setBar, .declareBar,
            .updateBar, .removeBar, .prune, .rekey, .deviceRevoked, .devicePaired, .unknown:
            false
        }
    }

    private func isCovered(_ stack: StackID, by modal: Modal) -> Bool {
        switch stack {
        case .tab: true
        // It may well be on the modal: only its app knows.
        case .bar: false
        // One that the same change presents is not there yet, and is on top then.
        case .modal(let id): id != modal.id && modals.contains { $0.id == id }
        }
    }
}
