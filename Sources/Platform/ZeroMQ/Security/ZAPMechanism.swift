/// The mechanism that a peer authenticated by, with its proof. PLAIN and GSSAPI are refused without
/// an event.
public enum ZAPMechanism: Hashable, Sendable {
    /// Nothing is proved; over IPC the kernel identifies the peer.
    case null
    /// The peer owns the secret half of this key: the handshake has shown it.
    case curve(CurvePublicKey)
}
