internal import NavigationModel
internal import SwiftProtobuf

extension Operation {
    /// Decodes an operation on a modal; any other becomes `unknown`.
    init(modalOperation wire: Navsync_V1_Operation) throws(WireError) {
        switch wire.kind {
        case .presentModal(let it):
            self = .presentModal(
                try ModalID(wire: it.modal, "modal"),
                attributes: try decodeAll(it.attributes, Attribute.init(wire:)))
        case .updateModal(let it):
            self = .updateModal(
                try ModalID(wire: it.modal, "modal"),
                attributes: try decodeAll(it.attributes, Attribute.init(wire:)))
        case .dismissModal(let it):
            self = .dismissModal(try ModalID(wire: it.modal, "modal"))
        case .answerModal(let it):
            self = .answerModal(
                try ModalID(wire: it.modal, "modal"), try ModalAnswer(wire: it.answer, "answer"))
        default: self = .unknown
        }
    }

    var modalKind: Navsync_V1_Operation.OneOf_Kind? {
        switch self {
        case .presentModal(let id, let attributes):
            .presentModal(
                .with {
                    $0.modal = id.rawValue
                    $0.attributes = attributes.map(\.wire)
                })
        case .updateModal(let id, let attributes):
            .updateModal(
                .with {
                    $0.modal = id.rawValue
                    $0.attributes = attributes.map(\.wire)
                })
        case .dismissModal(let id): .dismissModal(.with { $0.modal = id.rawValue })
        case .answerModal(let id, let answer):
            .answerModal(
                .with {
                    $0.modal = id.rawValue
                    $0.answer = answer.rawValue
                })
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge,
            .addToBadge, .push, .pop, .restore, .setItems, .updateScreen, .setBar, .declareBar,
            .updateBar, .removeBar, .prune, .rekey, .deviceRevoked, .devicePaired, .unknown:
            nil
        }
    }
}
