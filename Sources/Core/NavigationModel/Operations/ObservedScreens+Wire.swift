internal import NavigationProto

/// The part of a message that names a stack: by its tab, its modal or its standalone bar.
struct StackName {
    /// The tab, or empty.
    var tab = ""
    /// The modal, or empty.
    var modal = ""
    /// The standalone bar, or empty.
    var bar = ""
}

extension StackID {
    /// Takes the stack that a message names.
    init(wire: StackName) throws(WireError) {
        switch (wire.modal.isEmpty, wire.bar.isEmpty) {
        case (true, true): self = .tab(try TabID(wire: wire.tab, "tab"))
        case (false, true): self = .modal(try ModalID(wire: wire.modal, "modal"))
        case (true, false): self = .bar(try StandaloneBarID(wire: wire.bar, "bar"))
        case (false, false): throw WireError("stack: both a modal and a bar")
        }
    }

    /// Writes a message that names the stack: the name into the field of its kind, and what stands
    /// between the fields of a tab and of the others.
    func write(
        to writer: inout ProtobufWriter, tab: UInt8 = 1, modal: UInt8 = 3, bar: UInt8 = 4,
        around content: (inout ProtobufWriter) -> Void
    ) {
        if case .tab(let id) = self { writer.text(id.rawValue, tab) }
        content(&writer)
        switch self {
        case .tab: break
        case .modal(let id): writer.text(id.rawValue, modal)
        case .bar(let id): writer.text(id.rawValue, bar)
        }
    }
}

extension ObservedScreens {
    /// Reads a message that has nothing but a stack and screens on it, one by one.
    static func named(
        from reader: inout ProtobufReader
    ) throws(WireError) -> (screens: ObservedScreens, stack: StackID) {
        var screens: [ObservedScreen] = []
        let stack = try reader.stack { screen throws(WireError) in
            screens.append(try ObservedScreen(from: &screen))
        }
        return (.named(screens), stack)
    }

    /// Reads a message that has nothing but a stack and screens on it, by spans.
    static func spans(
        from reader: inout ProtobufReader
    ) throws(WireError) -> (screens: ObservedScreens, stack: StackID) {
        var spans: [ObservedSpan] = []
        var devices: Set<DeviceID> = []
        let stack = try reader.stack { own throws(WireError) in
            try ObservedSpan.read(&spans, &devices, from: &own)
        }
        return (.spans(spans), stack)
    }

    /// Writes a message that has nothing but a stack and screens on it: one number for screens one
    /// by one, another for spans.
    func write(to writer: inout ProtobufWriter, of stack: StackID, _ named: UInt8, _ spans: UInt8) {
        switch self {
        case .named(let screens):
            writer.message(named) { writer in
                stack.write(to: &writer) { writer in
                    for screen in screens { writer.message(2) { screen.write(to: &$0) } }
                }
            }
        case .spans(let own):
            writer.message(spans) { writer in
                stack.write(to: &writer) { ObservedSpan.write(own, to: &$0, 2) }
            }
        }
    }
}

extension ProtobufReader {
    /// Reads a message that names a stack; its field 2 are messages of which `body` reads one.
    mutating func stack(
        _ body: (inout ProtobufReader) throws(WireError) -> Void
    ) throws(WireError) -> StackID {
        var name = StackName()
        while let field = next() {
            switch field {
            case 1: text(&name.tab)
            case 2: try message(body)
            case 3: text(&name.modal)
            case 4: text(&name.bar)
            default: skip()
            }
        }
        return try StackID(wire: name)
    }
}

extension ObservedSpan {
    /// Reads a message Spans: the spans of one device, which must be sorted, must not overlap and
    /// be in one message, or they could not be encoded identically.
    fileprivate static func read(
        _ spans: inout [ObservedSpan], _ devices: inout Set<DeviceID>,
        from reader: inout ProtobufReader
    ) throws(WireError) {
        var bytes: ArraySlice<UInt8> = []
        var numbers: [UInt64] = []
        while let field = reader.next() {
            switch field {
            case 1: reader.content(&bytes)
            case 2: reader.numbers(&numbers)
            default: reader.skip()
            }
        }
        let device = try DeviceID(wire: bytes)
        guard devices.insert(device).inserted else { throw WireError("spans: duplicate device") }
        guard numbers.count.isMultiple(of: 4), !numbers.isEmpty else {
            throw WireError("spans: count not a multiple of four")
        }
        var former: Number?
        for start in stride(from: 0, to: numbers.count, by: 4) {
            let first = try number(numbers[start], after: former, index: numbers[start + 1])
            let last = try number(numbers[start + 2], after: first, index: numbers[start + 3])
            guard first <= last, former.map({ $0 < first }) ?? true else {
                throw WireError("spans: not in order")
            }
            spans.append(ObservedSpan(device: device, first: first, last: last))
            former = last
        }
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

    /// Writes messages Spans: each device once, its spans sorted.
    fileprivate static func write(
        _ spans: [ObservedSpan], to writer: inout ProtobufWriter, _ field: UInt8
    ) {
        let devices = Dictionary(grouping: spans, by: \.device).sorted { $0.key < $1.key }
        for (device, own) in devices {
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
            writer.message(field) {
                $0.device(device, 1)
                $0.numbers(numbers, 2)
            }
        }
    }
}
