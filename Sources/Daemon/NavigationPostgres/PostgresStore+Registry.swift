internal import DatabaseFiles
internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire
internal import PostgreSQL

extension PostgresStore {
    /// Applies one registry change, inside the batch's transaction.
    static func make(_ change: RegistryChange, _ session: PostgresSession) throws {
        do {
            switch change {
            case .user(let user): try session.run([RegisteredUser.table.put(user.columns)])
            case .device(let device, let user, _):
                var key: PublicKey?
                if case .key(let value) = device.credential { key = value }
                let owner = KeyOwner(user: user, device: device.id)
                try session.run(
                    owner.take(key) + [RegisteredDevice.table.put(device.columns(of: user))])
            case .invitation(let invitation, let user):
                let owner = KeyOwner(user: user, invitation: invitation.id)
                try session.run(
                    owner.take(invitation.key)
                        + [Invitation.table.put(invitation.columns(of: user))])
            case .deleteInvitation(let invitation, let user):
                try session.run(
                    KeyOwner(user: user, invitation: invitation).take(nil) + [
                        PostgresStatement(
                            "DELETE FROM navsync.invitation WHERE \"user\" = $1 AND id = $2",
                            [
                                .text(user.rawValue),
                                .integer(Int64(bitPattern: invitation.rawValue)),
                            ])
                    ])
            case .release(let device, let user, let isForGood):
                try release(device.id, of: user, forGood: isForGood, session)
            case .eraseScene(let key, _, _): try erase(key.user, key.scene, session)
            case .moveScene(let key, let target, _, _): try move(key, to: target, change, session)
            case .heal(let key, let healed, _): try heal(key, healed, session)
            case .erase(let user): try erase(user, nil, session)
            }
        } catch let error as PostgresError where error.isConstraint || error.isUnmetCondition {
            throw StoreError.registryConflict(change)
        }
    }

    /// The device or invitation of a key: a key has one, in all the registry.
    private struct KeyOwner {
        let user: UserID
        var device: DeviceID?
        var invitation: InvitationID?

        /// Returns the statements by which the owner has this key and no other; they fail if the key
        /// is of another.
        func take(_ key: PublicKey?) -> [PostgresStatement] {
            let owner: [PostgresValue] = [
                .text(user.rawValue), device.map(PostgresValue.device) ?? .null,
                .orNull(invitation.map { Int64(bitPattern: $0.rawValue) }),
            ]
            let isSame =
                "held.\"user\" = $1 AND held.device IS NOT DISTINCT FROM $2::bytea "
                + "AND held.invitation IS NOT DISTINCT FROM $3::bigint"
            let former = PostgresStatement(
                "DELETE FROM navsync.key AS held WHERE \(isSame) "
                    + "AND key IS DISTINCT FROM $4::bytea", owner + [.orNull(key?.bytes)])
            guard let key else { return [former] }
            return [
                former,
                PostgresStatement(
                    "WITH taken AS (INSERT INTO navsync.key AS held "
                        + "(\"user\", device, invitation, key) VALUES ($1, $2, $3, $4) "
                        + "ON CONFLICT (key) DO UPDATE SET key = $4 WHERE \(isSame) RETURNING 1) "
                        + "SELECT \(PostgresStore.condition("count(*) = 1")) FROM taken",
                    owner + [.bytes(key.bytes)]),
            ]
        }
    }

    /// Deletes a device's row, and its receipts, if it never comes back.
    private static func release(
        _ device: DeviceID, of user: UserID, forGood isForGood: Bool, _ session: PostgresSession
    ) throws {
        let values: [PostgresValue] = [.text(user.rawValue), .device(device)]
        let tables = isForGood ? ["receipt", "skipped"] : []
        try session.run(
            KeyOwner(user: user, device: device).take(nil) + [
                PostgresStatement(
                    "DELETE FROM navsync.device WHERE \"user\" = $1 AND device = $2", values)
            ]
                + tables.map { table in
                    PostgresStatement(
                        "DELETE FROM navsync.\(table) WHERE device = $2 AND scene IN "
                            + "(SELECT id FROM navsync.scene WHERE \"user\" = $1)", values)
                })
    }

    /// Reads a user's registry rows.
    static func account(of user: UserID, _ session: PostgresSession) throws -> UserAccount? {
        try account(of: user, where: "\"user\" = $1", .text(user.rawValue), session)
    }

    /// Reads the registry rows that decide whether a key may be used.
    static func account(
        holding key: PublicKey, _ session: PostgresSession
    ) throws -> UserAccount? {
        guard let user = try owner(of: .device(key), session) else { return nil }
        return try account(of: user, where: "key = $1", .bytes(key.bytes), session)
    }

    /// Reads a user's row, and those of its devices and invitations that satisfy a condition.
    private static func account(
        of user: UserID, where condition: String, _ value: PostgresValue,
        _ session: PostgresSession
    ) throws -> UserAccount? {
        let statements = [
            PostgresStatement(
                "SELECT \(RegisteredUser.table.columns) FROM navsync.\"user\" WHERE name = $1",
                [.text(user.rawValue)]),
            PostgresStatement(
                "SELECT \(RegisteredDevice.table.columns) FROM navsync.device WHERE \(condition)",
                [value]),
            PostgresStatement(
                "SELECT \(Invitation.table.columns) FROM navsync.invitation WHERE \(condition)",
                [value]),
            PostgresStatement(
                "SELECT scene, epoch, revision, healed, store FROM navsync.former "
                    + "WHERE \"user\" = $1 ORDER BY scene, number", [.text(user.rawValue)]),
        ]
        let results = try session.run(statements)
        guard results.count == statements.count else {
            throw PostgresError(.value, "a result is missing")
        }
        guard let row = results[0].rows.first else { return nil }
        var account = UserAccount(user: try RegisteredUser(row))
        for row in results[1].rows {
            let device = try RegisteredDevice(row)
            account.devices[device.id] = device
        }
        for row in results[2].rows {
            let invitation = try Invitation(row)
            account.invitations[invitation.id] = invitation
        }
        for row in results[3].rows {
            let former = FormerHistory(
                epoch: Epoch(column: try row.integer(1)),
                end: Revision(column: try row.integer(2)), isHealed: try row.boolean(3))
            account.note(
                [former], of: try row.identifier(0), StoreID(column: try row.integer(4)))
        }
        return account
    }

    /// Returns the owner of a principal.
    static func owner(of principal: Principal, _ session: PostgresSession) throws -> UserID? {
        let (sql, value): (String, PostgresValue) =
            switch principal {
            case .local(let uid):
                (
                    "SELECT name FROM navsync.\"user\" WHERE uid = $1 AND removed IS NULL",
                    .integer(Int64(uid))
                )
            case .device(let key):
                ("SELECT \"user\" FROM navsync.key WHERE key = $1", .bytes(key.bytes))
            case .invitation(let id):
                (
                    "SELECT \"user\" FROM navsync.invitation WHERE id = $1",
                    .integer(Int64(bitPattern: id.rawValue))
                )
            }
        return try session.rows(sql, [value]).first.map { try $0.identifier(0) }
    }

    /// Reads existing users.
    static func users(
        after name: UserID?, limit: Int, _ session: PostgresSession
    ) throws -> [RegisteredUser] {
        // No name is empty.
        try session.rows(
            "SELECT \(RegisteredUser.table.columns) FROM navsync.\"user\" "
                + "WHERE removed IS NULL AND name > $1 ORDER BY name LIMIT $2",
            [.text(name?.rawValue ?? ""), .integer(Int64(max(0, limit)))]
        ).map { try RegisteredUser($0) }
    }
}
