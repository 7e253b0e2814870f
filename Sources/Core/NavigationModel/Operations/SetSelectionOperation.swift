internal import NavigationProto
internal import NavigationText

/// Sets the selection that a device keeps: the device does it for itself, and another only to send
/// one that does not keep the shared selection to a tab.
package struct SetSelectionOperation: Hashable, Sendable {
    /// The device.
    package let device: DeviceID
    /// Its selection.
    package let selection: DeviceSelection
}

extension Operation {
    /// Sets the selection that a device keeps.
    public static func setSelection(
        of device: DeviceID, _ selection: DeviceSelection
    ) -> Operation {
        Operation(SetSelectionOperation(device: device, selection: selection))
    }
}

extension SetSelectionOperation: OperationBody {
    static let name = "setSelection"

    static let fields = [
        OperationField(29) { reader throws(WireError) in
            var (device, followed): (ArraySlice<UInt8>, ArraySlice<UInt8>) = ([], [])
            var tab = ""
            while let field = reader.next() {
                switch field {
                case 1: reader.content(&device)
                case 2:
                    reader.text(&tab)
                    followed = []
                case 3:
                    reader.content(&followed)
                    tab = ""
                default: reader.skip()
                }
            }
            var selection = DeviceSelection.shared
            if !tab.isEmpty { selection = .own(try TabID(wire: tab, "tab")) }
            if !followed.isEmpty { selection = .following(try DeviceID(wireOfClient: followed)) }
            return SetSelectionOperation(
                device: try DeviceID(wireOfClient: device), selection: selection)
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(29) {
            $0.device(device, 1)
            switch selection {
            case .shared: break
            case .own(let tab): $0.text(tab.rawValue, 2)
            case .following(let followed): $0.content(followed.wire, 3)
            }
        }
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        if device != change.author, selection.tab == nil { throw ValidationFailure(.notPermitted) }
        if selection.followed == device { throw ValidationFailure(.malformed) }
        if let tab = selection.tab { try change.require(tab) }
    }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let record = RecordID.device(device)
        let former = state.revision(record, DeviceField.selection)
        let before = state.selection(of: device)
        if device != execution.stamp.device, before == .shared {
            return ([], .superseded(by: former))
        }
        let write = RegisterWrite(
            record: record, field: DeviceField.selection, stamp: execution.stamp,
            value: selection.value)
        let isNew = before == .shared && selection != .shared
        let excess = isNew ? state.excessSelections(at: execution.stamp) : []
        let effects = state.join([write] + excess, at: execution.revision)
        let after = state.selection(of: device)
        if after != before { return (effects, .applied) }
        if let tab = selection.tab, !state.isVisible(tab) {
            return (effects, .hidden(by: state.revision(.tab(tab), TabField.removed)))
        }
        if after == selection { return (effects, .noop(by: former)) }
        return (effects, .superseded(by: state.revision(record, DeviceField.selection)))
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        let former = before.selection(of: device)
        return former == selection ? [] : [.setSelection(of: device, former)]
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        guard undo.own.contain(state.stamp(.device(device), DeviceField.selection)) else {
            return []
        }
        // To follow is another device's own decision: it gets back to where that would lead.
        var former = selection
        if device != undo.own.device, let followed = selection.followed {
            former = state.selectedTab(of: followed).map(DeviceSelection.own) ?? .shared
        }
        if let tab = former.tab, state[.tab(tab), TabField.declared] == nil { return [] }
        guard former != .shared || device == undo.own.device,
            former != state.selection(of: device)
        else { return [] }
        return [.setSelection(of: device, former)]
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        if let tab = selection.tab, !state.isEnabled(try state.visible(tab)) {
            throw .tabDisabled(tab)
        }
        return state.selection(of: device) == selection ? nil : Operation(self)
    }

    var text: TerminalText { text(naming: [:]) }

    var namedDevices: [DeviceID] {
        switch selection {
        case .shared: []
        case .own: [device]
        case .following(let followed): [followed]
        }
    }

    func text(naming devices: [DeviceID: DeviceName]) -> TerminalText {
        func name(_ device: DeviceID) -> TerminalText {
            devices[device].map { "\($0)" } ?? "device \(device.shortName)"
        }
        return switch selection {
        case .shared: "returned to the shared selection"
        case .own(let tab): "selected \(tab) on \(name(device)) alone"
        case .following(let followed): "followed \(name(followed))"
        }
    }

    var facts: [String: OperationFact] {
        [
            "device": .text(device.description), "mode": .text(selection.mode),
            "tab": .text(selection.tab?.rawValue),
            "followed": .text(selection.followed?.description),
        ]
    }

    var place: StackID? { selection.tab.map { .tab($0) } }
    var takesAway: Bool { true }
}

extension SceneState {
    /// Returns the writes that make room for one more own selection: of those set longest ago.
    fileprivate func excessSelections(at stamp: Stamp) -> [RegisterWrite] {
        let kept = records(of: .device).compactMap { record -> (record: RecordID, stamp: Stamp)? in
            guard let register = self[record, DeviceField.selection],
                DeviceSelection(register.value) != .shared
            else { return nil }
            return (record, register.stamp)
        }
        guard kept.count >= SceneLimits.ownSelections else { return [] }
        return kept.sorted { $0.stamp < $1.stamp }
            .prefix(kept.count - SceneLimits.ownSelections + 1).map { oldest in
                RegisterWrite(
                    record: oldest.record, field: DeviceField.selection, stamp: stamp,
                    value: DeviceSelection.shared.value)
            }
    }
}

extension DeviceID {
    /// The first digits, which tell a user's devices apart.
    fileprivate var shortName: String { String(description.prefix(8)) }
}
