internal import NavigationModel
internal import NavigationProto

extension PublicKey {
    init(wire bytes: [UInt8]) throws(WireError) {
        guard let key = PublicKey(bytes: bytes) else {
            throw WireError("key: not \(PublicKey.length) bytes")
        }
        self = key
    }

    /// Reads an optional key: empty is `nil`.
    init?(wireIfAny bytes: [UInt8]) throws(WireError) {
        if bytes.isEmpty { return nil }
        try self.init(wire: bytes)
    }
}

extension FeedKey {
    init(wire bytes: [UInt8]) throws(WireError) {
        guard let key = FeedKey(bytes: bytes) else {
            throw WireError("feed key: not \(FeedKey.length) bytes")
        }
        self = key
    }
}

extension InvitationID {
    init(wire bytes: [UInt8]) throws(WireError) {
        guard bytes.count == 8 else { throw WireError("invitation: not 8 bytes") }
        self.init(rawValue: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }

    var wire: [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: rawValue >> (56 - 8 * $0)) }
    }
}

extension Role {
    init(wire: Navsync_V1_Role) throws(WireError) {
        guard let role = Role(rawValue: wire.rawValue) else {
            throw WireError("role: value unknown to this version", isUnsupported: true)
        }
        self = role
    }

    var wire: Navsync_V1_Role { .init(rawValue: rawValue) ?? .full }
}

/// Returns a device's platform, for people: a line of text of at most ``WireLimits/platform``
/// bytes.
func platform(wire text: String) throws(WireError) -> String {
    guard text.utf8.count <= WireLimits.platform,
        text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f })
    else {
        throw WireError(
            "platform: not at most \(WireLimits.platform) bytes without control characters")
    }
    return text
}
