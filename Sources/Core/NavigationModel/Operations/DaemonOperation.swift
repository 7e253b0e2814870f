internal import NavigationProto
internal import NavigationText

/// An operation that is the daemon's own: it stands in the log to say what the daemon did, and no
/// device may request it.
protocol DaemonOperation: OperationBody {}

extension DaemonOperation {
    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        throw ValidationFailure(.notPermitted)
    }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        ([], .rejected(.notPermitted))
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        throw .unknownOperation
    }
}

/// A step that only a newer version knows; the daemon refuses it.
package struct UnknownOperation: Hashable, Sendable {}

extension Operation {
    /// A step that only a newer version knows; the daemon refuses it.
    public static let unknown = Operation(UnknownOperation())
}

extension UnknownOperation: OperationBody {
    static let name = "unknown"
    static let fields: [OperationField] = []

    func write(to writer: inout ProtobufWriter) {}

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        throw ValidationFailure(.unsupported)
    }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        ([], .rejected(.unsupported))
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        throw .unknownOperation
    }

    var text: TerminalText { "unknown operation of a newer version" }
    var facts: [String: OperationFact] { [:] }
}
