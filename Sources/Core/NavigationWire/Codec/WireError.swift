/// An error in decoding received bytes. Nothing was done.
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expected and the received value.
    public let description: String
    /// A Boolean value indicating whether the content may be of a newer version, and no fault of
    /// the sender's.
    public let isUnsupported: Bool

    init(_ description: String, isUnsupported: Bool = false) {
        self.description = description
        self.isUnsupported = isUnsupported
    }

    static let unknownCall = WireError(
        "request: a call that this version does not know", isUnsupported: true)
}
