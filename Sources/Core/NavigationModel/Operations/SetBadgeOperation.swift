internal import NavigationProto
internal import NavigationText

/// Sets or clears a badge, replacing the additions that the device had observed.
package struct SetBadgeOperation: Hashable, Sendable {
    /// The tab.
    package let id: TabID
    /// The new content.
    package let badge: BadgeValue
    /// The additions that it replaces.
    package let seen: [ObservedAdditions]
}

/// One device's additions to a badge as a set or clear observed them.
public struct ObservedAdditions: Hashable, Sendable {
    /// The device that made the additions.
    public let device: DeviceID
    /// The stamp of the last of them.
    public let stamp: Stamp
    /// Their running total.
    public let total: Int64

    /// Joins the parts.
    public init(device: DeviceID, stamp: Stamp, total: Int64) {
        self.device = device
        self.stamp = stamp
        self.total = total
    }
}

extension Operation {
    /// Sets or clears a badge, replacing the additions that the device had observed.
    public static func setBadge(
        _ id: TabID, _ badge: BadgeValue, seen: [ObservedAdditions]
    ) -> Operation {
        Operation(SetBadgeOperation(id: id, badge: badge, seen: seen))
    }
}

extension SetBadgeOperation: OperationBody {
    static let name = "setBadge"

    static let fields = [
        OperationField(7) { reader throws(WireError) in
            var (tab, text) = ("", "")
            var flag = false
            var badge = BadgeValue.cleared
            var seen: [ObservedAdditions] = []
            while let field = reader.next() {
                switch field {
                case 1: reader.text(&tab)
                case 2: if reader.flag(&flag) { badge = .cleared }
                case 3: if reader.flag(&flag) { badge = .dot }
                case 4: if reader.text(&text) { badge = .text(text) }
                case 5:
                    try reader.message { additions throws(WireError) in
                        seen.append(try ObservedAdditions(from: &additions))
                    }
                default: reader.skip()
                }
            }
            return SetBadgeOperation(id: try TabID(wire: tab, "tab"), badge: badge, seen: seen)
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(7) {
            $0.text(id.rawValue, 1)
            switch badge {
            case .cleared: $0.optional(1, 2)
            case .dot: $0.optional(1, 3)
            case .text(let text): $0.encoded(Array(text.utf8)[...], 4)
            }
            for additions in seen { $0.message(5) { additions.write(to: &$0) } }
        }
    }

    private var textLength: Int { if case .text(let text) = badge { text.utf8.count } else { 0 } }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        try change.require(id)
        if textLength > SceneLimits.textLength { throw ValidationFailure(.limitExceeded) }
    }

    var excess: LimitExcess? { .bytes("the badge", textLength) }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let stamp = execution.stamp
        let set = RegisterWrite(
            record: .tab(id), field: TabField.badge, stamp: stamp, value: badge.value)
        let replaced = seen.compactMap { state.replacement(of: $0, on: id, by: stamp) }
        return state.edit(id, [set], with: replaced, execution.revision)
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        let former = before[.tab(id), TabField.badge].map { BadgeValue($0.value) } ?? .cleared
        // The amount that the set has replaced can't count again: so it is added once more.
        let replaced = before.outstandingAdditions(to: id) &- after.outstandingAdditions(to: id)
        return [.setBadge(id, former, seen: [])]
            + (replaced == 0 ? [] : [.addToBadge(id, replaced)])
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        let isOwn = undo.own.contain(state.stamp(.tab(id), TabField.badge))
        return state.isVisible(id) && isOwn ? [Operation(self)] : []
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        .setBadge(try state.visible(id), badge, seen: state.additions(to: id))
    }

    func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID
    ) -> Operation {
        let seen = seen.map { seen in
            ObservedAdditions(
                device: seen.device, stamp: seen.stamp.renumbered(numbers, by: device),
                total: seen.total)
        }
        return .setBadge(id, badge, seen: seen)
    }

    var text: TerminalText {
        switch badge {
        case .cleared: "cleared the badge of \(id)"
        case .dot: "set the badge of \(id) to a dot"
        case .text(let text): "set the badge of \(id) to \(text)"
        }
    }

    var facts: [String: OperationFact] {
        let shown: String? =
            switch badge {
            case .cleared: nil
            case .dot: ""
            case .text(let text): text
            }
        return ["tab": .text(id.rawValue), "badge": .text(shown)]
    }

    var place: StackID? { .tab(id) }
}

extension ObservedAdditions {
    /// Reads a message SeenAdditions.
    fileprivate init(from reader: inout ProtobufReader) throws(WireError) {
        var device: ArraySlice<UInt8> = []
        var stamp: Stamp?
        var total: Int64 = 0
        while let field = reader.next() {
            switch field {
            case 1: reader.content(&device)
            case 2:
                try reader.message(once: stamp == nil) { content throws(WireError) in
                    stamp = try Stamp(from: &content)
                }
            case 3: reader.zigzag(&total)
            default: reader.skip()
            }
        }
        guard let stamp else { throw WireError("additions: no stamp") }
        self.init(device: try DeviceID(wire: device), stamp: stamp, total: total)
    }

    /// Writes the fields of a message SeenAdditions.
    fileprivate func write(to writer: inout ProtobufWriter) {
        writer.device(device, 1)
        writer.message(2) { stamp.write(to: &$0) }
        writer.zigzag(total, 3)
    }
}

extension SceneState {
    /// Returns the write by which a set or clear replaces exactly the additions that its device
    /// had observed: its own by the order of its changes, another's by the stamp and running total
    /// that it names.
    fileprivate func replacement(
        of seen: ObservedAdditions, on id: TabID, by stamp: Stamp
    ) -> RegisterWrite? {
        guard let current = self[.tab(id), TabField.badgeAdded(by: seen.device)],
            let total = current.value.integer
        else { return nil }
        let isCurrent = seen.device == stamp.device || current.stamp == seen.stamp
        guard isCurrent || seen.stamp < current.stamp else { return nil }
        return RegisterWrite(
            record: .tab(id), field: TabField.badgeReplaced(of: seen.device),
            stamp: isCurrent ? current.stamp : seen.stamp,
            value: .integer(isCurrent ? total : seen.total))
    }

    /// Returns the sum of the additions to a badge that no set or clear has replaced.
    func outstandingAdditions(to tab: TabID) -> Int64 {
        additions(to: tab).reduce(0) { $0 &+ outstanding($1, to: tab) }
    }

    /// Returns the part of one device's additions that no set or clear has replaced.
    func outstanding(_ added: ObservedAdditions, to tab: TabID) -> Int64 {
        let field = TabField.badgeReplaced(of: added.device)
        return added.total &- (self[.tab(tab), field]?.value.integer ?? 0)
    }
}
