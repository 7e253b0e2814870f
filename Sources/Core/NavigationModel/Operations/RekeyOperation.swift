internal import NavigationProto
internal import NavigationText

/// The daemon's own: gives tabs shorter position keys where they stand.
public struct RekeyOperation: Hashable, Sendable {}

extension Operation {
    /// The daemon's own: gives tabs shorter position keys where they stand.
    public static let rekey = Operation(RekeyOperation())
}

extension RekeyOperation: DaemonOperation {
    static let name = "rekey"

    static let fields = [
        OperationField(\.rekey) { _ throws(WireError) in RekeyOperation() }
    ]

    func encode(to wire: inout Navsync_V1_Operation) {
        wire.rekey = .init()
    }

    var text: TerminalText { "shortened the tabs' position keys" }
    var facts: [String: OperationFact] { [:] }
}
