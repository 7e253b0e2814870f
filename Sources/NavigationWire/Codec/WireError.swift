/// Why received bytes are not a message. Nothing was done.
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expected value, and the one that came.
    public let description: String
    /// A Boolean value indicating whether it is something that only a newer version knows, and no
    /// fault of the sender's.
    public let isUnsupported: Bool

    init(_ description: String, isUnsupported: Bool = false) {
        self.description = description
        self.isUnsupported = isUnsupported
    }

    static let unknownCall = WireError(
        "request: a call that this version does not know", isUnsupported: true)
}
