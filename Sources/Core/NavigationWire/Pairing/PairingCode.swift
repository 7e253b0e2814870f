internal import FoundationEssentials
internal import NavigationModel
internal import NavigationProto

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

/// The framing of the ticket in a pairing URL, which distinguishes a mistyped character from a
/// missing end: the version, the length, and a checksum of both and of the ticket.
enum PairingFrame {
    private static let headerLength = 3
    private static let checksumLength = 4

    /// Returns the bytes of a URL with this ticket, which is shorter than a URL.
    static func bytes(around ticket: [UInt8]) -> [UInt8] {
        let length = [UInt8(truncatingIfNeeded: ticket.count >> 8), UInt8(ticket.count & 0xff)]
        let content = [PairingURL.version] + length + ticket
        return content + checksum(of: content)
    }

    /// Returns the ticket in the bytes of a URL.
    static func ticket(in bytes: [UInt8], isWhole: Bool) throws(PairingURLError) -> [UInt8] {
        guard bytes.count >= headerLength else { throw .cutOff }
        let end = headerLength + Int(bytes[1]) << 8 + Int(bytes[2])
        guard bytes.count >= end + checksumLength else { throw .cutOff }
        guard isWhole, bytes.count == end + checksumLength,
            Array(bytes[end...]) == checksum(of: Array(bytes[..<end]))
        else { throw .mistyped }
        guard bytes[0] <= PairingURL.version else { throw .newerVersion(bytes[0]) }
        guard bytes[0] == PairingURL.version else { throw .mistyped }
        return Array(bytes[headerLength..<end])
    }

    private static func checksum(of bytes: [UInt8]) -> [UInt8] {
        Array(Digest(hashing: bytes).bytes.prefix(checksumLength))
    }
}

extension PairingURL {
    /// Decodes a ticket.
    init(ticket bytes: [UInt8]) throws(PairingURLError) {
        guard let wire = try? Navsync_V1_PairingTicket(decoding: bytes, as: "PairingTicket") else {
            throw .incomplete("malformed")
        }
        guard let secretKey = SecretKey(bytes: [UInt8](wire.secretKey)),
            let serverKey = PublicKey(bytes: [UInt8](wire.serverKey))
        else { throw .incomplete("invalid key") }
        guard let user = UserID(rawValue: wire.user), let name = DeviceName(rawValue: wire.name),
            let role = Role(rawValue: wire.role.rawValue)
        else { throw .incomplete("invalid user, name or role") }
        guard wire.addresses.count <= Self.maximumAddresses else {
            throw .incomplete("more than \(Self.maximumAddresses) addresses")
        }
        try self.init(
            secretKey: secretKey, serverKey: serverKey, addresses: wire.addresses,
            expires: Timestamp(rawValue: wire.expires), user: user, name: name, role: role)
    }

    /// The encoded ticket.
    var encodedTicket: [UInt8] {
        let wire = Navsync_V1_PairingTicket {
            $0.secretKey = .init(secretKey.bytes)
            $0.serverKey = .init(serverKey.bytes)
            $0.addresses = addresses
            $0.expires = expires.rawValue
            $0.user = user.rawValue
            $0.name = name.rawValue
            $0.role = role.wire
        }
        // Encoding to memory can't fail for a message without required fields.
        return wire.encodedBytes
    }
}
