public import NavigationModel

/// What an invitation tells the device that it is for: whoever reads it may pair, once and soon.
///
/// It is a secret until it is used: its description says nothing of it, ``text`` is for the one who
/// is to have it.
public struct PairingURL: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The secret half of the invitation's key.
    public let secretKey: SecretKey
    /// The daemon's key.
    public let serverKey: PublicKey
    /// Where control is, `host:port`, the likeliest first.
    public let addresses: [String]
    /// When the invitation ends, in daemon time.
    public let expires: Timestamp
    /// Whose device it will be.
    public let user: UserID
    /// What the device will be called unless it says otherwise.
    public let name: DeviceName
    /// What the device will be allowed.
    public let role: Role

    /// What every one begins with.
    public static let prefix = "navsync://pair#"
    /// The version of the format that this is.
    public static let version: UInt8 = 1
    /// The longest text, in bytes.
    public static let maximumLength = 2_048
    /// Addresses in one at most.
    public static let maximumAddresses = 8
    /// The longest address, in bytes: a name of the DNS and a port.
    public static let maximumAddressLength = 260

    /// Joins the parts.
    ///
    /// Throws ``PairingURLError/incomplete(_:)`` if there is no address, or one that can't be written;
    /// of more than ``maximumAddresses`` the first are taken.
    public init(
        secretKey: SecretKey, serverKey: PublicKey, addresses: [String], expires: Timestamp,
        user: UserID, name: DeviceName, role: Role
    ) throws(PairingURLError) {
        let addresses = Array(addresses.prefix(PairingURL.maximumAddresses))
        guard !addresses.isEmpty else { throw .incomplete("it has no address of the daemon") }
        guard addresses.allSatisfy(PairingURL.isAddress) else {
            throw .incomplete("an address of the daemon is none")
        }
        self.secretKey = secretKey
        self.serverKey = serverKey
        self.addresses = addresses
        self.expires = expires
        self.user = user
        self.name = name
        self.role = role
    }

    /// Reads what ``text`` writes, with white space around it; bounded in time and memory whatever it
    /// is given.
    public init(_ text: some StringProtocol) throws(PairingURLError) {
        // A paste may bring a line end along.
        guard text.utf8.count <= PairingURL.maximumLength + 64 else { throw .notPairingURL }
        let trimmed = Substring(text).trimmed
        guard trimmed.utf8.count <= PairingURL.maximumLength else { throw .notPairingURL }
        guard trimmed.hasPrefix(PairingURL.prefix) else {
            let isBeginning = trimmed.utf8.count > 9 && PairingURL.prefix.hasPrefix(trimmed)
            throw isBeginning ? .cutOff : .notPairingURL
        }
        let text = trimmed.dropFirst(PairingURL.prefix.count)
        guard let (bytes, isWhole) = Base64URL.bytes(of: text.utf8) else { throw .mistyped }
        self = try PairingURL(ticket: PairingFrame.ticket(in: bytes, isWhole: isWhole))
    }

    /// The URL itself: secret.
    public var text: String {
        PairingURL.prefix + Base64URL.text(of: PairingFrame.bytes(around: encodedTicket))
    }

    /// Whether the invitation has ended by `time`. A device's own clock may be wrong: the daemon's
    /// decides.
    public func isExpired(at time: Timestamp) -> Bool { time >= expires }

    /// Says that it is one, and nothing more.
    public var description: String { "PairingURL(withheld)" }

    /// Shows nothing to `dump` and to debuggers either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Printable ASCII without spaces: names and numbers of hosts have no more.
    private static func isAddress(_ text: String) -> Bool {
        (1...maximumAddressLength).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}

extension Substring {
    /// Without the white space at both ends.
    fileprivate var trimmed: Substring {
        let isSpace = { (character: Character) in character.isWhitespace }
        let end = lastIndex { !isSpace($0) }.map(index(after:)) ?? startIndex
        return self[..<end].drop(while: isSpace)
    }
}
