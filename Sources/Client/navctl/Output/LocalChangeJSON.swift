internal import DeviceStore
internal import NavigationClient
internal import NavigationModel
internal import NavigationWire

/// A local change as JSON.
enum LocalChangeJSON {
    /// `id`, `age` (seconds), `date`, `standing`, `reason`, `message`, `operations`.
    static func value(of change: LocalChange) -> JSON {
        [
            "id": JSON(change.id.rawValue),
            "age": change.age.map { JSON($0.components.seconds) } ?? .null,
            "date": JSON(change.date?.rfc3339),
            "standing": .string(change.state.word), "reason": JSON(change.state.reason),
            "message": JSON(change.message),
            "operations": OperationJSON.values(of: change.operations, nil),
        ]
    }
}

extension LocalChange.State {
    fileprivate var word: String {
        switch self {
        case .waiting: "waiting"
        case .submitted: "submitted"
        case .refused: "refused"
        case .rejected: "rejected"
        }
    }

    fileprivate var reason: String? {
        switch self {
        case .waiting, .submitted: nil
        case .refused(let failure): String(describing: failure.code)
        case .rejected(let outcome): outcome.reason.map(String.init(describing:))
        }
    }
}

extension LocalChange {
    /// The reason of a refusal, and the remedy.
    var message: String? {
        switch state {
        case .waiting, .submitted: nil
        case .refused(let failure): failure.message
        case .rejected(let outcome): (outcome.reason ?? .unspecified).words(for: operations)
        }
    }
}
