internal import NavigationModel
internal import NavigationProto

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
