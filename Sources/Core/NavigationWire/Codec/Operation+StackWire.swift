internal import FoundationEssentials
internal import NavigationModel
internal import SwiftProtobuf

extension Operation {
    /// Decodes an operation on a stack; any other becomes `unknown`.
    init(stackOperation wire: Navsync_V1_Operation) throws(WireError) {
        switch wire.kind {
        case .push(let it):
            self = .push(
                try ScreenID(wire: it.screen, "screen"), onto: try StackID(wire: it),
                on: it.below.isEmpty ? nil : try ScreenID(wire: it.below, "below"),
                attributes: try decodeAll(it.attributes, Attribute.init(wire:)))
        case .pop(let it):
            self = .pop(
                .named(try decodeAll(it.screens, ObservedScreen.init(wire:))),
                from: try StackID(wire: it))
        case .restore(let it):
            self = .restore(
                .named(try decodeAll(it.screens, ObservedScreen.init(wire:))),
                to: try StackID(wire: it))
        case .popSpans(let it):
            self = .pop(
                .spans(try ObservedSpan.spans(wire: it.screens)), from: try StackID(wire: it))
        case .restoreSpans(let it):
            self = .restore(
                .spans(try ObservedSpan.spans(wire: it.screens)), to: try StackID(wire: it))
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
        case .pop(.spans(let spans), let stack):
            .popSpans(
                .with {
                    $0.name(stack)
                    $0.screens = ObservedSpan.wire(of: spans)
                })
        case .restore(.spans(let spans), let stack):
            .restoreSpans(
                .with {
                    $0.name(stack)
                    $0.screens = ObservedSpan.wire(of: spans)
                })
        case .pop(.named(let screens), let stack):
            .pop(
                .with {
                    $0.name(stack)
                    $0.screens = screens.map(\.wire)
                })
        case .restore(.named(let screens), let stack):
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
            .declareBar, .updateBar, .removeBar, .prune, .rekey, .deviceRevoked, .devicePaired,
            .unknown:
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
extension Navsync_V1_PopSpans: StackNaming {}
extension Navsync_V1_RestoreSpans: StackNaming {}
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

extension ObservedSpan {
    /// Decodes spans, which must be sorted and must not overlap: those of one device are in one
    /// message, or they could not be encoded identically.
    static func spans(wire: [Navsync_V1_Spans]) throws(WireError) -> [ObservedSpan] {
        var spans: [ObservedSpan] = []
        var devices: Set<DeviceID> = []
        for own in wire {
            let device = try DeviceID(wire: [UInt8](own.device))
            guard devices.insert(device).inserted else {
                throw WireError("spans: one device in two places")
            }
            guard own.numbers.count.isMultiple(of: 4), !own.numbers.isEmpty else {
                throw WireError("spans: not four numbers for each")
            }
            var former: Number?
            for start in stride(from: 0, to: own.numbers.count, by: 4) {
                let first = try number(
                    own.numbers[start], after: former, index: own.numbers[start + 1])
                let last = try number(
                    own.numbers[start + 2], after: first, index: own.numbers[start + 3])
                guard first <= last, former.map({ $0 < first }) ?? true else {
                    throw WireError("spans: not in their order")
                }
                spans.append(ObservedSpan(device: device, first: first, last: last))
                former = last
            }
        }
        return spans
    }

    private static func number(
        _ distance: UInt64, after former: Number?, index: UInt64
    ) throws(WireError) -> Number {
        let (sequence, isTooLarge) = (former?.sequence.rawValue ?? 0)
            .addingReportingOverflow(distance)
        guard !isTooLarge, let index = UInt32(exactly: index) else {
            throw WireError("spans: a number is too large")
        }
        return Number(sequence: SequenceNumber(rawValue: sequence), index: index)
    }

    /// Encodes spans: each device once, its spans sorted.
    static func wire(of spans: [ObservedSpan]) -> [Navsync_V1_Spans] {
        let devices = Dictionary(grouping: spans, by: \.device).sorted { $0.key < $1.key }
        return devices.map { device, own in
            var numbers: [UInt64] = []
            var former: UInt64 = 0
            for span in own.sorted(by: { $0.first < $1.first }) {
                let (first, last) = (span.first.sequence.rawValue, span.last.sequence.rawValue)
                numbers += [
                    first &- former, UInt64(span.first.index), last &- first,
                    UInt64(span.last.index),
                ]
                former = last
            }
            return .with {
                $0.device = .init(device.wire)
                $0.numbers = numbers
            }
        }
    }
}
