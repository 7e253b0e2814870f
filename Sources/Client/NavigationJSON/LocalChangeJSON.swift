package import NavigationClient
internal import NavigationModel
internal import NavigationWire

/// A local change as JSON; its `age` is in seconds.
package struct LocalChangeJSON: Encodable {
    private let id: Int64
    private let age: Int64?
    private let date: String?
    private let standing: String
    private let reason: String?
    private let message: String?
    private let operations: JSON

    /// Takes a change.
    ///
    /// - Parameter message: The reason of a refusal, and the remedy; `nil` for none.
    package init(_ change: LocalChange, message: String?) {
        id = change.id.rawValue
        age = change.age?.components.seconds
        date = change.date?.rfc3339
        standing = change.state.word
        reason = change.state.reason
        self.message = message
        operations = OperationJSON.values(of: change.operations, nil)
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

/// A device's shelf as JSON.
package struct ShelfJSON: Encodable {
    private let shelf: [LocalChangeJSON]
    private let overflowed: JSON

    /// Takes the changes on a shelf, and the number of those that it had no room for.
    package init(_ changes: [LocalChangeJSON], overflowed: Int) {
        shelf = changes
        self.overflowed = JSON(overflowed)
    }
}
