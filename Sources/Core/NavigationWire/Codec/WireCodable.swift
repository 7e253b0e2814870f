internal import NavigationModel
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
        "request: call unknown to this version", isUnsupported: true)
}

extension Digest {
    init(wire bytes: [UInt8]) throws(WireError) {
        guard let digest = Digest(bytes: bytes) else { throw WireError("digest: not 32 bytes") }
        self = digest
    }
}

extension Topic {
    init(wire bytes: [UInt8]) throws(WireError) {
        guard let topic = Topic(bytes: bytes) else {
            throw WireError("topic: not \(Topic.length) bytes")
        }
        self = topic
    }
}
