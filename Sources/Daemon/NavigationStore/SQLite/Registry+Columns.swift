internal import DatabaseFiles
internal import FoundationEssentials
internal import SQLite
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

extension RegisteredUser {
    /// The table of users.
    static let table = CheckedTable(
        name: "user", key: ["name"], rest: ["uid", "added", "removed", "added_by", "removed_by"])

    /// The columns of ``table``.
    var columns: [DatabaseValue] {
        [
            name.rawValue.databaseValue, .orNull(uid.map(Int64.init)),
            added.rawValue.databaseValue, .orNull(removed?.rawValue), .orNull(addedBy?.column),
            .orNull(removedBy?.column),
        ]
    }

    /// Reads a row of ``columns``.
    init(_ row: Row) throws {
        self.init(
            name: try row.identifier(0),
            uid: try row.optionalInteger(1).map { try row.localUser($0) },
            added: Timestamp(rawValue: try row.integer(2)),
            removed: try row.optionalInteger(3).map(Timestamp.init(rawValue:)),
            addedBy: try row.attribution(4), removedBy: try row.attribution(5))
    }
}

extension RegisteredDevice {
    /// The table of devices.
    static let table = CheckedTable(
        name: "device", key: ["user", "device"],
        rest: [
            "name", "platform", "role", "key", "uid", "invitation", "added", "revoked", "origin",
            "invited_by", "renamed_by", "role_changed_by", "revoked_by",
        ])

    /// The columns of ``table``.
    func columns(of user: UserID) -> [DatabaseValue] {
        var key: Data?
        var uid: Int64?
        switch credential {
        case .key(let value): key = Data(value.bytes)
        case .uid(let value): uid = Int64(value)
        }
        return [
            user.rawValue.databaseValue, id.column.databaseValue, name.rawValue.databaseValue,
            platform.databaseValue, Int64(role.rawValue).databaseValue, .orNull(key), .orNull(uid),
            .orNull(invitation?.column), added.rawValue.databaseValue, .orNull(revoked?.rawValue),
            .orNull(provenance.origin.isEmpty ? nil : provenance.origin),
            .orNull(provenance.invitedBy?.column), .orNull(provenance.renamedBy?.column),
            .orNull(provenance.roleChangedBy?.column), .orNull(provenance.revokedBy?.column),
        ]
    }

    /// Reads a row of ``columns(of:)``.
    init(_ row: Row) throws {
        let credential: DeviceInfo.Credential
        if let uid = try row.optionalInteger(6) {
            credential = .uid(try row.localUser(uid))
        } else {
            credential = .key(try row.publicKey(5))
        }
        self.init(
            id: try row.device(1), name: try row.identifier(2), platform: try row.text(3),
            role: try row.role(4), credential: credential,
            invitation: try row.optionalInteger(7).map(InvitationID.init(column:)),
            added: Timestamp(rawValue: try row.integer(8)),
            revoked: try row.optionalInteger(9).map(Timestamp.init(rawValue:)),
            provenance: Provenance(
                origin: try row.optionalText(10) ?? "", invitedBy: try row.attribution(11),
                renamedBy: try row.attribution(12), roleChangedBy: try row.attribution(13),
                revokedBy: try row.attribution(14)))
    }
}

extension Invitation {
    /// The table of invitations.
    static let table = CheckedTable(
        name: "invitation", key: ["user", "id"],
        rest: [
            "key", "name", "role", "expires", "expires_lived", "used_by", "withdrawn", "made_by",
            "withdrawn_by",
        ])

    /// The columns of ``table``.
    func columns(of user: UserID) -> [DatabaseValue] {
        var usedBy: DeviceID?
        if case .used(let device) = end { usedBy = device }
        return [
            user.rawValue.databaseValue, id.column.databaseValue, Data(key.bytes).databaseValue,
            name.rawValue.databaseValue, Int64(role.rawValue).databaseValue,
            expires.rawValue.databaseValue, expiresAtUptime.column.databaseValue,
            .orNull(usedBy?.column), Int64(end == .withdrawn ? 1 : 0).databaseValue,
            .orNull(madeBy?.column), .orNull(withdrawnBy?.column),
        ]
    }

    /// Reads a row of ``columns(of:)``.
    init(_ row: Row) throws {
        let end: End?
        if try row.optionalBytes(7) == nil {
            end = try row.integer(8) == 0 ? nil : .withdrawn
        } else {
            end = .used(by: try row.device(7))
        }
        self.init(
            id: InvitationID(column: try row.integer(1)), key: try row.publicKey(2),
            name: try row.identifier(3), role: try row.role(4),
            expires: Timestamp(rawValue: try row.integer(5)),
            expiresAtUptime: Duration(column: try row.integer(6)), end: end,
            madeBy: try row.attribution(9), withdrawnBy: try row.attribution(10))
    }
}

extension Attribution {
    /// The encoded message.
    fileprivate var column: Data { Data(encoded) }
}

extension InvitationID {
    /// The 64-bit value as SQLite's signed integer with the same bits.
    var column: Int64 { Int64(bitPattern: rawValue) }

    /// Reads a `column`.
    init(column: Int64) { self.init(rawValue: UInt64(bitPattern: column)) }
}

extension DatabaseValue {
    /// Returns a value, or NULL for `nil`.
    static func orNull(_ value: (some DatabaseValueConvertible)?) -> DatabaseValue {
        value?.databaseValue ?? .null
    }
}

/// The column types of the registry.
extension Row {
    /// Reads an identifier.
    func identifier<Name: Identifier>(_ column: Int) throws -> Name {
        guard let name = Name(rawValue: try text(column)) else { throw unexpected(column) }
        return name
    }

    /// Reads the id of a scene, which may be in the trash.
    func scene(_ column: Int) throws -> SceneID {
        guard let scene = SceneID(stored: try text(column)) else { throw unexpected(column) }
        return scene
    }

    /// Reads a device's id.
    func device(_ column: Int) throws -> DeviceID {
        guard let device = DeviceID(column: try bytes(column)) else { throw unexpected(column) }
        return device
    }

    /// Reads a public key.
    func publicKey(_ column: Int) throws -> PublicKey {
        guard let key = PublicKey(bytes: try bytes(column)) else { throw unexpected(column) }
        return key
    }

    /// Reads a role.
    func role(_ column: Int) throws -> Role {
        guard let role = Role(rawValue: Int(try integer(column))) else { throw unexpected(column) }
        return role
    }

    /// Reads an actor; `nil` if it is not known.
    func attribution(_ column: Int) throws -> Attribution? {
        guard let bytes = try optionalBytes(column) else { return nil }
        return try Attribution(encoded: bytes)
    }

    /// Converts a local user's number.
    func localUser(_ number: Int64) throws -> UInt32 {
        guard let uid = UInt32(exactly: number) else {
            throw StoreError.damaged("\(number) is not a valid uid")
        }
        return uid
    }
}
