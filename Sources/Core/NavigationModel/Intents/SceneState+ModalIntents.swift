extension SceneState {
    func modalOperations(
        for intent: Intent, _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> [Operation] {
        switch intent {
        case .presentModal(let modal):
            return present(modal, &generator)
        case .updateModal(let id, let title, let kind, let payload):
            let attributes = [
                title.map { Attribute(field: ModalField.title, value: .text($0)) },
                kind.map { Attribute(field: ModalField.kind, value: .text($0.rawValue)) },
                payload.map { Attribute(field: ModalField.payload, value: Value(bytes: $0)) },
            ].compactMap { $0 }
            let modal = try presented(id)
            return attributes.isEmpty ? [] : [.updateModal(modal, attributes: attributes)]
        case .dismissModal(let id):
            return [.dismissModal(try presented(id))]
        case .answerModal(let id, let answer):
            return [.answerModal(try presented(id), answer)]
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .setBadge, .addToBadge,
            .push, .pop, .popScreen, .popTo, .popToRoot, .setItems, .updateScreen, .setBar,
            .declareBar, .removeBar, .setProperties, .undo, .retry, .batch, .replaceScene:
            return []
        }
    }

    /// Returns the operations that present a modal with its stack.
    func present(
        _ modal: ModalDescription, _ generator: inout some RandomNumberGenerator
    ) -> [Operation] {
        let id = ModalID.random(using: &generator)
        let present = Operation.presentModal(id, attributes: modal.attributes)
        guard !modal.stack.isEmpty else { return [present] }
        return [present, .setItems(.modal(id), items(modal.stack, of: .modal(id), &generator))]
    }

    func presented(_ id: ModalID) throws(IntentError) -> ModalID {
        guard isPresented(id) else { throw .unknownModal(id, known: presentedModals) }
        return id
    }
}
