internal import CZeroMQ

/// The half of a CURVE key pair that its owner keeps: 32 bytes, written as 40 characters of Z85.
///
/// Its description does not contain it, so that it stays out of logs; ``z85`` is for its file.
public struct CurveSecretKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Takes 32 bytes; `nil` for any other number.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Z85.keyLength else { return nil }
        self.bytes = bytes
    }

    /// Reads 40 characters of Z85; `nil` for anything else.
    public init?(z85: String) {
        guard let bytes = Z85.decodeKey(z85) else { return nil }
        self.bytes = bytes
    }

    /// The 40 characters of Z85: secret.
    public var z85: String { Z85.encodeKey(bytes) }

    /// The other half, computed. Throws ``ZeroMQError/Code/unsupported`` without CURVE in libzmq.
    public func publicKey() throws(ZeroMQError) -> CurvePublicKey {
        var text = [CChar](repeating: 0, count: Z85.textLength + 1)
        guard unsafe zmq_curve_public(&text, z85) == 0 else {
            throw .last("derive a public key")
        }
        guard let key = Z85.decodeKey(text).flatMap(CurvePublicKey.init(bytes:)) else {
            throw ZeroMQError(.invalid, "derive a public key")
        }
        return key
    }

    /// A fixed text, without the key.
    public var description: String { "CurveSecretKey(withheld)" }

    /// Shows nothing to `dump` and to debuggers either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
