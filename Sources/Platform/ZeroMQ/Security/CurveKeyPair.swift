internal import CZeroMQ

/// The key pair of a party of a CURVE connection: the identity that others know, and its proof.
public struct CurveKeyPair: Sendable {
    /// For others.
    public let publicKey: CurvePublicKey
    /// For its owner alone.
    public let secretKey: CurveSecretKey

    /// Joins the halves, which must belong together: nothing checks it.
    public init(publicKey: CurvePublicKey, secretKey: CurveSecretKey) {
        self.publicKey = publicKey
        self.secretKey = secretKey
    }

    /// The pair of a stored secret key. Throws as ``CurveSecretKey/publicKey()``.
    public init(secretKey: CurveSecretKey) throws(ZeroMQError) {
        self.init(publicKey: try secretKey.publicKey(), secretKey: secretKey)
    }

    /// A fresh pair from the system's random source.
    ///
    /// Throws ``ZeroMQError/Code/unsupported`` without CURVE in libzmq.
    public static func generate() throws(ZeroMQError) -> CurveKeyPair {
        var publicText = [CChar](repeating: 0, count: Z85.textLength + 1)
        var secretText = [CChar](repeating: 0, count: Z85.textLength + 1)
        guard unsafe zmq_curve_keypair(&publicText, &secretText) == 0 else {
            throw .last("make a CURVE key pair")
        }
        guard let publicKey = Z85.decodeKey(publicText).flatMap(CurvePublicKey.init(bytes:)),
            let secretKey = Z85.decodeKey(secretText).flatMap(CurveSecretKey.init(bytes:))
        else { throw ZeroMQError(.invalid, "make a CURVE key pair") }
        return CurveKeyPair(publicKey: publicKey, secretKey: secretKey)
    }
}
