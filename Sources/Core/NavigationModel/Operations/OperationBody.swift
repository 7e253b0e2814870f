internal import NavigationProto
internal import NavigationText

/// All that is an operation's own: its content and, for each that handles operations, its part.
///
/// A requirement with a default is one that most operations have nothing to say to.
protocol OperationBody: Hashable, Sendable {
    // MARK: Name and wire

    /// The name of the kind, by which programs know it.
    static var name: String { get }
    /// The fields of the message Operation that it is read from.
    static var fields: [OperationField] { get }
    /// Writes it as its field of the message.
    func write(to writer: inout ProtobufWriter)

    // MARK: Check

    /// Throws the reason to reject the change that it is in; notes in `change` what it adds.
    func validate(in change: inout ChangeValidator) throws(ValidationFailure)
    /// Returns the error in a name that it gives to something new.
    func newNameError(in state: SceneState) -> NewNameError?
    /// The limit that its own content exceeds.
    var excess: LimitExcess? { get }
    /// The limit of the object that it adds to.
    var growthLimit: LimitExcess? { get }
    /// A Boolean value indicating whether it names screens by spans of them.
    var namesSpans: Bool { get }

    // MARK: Effect

    /// The number of stamps that it uses: its indexes inside the change.
    var stampCount: UInt32 { get }
    /// A Boolean value indicating whether its outcome depends on the tab that was selected before
    /// its change.
    var isSelection: Bool { get }
    /// Joins the writes of an allowed operation; returns those that changed something, and the
    /// outcome: determined here, once, when the commit is made.
    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation
    /// Returns the writes that it leaves if its change is rejected.
    func tombstones(in state: SceneState, stamp: Stamp) -> [RegisterWrite]

    // MARK: Undo and retry

    /// Returns the operations that undo it if nothing else happens.
    func inverse(from before: SceneState, to after: SceneState) -> [Operation]
    /// Returns the operations that do, as a step of an inverse, what of it is left to do.
    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation]
    /// Returns the screens that it puts on a stack.
    func placed(on stack: StackID) -> [ScreenID]
    /// Returns the operation that does the same in `state`; `nil` if it is so already.
    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation?
    /// Returns the operation with references to its author's earlier changes by their new numbers.
    func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID
    ) -> Operation
    /// Returns one operation for it and the next of its change; `nil` if they stay two.
    func merging(_ next: any OperationBody) -> Operation?

    // MARK: Facts

    /// It in the past, for people.
    var text: TerminalText { get }
    /// The devices that the text names.
    var namedDevices: [DeviceID] { get }
    /// The text with the names of devices, where these are known.
    func text(naming devices: [DeviceID: DeviceName]) -> TerminalText
    /// The state of what was there already, for an outcome that changed nothing.
    func unchangedText(by revision: Revision?) -> TerminalText
    /// Its names and values, for programs.
    var facts: [String: OperationFact] { get }
    /// The tab, modal or standalone bar that it is about.
    var place: StackID? { get }
    /// The stack of which it changes what is shown.
    var navigatedStack: StackID? { get }
    /// A Boolean value indicating whether it adds nothing to the storage worth a quota.
    var takesAway: Bool { get }
    /// A Boolean value indicating whether a scene can begin with it.
    var isDeclaration: Bool { get }
}

extension OperationBody {
    /// Returns `true` for equal content of the same kind.
    func isEqual(to other: any OperationBody) -> Bool { (other as? Self) == self }

    func newNameError(in state: SceneState) -> NewNameError? { nil }
    var excess: LimitExcess? { nil }
    var growthLimit: LimitExcess? { nil }
    var namesSpans: Bool { false }

    var stampCount: UInt32 { 1 }
    var isSelection: Bool { false }
    func tombstones(in state: SceneState, stamp: Stamp) -> [RegisterWrite] { [] }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] { [] }
    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] { [] }
    var namedDevices: [DeviceID] { [] }
    func text(naming devices: [DeviceID: DeviceName]) -> TerminalText { text }
    func placed(on stack: StackID) -> [ScreenID] { [] }
    func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID
    ) -> Operation { Operation(self) }
    func merging(_ next: any OperationBody) -> Operation? { nil }

    func unchangedText(by revision: Revision?) -> TerminalText { "already set" }
    var place: StackID? { nil }
    var navigatedStack: StackID? { nil }
    var takesAway: Bool { false }
    var isDeclaration: Bool { false }
}

/// The writes of an operation that changed something, and its outcome.
typealias PerformedOperation = (effects: [RegisterWrite], outcome: Outcome)

/// The circumstances in which an operation takes effect.
struct Execution {
    /// The stamp of its first write.
    let stamp: Stamp
    /// The number of the commit.
    let revision: Revision
    /// The tab that was selected before the change; `nil` unless the change selects one.
    let formerTab: TabID?
}

/// A value among the facts of an operation.
package enum OperationFact: Hashable, Sendable {
    /// A text, or none.
    case text(String?)
    /// A whole number.
    case number(Int64)
    /// A truth value.
    case flag(Bool)
    /// Several values.
    case list([OperationFact])
    /// Values by name.
    case members([String: OperationFact])
}
