internal import SwiftProtobuf

/// A protocol value with its generated message.
protocol WireCodable {
    associatedtype Wire: SwiftProtobuf.Message
    init(wire: Wire) throws(WireError)
    var wire: Wire { get }
}

extension WireCodable {
    init(decoding bytes: [UInt8], as name: String) throws(WireError) {
        let message: Wire
        do {
            message = try Wire(serializedBytes: bytes)
        } catch {
            throw WireError("not a \(name): the bytes are no valid protobuf message")
        }
        try self.init(wire: message)
    }

    var encodedBytes: [UInt8] {
        // Serialization fails only for missing required fields and non-UTF-8 strings: proto3 has
        // no required fields, and Swift strings are valid Unicode.
        (try? wire.serializedBytes()) ?? []
    }
}

/// Maps with a typed error, which the library's `map` keeps only for closures that say so.
func decodeAll<Input, Output>(
    _ inputs: [Input], _ decode: (Input) throws(WireError) -> Output
) throws(WireError) -> [Output] {
    var outputs: [Output] = []
    outputs.reserveCapacity(inputs.count)
    for input in inputs { outputs.append(try decode(input)) }
    return outputs
}
