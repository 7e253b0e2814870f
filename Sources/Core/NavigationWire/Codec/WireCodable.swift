internal import NavigationProto

/// A protocol value with its generated message.
protocol WireCodable {
    associatedtype Wire: WireMessage
    init(wire: Wire) throws(WireError)
    var wire: Wire { get }
}

extension WireCodable {
    init(decoding bytes: [UInt8], as name: String) throws(WireError) {
        try self.init(wire: try Wire(decoding: bytes, as: name))
    }

    var encodedBytes: [UInt8] { wire.encodedBytes }
}

extension WireError {
    /// The error for a request that only a newer version knows.
    static let unknownCall = WireError(
        "request: a call that this version does not know", isUnsupported: true)
}
