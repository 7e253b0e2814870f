internal import FoundationEssentials
internal import NavigationProto

/// A message that names a stack: by its tab, its modal or its standalone bar.
protocol StackNaming {
    /// The tab, or empty.
    var tab: String { get set }
    /// The modal, or empty.
    var modal: String { get set }
    /// The standalone bar, or empty.
    var bar: String { get set }
}

extension Navsync_V1_Push: StackNaming {}
extension Navsync_V1_Pop: StackNaming {}
extension Navsync_V1_Restore: StackNaming {}
extension Navsync_V1_PopSpans: StackNaming {}
extension Navsync_V1_RestoreSpans: StackNaming {}
extension Navsync_V1_SetItems: StackNaming {}

extension StackNaming {
    /// Names a stack.
    mutating func name(_ stack: StackID) {
        switch stack {
        case .tab(let id): tab = id.rawValue
        case .modal(let id): modal = id.rawValue
        case .bar(let id): bar = id.rawValue
        }
    }
}

extension StackID {
    /// Reads the stack that a message names.
    init(wire: some StackNaming) throws(WireError) {
        switch (wire.modal.isEmpty, wire.bar.isEmpty) {
        case (true, true): self = .tab(try TabID(wire: wire.tab, "tab"))
        case (false, true): self = .modal(try ModalID(wire: wire.modal, "modal"))
        case (true, false): self = .bar(try StandaloneBarID(wire: wire.bar, "bar"))
        case (false, false): throw WireError("stack: both a modal and a bar")
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
                throw WireError("spans: duplicate device")
            }
            guard own.numbers.count.isMultiple(of: 4), !own.numbers.isEmpty else {
                throw WireError("spans: count not a multiple of four")
            }
            var former: Number?
            for start in stride(from: 0, to: own.numbers.count, by: 4) {
                let first = try number(
                    own.numbers[start], after: former, index: own.numbers[start + 1])
                let last = try number(
                    own.numbers[start + 2], after: first, index: own.numbers[start + 3])
                guard first <= last, former.map({ $0 < first }) ?? true else {
                    throw WireError("spans: not in order")
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
            return .init {
                $0.device = .init(device.wire)
                $0.numbers = numbers
            }
        }
    }
}
