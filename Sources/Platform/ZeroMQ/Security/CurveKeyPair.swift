internal import CZeroMQ

/// The key pair of a party of a CURVE connection: the identity that others know, and its proof.
package struct CurveKeyPair: Sendable {
    /// For others.
    package let publicKey: CurvePublicKey
    /// For its owner alone.
    package let secretKey: CurveSecretKey

    /// Joins the halves, which must belong together: nothing checks it.
    package init(publicKey: CurvePublicKey, secretKey: CurveSecretKey) {
        self.publicKey = publicKey
        self.secretKey = secretKey
    }

    /// The pair of a stored secret key. Throws as ``CurveSecretKey/publicKey()``.
    package init(secretKey: CurveSecretKey) throws(ZeroMQError) {
        self.init(publicKey: try secretKey.publicKey(), secretKey: secretKey)
    }

    /// A fresh pair from the system's random source.
    ///
    /// Throws ``ZeroMQError/Code/unsupported`` without CURVE in libzmq.
    package static func generate() throws(ZeroMQError) -> CurveKeyPair {
        var publicText = [CChar](repeating: 0, count: Z85.textLength + 1)
        var secretText = [CChar](repeating: 0, count: Z85.textLength + 1)
        guard unsafe zmq_curve_keypair(&publicText, &secretText) == 0 else {
            throw .last("generate a CURVE key pair")
        }
        guard let publicKey = Z85.decodeKey(publicText).flatMap(CurvePublicKey.init(bytes:)),
            let secretKey = Z85.decodeKey(secretText).flatMap(CurveSecretKey.init(bytes:))
        else { throw ZeroMQError(.invalid, "generate a CURVE key pair") }
        return CurveKeyPair(publicKey: publicKey, secretKey: secretKey)
    }
}

/// The half of a CURVE key pair that anyone may know: 32 bytes, written as 40 characters of Z85.
package struct CurvePublicKey: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    package let bytes: [UInt8]

    /// Takes 32 bytes; `nil` for any other number.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Z85.keyLength else { return nil }
        self.bytes = bytes
    }

    /// Reads 40 characters of Z85; `nil` for anything else.
    package init?(z85: String) {
        guard let bytes = Z85.decodeKey(z85) else { return nil }
        self.bytes = bytes
    }

    /// The 40 characters of Z85.
    package var z85: String { Z85.encodeKey(bytes) }

    /// As ``z85``.
    package var description: String { z85 }
}

/// The half of a CURVE key pair that its owner keeps: 32 bytes, written as 40 characters of Z85.
///
/// Its description does not contain it, so that it stays out of logs; ``z85`` is for its file.
package struct CurveSecretKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// The 32 bytes.
    package let bytes: [UInt8]

    /// Takes 32 bytes; `nil` for any other number.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Z85.keyLength else { return nil }
        self.bytes = bytes
    }

    /// Reads 40 characters of Z85; `nil` for anything else.
    package init?(z85: String) {
        guard let bytes = Z85.decodeKey(z85) else { return nil }
        self.bytes = bytes
    }

    /// The 40 characters of Z85: secret.
    package var z85: String { Z85.encodeKey(bytes) }

    /// The other half, computed. Throws ``ZeroMQError/Code/unsupported`` without CURVE in libzmq.
    package func publicKey() throws(ZeroMQError) -> CurvePublicKey {
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
    package var description: String { "CurveSecretKey(withheld)" }

    /// Shows nothing to `dump` and to debuggers either.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The text form of keys, ZeroMQ RFC 32: five printable characters for four bytes.
enum Z85 {
    /// Bytes of a key.
    static let keyLength = 32
    /// Characters of a key.
    static let textLength = 40

    /// The text of 32 bytes.
    static func encodeKey(_ bytes: [UInt8]) -> String {
        precondition(bytes.count == keyLength, "a key has 32 bytes")
        var text = [CChar](repeating: 0, count: textLength + 1)
        _ = unsafe zmq_z85_encode(&text, bytes, bytes.count)
        return unsafe text.withUnsafeBytes { buffer in
            unsafe String(decoding: buffer.prefix(textLength), as: UTF8.self)
        }
    }

    /// The bytes of 40 characters; `nil` for another length or a character outside the alphabet.
    static func decodeKey(_ text: String) -> [UInt8]? {
        guard text.utf8.count == textLength else { return nil }
        return decodeKey(text.utf8.map(CChar.init(bitPattern:)) + [0])
    }

    /// The same from a null-terminated buffer.
    static func decodeKey(_ text: [CChar]) -> [UInt8]? {
        guard text.count == textLength + 1, text.last == 0, !text.dropLast().contains(0) else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: keyLength)
        guard unsafe zmq_z85_decode(&bytes, text) != nil else { return nil }
        // libzmq 4.3.4 lets some bad groups pass; what is written back the same was good.
        let written = encodeKey(bytes)
        guard written.utf8.elementsEqual(text.dropLast().map(UInt8.init(bitPattern:))) else {
            return nil
        }
        return bytes
    }
}
