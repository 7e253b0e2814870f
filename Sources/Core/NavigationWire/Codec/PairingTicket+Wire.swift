internal import FoundationEssentials
internal import NavigationModel
internal import NavigationProto

extension PairingURL {
    /// Decodes a ticket.
    init(ticket bytes: [UInt8]) throws(PairingURLError) {
        guard let wire = try? Navsync_V1_PairingTicket(decoding: bytes, as: "PairingTicket") else {
            throw .incomplete("it is not written as one")
        }
        guard let secretKey = SecretKey(bytes: [UInt8](wire.secretKey)),
            let serverKey = PublicKey(bytes: [UInt8](wire.serverKey))
        else { throw .incomplete("a key of it is none") }
        guard let user = UserID(rawValue: wire.user), let name = DeviceName(rawValue: wire.name),
            let role = Role(rawValue: wire.role.rawValue)
        else { throw .incomplete("it does not say what it lets in") }
        guard wire.addresses.count <= Self.maximumAddresses else {
            throw .incomplete("it has more than \(Self.maximumAddresses) addresses")
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
