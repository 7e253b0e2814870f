internal import NavigationModel

/// A short authentication string of a pairing: six digits that both sides show, equal only if the
/// paired device is the one that the person holds.
public struct PairingCode: Hashable, Sendable, CustomStringConvertible {
    /// The number, below a million.
    public let number: UInt32

    private static let label = Array("navsync pairing 1".utf8)
    private static let range: UInt64 = 1_000_000

    /// Derives the code of a device paired by an invitation, from the public keys.
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
