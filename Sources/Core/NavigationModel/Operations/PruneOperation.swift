internal import NavigationProto
internal import NavigationText

/// The daemon's own: drops the records that no device that has observed the revision can still
/// need.
package struct PruneOperation: Hashable, Sendable {
    /// The revision.
    package let revision: Revision
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
        OperationField(19) { reader throws(WireError) in
            var through: UInt64 = 0
            while let field = reader.next() {
                if field == 1 { reader.number(&through) } else { reader.skip() }
            }
            return PruneOperation(revision: Revision(rawValue: through))
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(19) { $0.number(revision.rawValue, 1) }
    }

    var text: TerminalText { "pruned tombstones up to revision \(revision)" }

    var facts: [String: OperationFact] {
        ["through": .number(Int64(clamping: revision.rawValue))]
    }
}
