/// Screens of one stack as a device observed them: named one by one or, where they are too many for
/// a change to name them, by the numbers of their placements.
public enum ObservedScreens: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// Each by its id and its placement.
    case named([ObservedScreen])
    /// All screens of the stack whose placements are in one of the spans. A device knows all
    /// numbers up to the last of a span, so what it had not observed is in none.
    case spans([ObservedSpan])

    /// The screens that are named one by one.
    public var names: [ObservedScreen] {
        if case .named(let screens) = self { screens } else { [] }
    }

    /// A Boolean value indicating whether they are named by spans.
    var areSpans: Bool { if case .spans = self { true } else { false } }

    /// A Boolean value indicating whether there is none.
    public var isEmpty: Bool {
        switch self {
        case .named(let screens): screens.isEmpty
        case .spans(let spans): spans.isEmpty
        }
    }

    /// Names screens one by one.
    public init(arrayLiteral screens: ObservedScreen...) {
        self = .named(screens)
    }
}

/// A screen as a pop observed it: pops of an older placement don't touch a newer one.
public struct ObservedScreen: Hashable, Sendable {
    /// The screen.
    public let id: ScreenID
    /// The stamp of the placement that the device observed, by its own estimate if it is its own.
    public let placement: Stamp

    /// Joins the parts.
    public init(id: ScreenID, placement: Stamp) {
        self.id = id
        self.placement = placement
    }
}

/// Placements that one device has made, by the numbers in their stamps: from the first to the last.
public struct ObservedSpan: Hashable, Sendable {
    /// The number of a write of a device, which no estimate of the time changes.
    public struct Number: Hashable, Comparable, Sendable {
        /// The device's number for the change.
        public let sequence: SequenceNumber
        /// The place inside the change.
        public let index: UInt32

        /// Joins the parts.
        public init(sequence: SequenceNumber, index: UInt32) {
            self.sequence = sequence
            self.index = index
        }

        init(_ stamp: Stamp) {
            self.init(sequence: stamp.sequence, index: stamp.index)
        }

        /// Orders by sequence, then by index.
        public static func < (left: Number, right: Number) -> Bool {
            (left.sequence, left.index) < (right.sequence, right.index)
        }
    }

    /// The device that has made the placements.
    public let device: DeviceID
    /// The first of them.
    public let first: Number
    /// The last of them, not before the first.
    public let last: Number

    /// Joins the parts.
    public init(device: DeviceID, first: Number, last: Number) {
        self.device = device
        self.first = first
        self.last = last
    }

    /// Returns `true` if the write with this stamp is in the span.
    public func contains(_ stamp: Stamp) -> Bool {
        stamp.device == device && first <= Number(stamp) && Number(stamp) <= last
    }
}

/// Spans for looking up stamps.
struct SpanIndex {
    private var spans: [DeviceID: [ObservedSpan]]

    init(_ spans: [ObservedSpan]) {
        self.spans = Dictionary(grouping: spans, by: \.device).mapValues { own in
            own.sorted { $0.first < $1.first }
        }
    }

    /// Returns `true` if a stamp is in a span. Costs the logarithm of the number of spans.
    func contains(_ stamp: Stamp) -> Bool {
        guard let own = spans[stamp.device] else { return false }
        let number = ObservedSpan.Number(stamp)
        var (low, high) = (0, own.count)
        while low < high {
            let middle = (low + high) / 2
            if own[middle].first <= number { low = middle + 1 } else { high = middle }
        }
        return low > 0 && number <= own[low - 1].last
    }
}

extension SceneState {
    /// Returns the screens as an operation names them: one by one if a change has room for that.
    func naming(_ screens: [ObservedScreen], on stack: StackID) -> ObservedScreens {
        // The bytes of a name in a change beside the id.
        let overhead = 52
        let length = screens.reduce(0) { $0 + $1.id.rawValue.utf8.count + overhead }
        return length <= SceneLimits.namesLength
            ? .named(screens) : .spans(spans(of: screens, on: stack))
    }

    /// Returns the placements of screens of a stack by their numbers: exactly these, for no span
    /// reaches over another screen that is, or was, on the stack. Costs the whole state.
    package func spans(of screens: [ObservedScreen], on stack: StackID) -> [ObservedSpan] {
        let wanted = Set(screens.map(\.id))
        var numbers: [DeviceID: [(number: ObservedSpan.Number, isWanted: Bool)]] = [:]
        for (id, stamp) in placements(on: stack, where: { _ in true }) {
            numbers[stamp.device, default: []].append(
                (ObservedSpan.Number(stamp), wanted.contains(id)))
        }
        return numbers.sorted { $0.key < $1.key }.flatMap { device, numbers in
            numbers.sorted { $0.number < $1.number }.split { !$0.isWanted }.compactMap { run in
                guard let first = run.first?.number, let last = run.last?.number else { return nil }
                return ObservedSpan(device: device, first: first, last: last)
            }
        }
    }

    /// Returns the screens that are named or in the spans and there; if none of these is there,
    /// those above the floor. Costs what is shown, and only then what the stack holds.
    func placedScreens(_ screens: ObservedScreens, on stack: StackID) -> [ObservedScreen] {
        switch screens {
        case .named(let screens): return screens
        case .spans(let spans):
            let index = SpanIndex(spans)
            let forest = forest(of: stack)
            let there = forest.shownPlacements.filter { index.contains($0.placement) }
            // Only of a pop of what is popped already does it matter what that was.
            let screens =
                there.isEmpty
                ? forest.placements.filter { index.contains($0.placement) } : there
            return screens.sorted { $0.placement < $1.placement }
        }
    }

    /// Returns the screens that are named or, wherever they are, in the spans. Costs the whole
    /// state for spans: those under a floor are in no index.
    func recordedScreens(_ screens: ObservedScreens, on stack: StackID) -> [ObservedScreen] {
        switch screens {
        case .named(let screens): return screens
        case .spans(let spans):
            let index = SpanIndex(spans)
            return placements(on: stack, where: index.contains).map {
                ObservedScreen(id: $0.id, placement: $0.stamp)
            }.sorted { $0.placement < $1.placement }
        }
    }
}
