/// How a peer proves who it is, with what it showed. PLAIN and GSSAPI are refused unasked.
public enum ZAPMechanism: Hashable, Sendable {
    /// Nothing is proved; over IPC the kernel tells who it is.
    case null
    /// The peer owns the secret half of this key: the handshake has shown it.
    case curve(CurvePublicKey)
}
