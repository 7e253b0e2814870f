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

/// A protocol value that is read in place. What is not in the plain form is brought into it by the
/// generated message.
protocol WireReadable {
    associatedtype Wire: WireMessage
    init(from reader: inout ProtobufReader) throws(WireError)
}

extension WireReadable {
    init(reading bytes: [UInt8], as name: String) throws(WireError) {
        var reader = ProtobufReader(bytes)
        if let value = try? Self(from: &reader), reader.isPlain {
            self = value
            return
        }
        reader = ProtobufReader(try Wire.plain(bytes, as: name))
        try self.init(from: &reader)
    }

    init(wire: Wire) throws(WireError) {
        try self.init(reading: wire.encodedBytes, as: "message")
    }
}

extension ProtobufReader {
    /// Reads a value of which there may be several.
    mutating func append<Element: WireReadable>(to list: inout [Element]) throws(WireError) {
        try message { reader throws(WireError) in list.append(try Element(from: &reader)) }
    }

    /// Reads a value of which there can be one.
    mutating func value<Content: WireReadable>(_ content: inout Content?) throws(WireError) {
        try message(once: content == nil) { reader throws(WireError) in
            content = try Content(from: &reader)
        }
    }
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
