internal import NavigationProto
internal import NavigationText

/// The daemon's own: drops the records that no device that has observed the revision can still
/// need.
public struct PruneOperation: Hashable, Sendable {
    /// The revision.
    public let revision: Revision
}

extension Operation {
    /// The daemon's own: drops the records that no device that has observed the revision can still
    /// need.
    public static func prune(through revision: Revision) -> Operation {
        Operation(PruneOperation(revision: revision))
    }
}

extension PruneOperation: DaemonOperation {
    static let name = "prune"

    static let fields = [
        OperationField(\.prune) { it throws(WireError) in
            PruneOperation(revision: Revision(rawValue: it.through))
        }
    ]

    func encode(to wire: inout Navsync_V1_Operation) {
        wire.prune = .init { $0.through = revision.rawValue }
    }

    var text: TerminalText { "pruned tombstones up to revision \(revision)" }

    var facts: [String: OperationFact] {
        ["through": .number(Int64(clamping: revision.rawValue))]
    }
}
