package import SwiftProtobuf

/// A generated message, for targets that know of protobuf no more than its messages.
package typealias WireMessage = SwiftProtobuf.Message

extension SwiftProtobuf.Message {
    /// Creates a message whose fields `fill` sets.
    package init(_ fill: (inout Self) -> Void) {
        self.init()
        fill(&self)
    }

    /// Decodes a message; throws an error that names it for bytes that are none.
    package init(decoding bytes: [UInt8], as name: String) throws(WireError) {
        do {
            try self.init(serializedBytes: bytes)
        } catch {
            throw WireError("not a \(name): invalid protobuf message")
        }
    }

    /// Returns the plain form of a message, which ``ProtobufReader`` understands, without the fields
    /// that this version does not know; throws an error that names it for bytes that are none.
    package static func plain(_ bytes: [UInt8], as name: String) throws(WireError) -> [UInt8] {
        var options = BinaryDecodingOptions()
        options.discardUnknownFields = true
        do {
            return try Self(serializedBytes: bytes, options: options).serializedBytes()
        } catch {
            throw WireError("not a \(name): invalid protobuf message")
        }
    }

    /// The encoded message.
    package var encodedBytes: [UInt8] {
        // Serialization fails only for missing required fields and non-UTF-8 strings: proto3 has
        // no required fields, and Swift strings are valid Unicode.
        (try? serializedBytes()) ?? []
    }
}

/// Maps with a typed error, which the library's `map` keeps only for closures that say so.
package func decodeAll<Input, Output>(
    _ inputs: [Input], _ decode: (Input) throws(WireError) -> Output
) throws(WireError) -> [Output] {
    var outputs: [Output] = []
    outputs.reserveCapacity(inputs.count)
    for input in inputs { outputs.append(try decode(input)) }
    return outputs
}

/// An error in decoding received bytes. Nothing was done.
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expected and the received value.
    public let description: String
    /// A Boolean value indicating whether the content may be of a newer version, and no fault of
    /// the sender's.
    public let isUnsupported: Bool

    /// Joins the parts.
    package init(_ description: String, isUnsupported: Bool = false) {
        self.description = description
        self.isUnsupported = isUnsupported
    }
}
