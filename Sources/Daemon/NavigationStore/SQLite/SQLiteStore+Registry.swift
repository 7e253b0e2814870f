internal import DatabaseFiles
internal import FoundationEssentials
internal import SQLite
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

extension SQLiteStore {
    /// Applies a batch's registry changes; their revocations and demotions are durable in `journal`
    /// before. It is the last step before the batch commits.
    static func make(
        _ changes: [RegistryChange], noting journal: RevocationJournal, _ db: Database
    ) throws {
        var entries: [RevocationJournal.Entry] = []
        for change in changes {
            entries += try journalEntries(for: change, db)
            try make(change, db)
        }
        if !entries.isEmpty { try journal.append(entries) }
    }

    /// Applies one registry change, inside the batch's transaction.
    static func make(_ change: RegistryChange, _ db: Database) throws {
        do {
            switch change {
            case .user(let user): try RegisteredUser.table.put(user.columns, db)
            case .device(let device, let user, _):
                if case .key(let key) = device.credential {
                    try checkIsFree(key, in: Invitation.table, change, db)
                }
                try RegisteredDevice.table.put(device.columns(of: user), db)
            case .invitation(let invitation, let user):
                try checkIsFree(invitation.key, in: RegisteredDevice.table, change, db)
                try Invitation.table.put(invitation.columns(of: user), db)
            case .deleteInvitation(let invitation, let user):
                try db.run(
                    "DELETE FROM invitation WHERE user = ? AND id = ?",
                    [user.rawValue, invitation.column])
            case .release(let device, let user, let isForGood):
                try release(device.id, of: user, forGood: isForGood, db)
            case .eraseScene(let key, _, _): try erase(key, db)
            case .moveScene(let key, let target, _, _): try move(key, to: target, change, db)
            case .heal(let key, let healed, _): try heal(key, healed, db)
            case .erase(let user): try erase(user, db)
            }
        } catch let error as DatabaseError where clashes.contains(error.extendedResultCode) {
            throw StoreError.registryConflict(change)
        }
    }

    /// Deletes a device's row, and its receipts, if it never comes back.
    private static func release(
        _ device: DeviceID, of user: UserID, forGood isForGood: Bool, _ db: Database
    ) throws {
        try db.run(
            "DELETE FROM device WHERE user = ? AND device = ?", [user.rawValue, device.column])
        guard isForGood else { return }
        var scenes: [(id: Int64, name: SceneID)] = []
        try db.forEachRow("SELECT id, scene FROM scene WHERE user = ?", [user.rawValue]) { row in
            scenes.append((try row.integer(0), try row.scene(1)))
        }
        for scene in scenes {
            let key = SceneKey(user: user, scene: scene.name)
            // A damaged scene is not a reason to let the device stay.
            do { try foldLog(of: scene.id, key, db) } catch StoreError.damagedScene { continue }
        }
        for table in ["settlement", "skipped"] {
            try db.run(
                "DELETE FROM \(table) WHERE scene IN (SELECT id FROM scene WHERE user = ?) "
                    + "AND device = ?",
                [user.rawValue, device.column])
        }
    }

    /// Reads a user's registry rows.
    static func account(of user: UserID, _ db: Database) throws -> UserAccount? {
        try account(of: user, where: "user = ?", [user.rawValue], db)
    }

    /// Reads the registry rows that decide whether a key may be used.
    static func account(holding key: PublicKey, _ db: Database) throws -> UserAccount? {
        guard let user = try owner(of: .device(key), db) else { return nil }
        return try account(of: user, where: "key = ?", [Data(key.bytes)], db)
    }

    /// Reads a user's row, and those of its devices and invitations that satisfy a condition.
    private static func account(
        of user: UserID, where condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> UserAccount? {
        guard let registered = try self.user(user, db) else { return nil }
        var account = UserAccount(user: registered)
        try RegisteredDevice.table.forEachRow(where: condition, arguments, db) { row in
            let device = try RegisteredDevice(row)
            account.devices[device.id] = device
        }
        try Invitation.table.forEachRow(where: condition, arguments, db) { row in
            let invitation = try Invitation(row)
            account.invitations[invitation.id] = invitation
        }
        try readFormer(of: &account, db)
        return account
    }

    /// Returns the owner of a principal.
    static func owner(of principal: Principal, _ db: Database) throws -> UserID? {
        switch principal {
        case .local(let uid):
            var owner: UserID?
            try RegisteredUser.table.forEachRow(
                where: "uid = ? AND removed IS NULL", [Int64(uid)], db
            ) { owner = try RegisteredUser($0).name }
            return owner
        case .device(let key):
            let key: StatementArguments = [Data(key.bytes)]
            return try owner(in: RegisteredDevice.table, where: "key = ?", key, db)
                ?? owner(in: Invitation.table, where: "key = ?", key, db)
        case .invitation(let id):
            return try owner(in: Invitation.table, where: "id = ?", [id.column], db)
        }
    }

    /// Reads existing users.
    static func users(after name: UserID?, limit: Int, _ db: Database) throws -> [RegisteredUser] {
        var users: [RegisteredUser] = []
        // No name is empty.
        try RegisteredUser.table.forEachRow(
            where: "removed IS NULL AND name > ? ORDER BY name LIMIT ?",
            [name?.rawValue ?? "", max(0, limit)], db
        ) { users.append(try RegisteredUser($0)) }
        return users
    }

    /// SQLite's codes for a row that conflicts with another.
    private static let clashes: [ResultCode] = [
        .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_FOREIGNKEY,
    ]

    /// Throws ``StoreError/registryConflict(_:)`` if a row of the other kind has this key.
    private static func checkIsFree(
        _ key: PublicKey, in table: CheckedTable, _ change: RegistryChange, _ db: Database
    ) throws {
        let key = Data(key.bytes)
        guard try db.row("SELECT 1 FROM \(table.name) WHERE key = ?", [key]) == nil else {
            throw StoreError.registryConflict(change)
        }
    }

    /// Returns the user of the row that satisfies `condition`; the user is in the first column.
    private static func owner(
        in table: CheckedTable, where condition: String, _ arguments: StatementArguments,
        _ db: Database
    ) throws -> UserID? {
        var name: UserID?
        try table.forEachRow(where: condition, arguments, db) { name = try $0.identifier(0) }
        return name
    }

    /// Reads a user's row.
    static func user(_ name: UserID, _ db: Database) throws -> RegisteredUser? {
        var user: RegisteredUser?
        try RegisteredUser.table.forEachRow(where: "name = ?", [name.rawValue], db) {
            user = try RegisteredUser($0)
        }
        return user
    }

    /// Reads a device's row.
    static func device(
        _ id: DeviceID, of user: UserID, _ db: Database
    ) throws -> RegisteredDevice? {
        var device: RegisteredDevice?
        try RegisteredDevice.table.forEachRow(
            where: "user = ? AND device = ?", [user.rawValue, id.column], db
        ) { device = try RegisteredDevice($0) }
        return device
    }
}
