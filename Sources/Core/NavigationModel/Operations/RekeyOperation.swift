internal import NavigationProto
internal import NavigationText

/// The daemon's own: gives tabs shorter position keys where they stand.
package struct RekeyOperation: Hashable, Sendable {}

extension Operation {
    /// The daemon's own: gives tabs shorter position keys where they stand.
    public static let rekey = Operation(RekeyOperation())
}

extension RekeyOperation: DaemonOperation {
    static let name = "rekey"

    static let fields = [
        OperationField(20) { reader throws(WireError) in
            while reader.next() != nil { reader.skip() }
            return RekeyOperation()
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(20) { _ in }
    }

    var text: TerminalText { "shortened the tabs' position keys" }
    var facts: [String: OperationFact] { [:] }
}
