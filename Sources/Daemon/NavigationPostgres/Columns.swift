internal import DatabaseFiles
internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire
internal import PostgreSQL

/// The columns of a table of the registry, in order; those of the primary key first.
struct RegistryTable {
    /// The quoted name.
    let name: String
    /// The columns of the primary key.
    let key: [String]
    /// The further columns.
    let rest: [String]

    /// All columns, for a SELECT.
    var columns: String { (key + rest).joined(separator: ", ") }

    /// Returns the statement that inserts a row, or replaces the one with the same key.
    func put(_ values: [PostgresValue]) -> PostgresStatement {
        let parameters = (1...values.count).map { "$\($0)" }.joined(separator: ", ")
        let updates = rest.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return PostgresStatement(
            "INSERT INTO navsync.\(name) (\(columns)) VALUES (\(parameters)) "
                + "ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(updates)", values)
    }
}

extension RegisteredUser {
    /// The table of users.
    static let table = RegistryTable(
        name: "\"user\"", key: ["name"],
        rest: ["uid", "added", "removed", "added_by", "removed_by"]
    )

    /// The columns of ``table``.
    var columns: [PostgresValue] {
        [
            .text(name.rawValue), .orNull(uid.map(Int64.init)), .integer(added.rawValue),
            .orNull(removed?.rawValue), .orNull(addedBy?.encoded), .orNull(removedBy?.encoded),
        ]
    }

    /// Reads a row of ``columns``.
    init(_ row: PostgresRow) throws {
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
    static let table = RegistryTable(
        name: "device", key: ["\"user\"", "device"],
        rest: [
            "name", "platform", "role", "key", "uid", "invitation", "added", "revoked", "origin",
            "invited_by", "renamed_by", "role_changed_by", "revoked_by",
        ])

    /// The columns of ``table``.
    func columns(of user: UserID) -> [PostgresValue] {
        var key: [UInt8]?
        var uid: Int64?
        switch credential {
        case .key(let value): key = value.bytes
        case .uid(let value): uid = Int64(value)
        }
        return [
            .text(user.rawValue), .device(id), .text(name.rawValue), .bytes(Array(platform.utf8)),
            .integer(Int64(role.rawValue)), .orNull(key), .orNull(uid),
            .orNull(invitation.map { Int64(bitPattern: $0.rawValue) }), .integer(added.rawValue),
            .orNull(revoked?.rawValue), .bytes(Array(provenance.origin.utf8)),
            .orNull(provenance.invitedBy?.encoded), .orNull(provenance.renamedBy?.encoded),
            .orNull(provenance.roleChangedBy?.encoded), .orNull(provenance.revokedBy?.encoded),
        ]
    }

    /// Reads a row of ``columns(of:)``.
    init(_ row: PostgresRow) throws {
        let credential: DeviceInfo.Credential
        if let uid = try row.optionalInteger(6) {
            credential = .uid(try row.localUser(uid))
        } else {
            credential = .key(try row.publicKey(5))
        }
        self.init(
            id: try row.device(1), name: try row.identifier(2),
            platform: String(decoding: try row.bytes(3), as: UTF8.self), role: try row.role(4),
            credential: credential,
            invitation: try row.optionalInteger(7).map {
                InvitationID(rawValue: UInt64(bitPattern: $0))
            },
            added: Timestamp(rawValue: try row.integer(8)),
            revoked: try row.optionalInteger(9).map(Timestamp.init(rawValue:)),
            provenance: Provenance(
                origin: String(decoding: try row.bytes(10), as: UTF8.self),
                invitedBy: try row.attribution(11), renamedBy: try row.attribution(12),
                roleChangedBy: try row.attribution(13), revokedBy: try row.attribution(14)))
    }
}

extension Invitation {
    /// The table of invitations.
    static let table = RegistryTable(
        name: "invitation", key: ["\"user\"", "id"],
        rest: [
            "key", "name", "role", "expires", "expires_lived", "used_by", "withdrawn", "made_by",
            "withdrawn_by",
        ])

    /// The columns of ``table``.
    func columns(of user: UserID) -> [PostgresValue] {
        var usedBy: DeviceID?
        if case .used(let device) = end { usedBy = device }
        return [
            .text(user.rawValue), .integer(Int64(bitPattern: id.rawValue)), .bytes(key.bytes),
            .text(name.rawValue), .integer(Int64(role.rawValue)), .integer(expires.rawValue),
            .duration(expiresAtUptime), usedBy.map(PostgresValue.device) ?? .null,
            .integer(end == .withdrawn ? 1 : 0), .orNull(madeBy?.encoded),
            .orNull(withdrawnBy?.encoded),
        ]
    }

    /// Reads a row of ``columns(of:)``.
    init(_ row: PostgresRow) throws {
        let end: End?
        if try row.optionalBytes(7) == nil {
            end = try row.integer(8) == 0 ? nil : .withdrawn
        } else {
            end = .used(by: try row.device(7))
        }
        self.init(
            id: InvitationID(rawValue: UInt64(bitPattern: try row.integer(1))),
            key: try row.publicKey(2), name: try row.identifier(3), role: try row.role(4),
            expires: Timestamp(rawValue: try row.integer(5)),
            expiresAtUptime: .microseconds(try row.integer(6)), end: end,
            madeBy: try row.attribution(9), withdrawnBy: try row.attribution(10))
    }
}

extension PostgresRow {
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

    /// Reads the number of a shard.
    func shard(_ column: Int) throws -> Shard {
        guard let shard = Shard(number: Int(clamping: try integer(column))) else {
            throw unexpected(column)
        }
        return shard
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
        try optionalBytes(column).map { try Attribution(encoded: $0) }
    }

    /// Converts a local user's number.
    func localUser(_ number: Int64) throws -> UInt32 {
        guard let uid = UInt32(exactly: number) else {
            throw StoreError.damaged("\(number) is not a valid uid")
        }
        return uid
    }
}
