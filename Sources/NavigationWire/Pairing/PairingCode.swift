internal import NavigationModel

/// A short authentication string of a pairing: six digits that both sides show, and the same only if
/// the device that came by the invitation is the one that a person holds.
///
/// It is derived from the keys of all three parties, so nobody else's device has it but by chance, in
/// one of a million. The derivation stands in `navsync.proto`, at the message Paired.
public struct PairingCode: Hashable, Sendable, CustomStringConvertible {
    /// The number, below a million.
    public let number: UInt32

    private static let label = Array("navsync pairing 1".utf8)
    private static let range: UInt64 = 1_000_000

    /// The code of a device that came by an invitation, by the public keys.
    public init(server: PublicKey, device: PublicKey, invitation: PublicKey) {
        let digest = Digest(
            hashing: Self.label + server.bytes + device.bytes + invitation.bytes)
        let value = digest.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        number = UInt32(value % Self.range)
    }

    /// Two groups of three digits: `012 345`.
    public var description: String {
        let digits = String(UInt64(number) + Self.range).dropFirst()
        return "\(digits.prefix(3)) \(digits.suffix(3))"
    }
}
