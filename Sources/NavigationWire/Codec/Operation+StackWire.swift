internal import NavigationModel
internal import SwiftProtobuf

extension Operation {
    /// Reads an operation on a stack; any other is unknown here.
    init(stackOperation wire: Navsync_V1_Operation) throws(WireError) {
        switch wire.kind {
        case .push(let it):
            self = .push(
                try ScreenID(wire: it.screen, "screen"), onto: try StackID(wire: it),
                on: it.below.isEmpty ? nil : try ScreenID(wire: it.below, "below"),
                attributes: try decodeAll(it.attributes, Attribute.init(wire:)))
        case .pop(let it):
            self = .pop(
                try decodeAll(it.screens, SeenScreen.init(wire:)), from: try StackID(wire: it))
        case .restore(let it):
            self = .restore(
                try decodeAll(it.screens, SeenScreen.init(wire:)), to: try StackID(wire: it))
        case .setItems(let it):
            self = .setItems(
                try StackID(wire: it), try decodeAll(it.items, Operation.Item.init(wire:)))
        case .updateScreen(let it):
            self = .updateScreen(
                try ScreenID(wire: it.screen, "screen"),
                attributes: try decodeAll(it.attributes, Attribute.init(wire:)))
        default: self = .unknown
        }
    }

    var stackKind: Navsync_V1_Operation.OneOf_Kind? {
        switch self {
        case .push(let id, let stack, let below, let attributes):
            .push(
                .with {
                    $0.screen = id.rawValue
                    $0.name(stack)
                    $0.below = below?.rawValue ?? ""
                    $0.attributes = attributes.map(\.wire)
                })
        case .pop(let screens, let stack):
            .pop(
                .with {
                    $0.name(stack)
                    $0.screens = screens.map(\.wire)
                })
        case .restore(let screens, let stack):
            .restore(
                .with {
                    $0.name(stack)
                    $0.screens = screens.map(\.wire)
                })
        case .setItems(let stack, let items):
            .setItems(
                .with {
                    $0.name(stack)
                    $0.items = items.map(\.wire)
                })
        case .updateScreen(let id, let attributes):
            .updateScreen(
                .with {
                    $0.screen = id.rawValue
                    $0.attributes = attributes.map(\.wire)
                })
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge,
            .addToBadge, .presentModal, .updateModal, .dismissModal, .answerModal, .setBar,
            .declareBar, .updateBar, .removeBar, .prune, .rekey, .deviceRevoked, .unknown:
            nil
        }
    }
}

/// A message that names a stack: by its tab, its modal or its standalone bar.
private protocol StackNaming {
    var tab: String { get set }
    var modal: String { get set }
    var bar: String { get set }
}

extension Navsync_V1_Push: StackNaming {}
extension Navsync_V1_Pop: StackNaming {}
extension Navsync_V1_Restore: StackNaming {}
extension Navsync_V1_SetItems: StackNaming {}

extension StackNaming {
    fileprivate mutating func name(_ stack: StackID) {
        switch stack {
        case .tab(let id): tab = id.rawValue
        case .modal(let id): modal = id.rawValue
        case .bar(let id): bar = id.rawValue
        }
    }
}

extension StackID {
    fileprivate init(wire: some StackNaming) throws(WireError) {
        switch (wire.modal.isEmpty, wire.bar.isEmpty) {
        case (true, true): self = .tab(try TabID(wire: wire.tab, "tab"))
        case (false, true): self = .modal(try ModalID(wire: wire.modal, "modal"))
        case (true, false): self = .bar(try StandaloneBarID(wire: wire.bar, "bar"))
        case (false, false): throw WireError("stack: a modal's or a bar's, not both")
        }
    }
}
