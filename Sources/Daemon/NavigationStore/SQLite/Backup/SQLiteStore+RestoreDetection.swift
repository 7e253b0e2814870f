internal import DatabaseFiles
internal import POSIX
internal import SQLite
internal import Glibc
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

extension SQLiteStore {
    /// The identity row of the database.
    struct Identity {
        /// A random number that all copies share, unless they are used beside the original.
        let number: UInt64
        /// See `StoreIdentity.epochSeed`.
        let epochSeed: UInt64
        /// See ``LineageToken``.
        let token: UInt64
        /// The time when this copy was made; `nil` if it is not a copy.
        let copied: Timestamp?
        /// The path at the last claim; `nil` before the first.
        let path: String?
    }

    /// Reads the identity row.
    static func identity(_ db: Database) throws -> Identity {
        guard
            let row = try db.row("SELECT identity, token, copied, epoch_seed, path FROM store", [])
        else {
            throw StoreError.damaged("the identity of the database is missing")
        }
        return Identity(
            number: UInt64(bitPattern: try row.integer(0)),
            epochSeed: UInt64(bitPattern: try row.integer(3)),
            token: UInt64(bitPattern: try row.integer(1)),
            copied: try row.optionalInteger(2).map(Timestamp.init(rawValue:)),
            path: try row.optionalText(4))
    }

    /// Returns the path of the database that this one is a copy of, if that is still at its
    /// recorded path, and so may be in use: a moved one is not. One that can't be read there may
    /// well be in use.
    static func original(of identity: Identity, besides path: String) -> String? {
        guard let original = identity.path, !DurableFiles.isSame(original, as: path) else {
            return nil
        }
        do {
            guard try DurableFiles.size(of: original) ?? 0 > 0 else { return nil }
            let other = try OpenedDatabase(opening: original)
            let number = try other.read { db in
                try db.row("SELECT identity FROM store", []).map { try $0.integer(0) }
            }
            return number == Int64(bitPattern: identity.number) ? original : nil
        } catch let error as FileError {
            return error.code == EACCES ? original : nil
        } catch StoreError.damaged {
            return nil
        } catch {
            return original
        }
    }

    /// Renews the token as part of a claim; begins new histories if this is a restored copy.
    static func renewToken(_ files: CompanionFiles, _ db: Database) throws -> RestoreDetection? {
        let identity = try identity(db)
        let next = LineageToken.random()
        let original = original(of: identity, besides: files.path)
        var detectedRestore: RestoreDetection?
        if original == nil, identity.copied == nil,
            try files.token.accepted().contains(identity.token)
        {
            try files.token.accept([identity.token, next])
        } else {
            detectedRestore = try beginAnew(
                since: identity.copied, besides: original, try files.revocations.entries(), db)
            // Not the present token: if this is the last step before a crash, it is still a copy.
            try files.token.accept([next])
        }
        try take(next, files, db)
        try db.run("UPDATE store SET path = ?", [DurableFiles.canonical(files.path)])
        return detectedRestore
    }

    /// Returns a Boolean value indicating whether this is no restored copy, so that a claim need
    /// change nothing.
    static func isOriginal(_ files: CompanionFiles, _ db: Database) throws -> Bool {
        let identity = try identity(db)
        return try identity.copied == nil && original(of: identity, besides: files.path) == nil
            && files.token.accepted().contains(identity.token)
    }

    /// Renews the token of a database that is no copy, if possible: it is not urgent. Returns
    /// `true` if it was renewed.
    @discardableResult
    static func advanceToken(_ files: CompanionFiles, _ db: Database) throws -> Bool {
        let identity = try identity(db)
        let next = LineageToken.random()
        guard identity.copied == nil,
            (try? files.token.accepted())?.contains(identity.token) == true,
            (try? files.token.accept([identity.token, next])) != nil
        else { return false }
        try take(next, files, db)
        return true
    }

    /// Writes a token to the database, and removes the former one from the file once that is
    /// durable.
    private static func take(_ token: UInt64, _ files: CompanionFiles, _ db: Database) throws {
        try db.run(
            "UPDATE store SET token = ?, copied = NULL", [Int64(bitPattern: token)])
        db.afterCommit {
            // If that fails, both are accepted until the next time.
            try? files.token.accept([token])
        }
    }

    /// Returns the journal entries of a registry change that is about to be applied: its
    /// revocations and demotions, or their ends.
    static func journalEntries(
        for change: RegistryChange, _ db: Database
    ) throws -> [RevocationJournal.Entry] {
        switch change {
        case .user(let user):
            let former = try self.user(user.name, db)?.removed
            guard user.removed != former else { return [] }
            return [.user(user.name, isRemoved: user.removed)]
        case .device(let device, let user, _):
            let former = try self.device(device.id, of: user, db)
            var entries: [RevocationJournal.Entry] = []
            if device.revoked != former?.revoked {
                entries.append(
                    .device(device.id, device.credential, of: user, isRevoked: device.revoked))
            }
            if let former, device.role != former.role, device.credential == former.credential {
                let time = device.provenance.roleChangedBy?.time ?? device.added
                entries.append(
                    .role(
                        device.id, device.credential, of: user,
                        isViewer: device.role == .viewer ? time : nil))
            }
            return entries
        case .invitation, .deleteInvitation, .release, .eraseScene, .moveScene, .heal, .erase:
            return []
        }
    }

    /// Gives every scene a new epoch.
    static func renewEpochs(_ db: Database, makingEpoch: () -> Epoch) throws -> Int {
        try noteEnds(db)
        var scenes: [Int64] = []
        try db.forEachRow("SELECT id FROM scene", []) { scenes.append(try $0.integer(0)) }
        for scene in scenes {
            try db.run("UPDATE scene SET epoch = ? WHERE id = ?", [makingEpoch().column, scene])
        }
        try renewEpochSeed(db)
        return scenes.count
    }

    /// Renews the epochs of scenes without commits.
    static func renewEpochSeed(_ db: Database) throws {
        try db.run("UPDATE store SET epoch_seed = random()", [])
    }

    private static func beginAnew(
        since copied: Timestamp?, besides original: String?, _ journal: [RevocationJournal.Entry],
        _ db: Database
    ) throws -> RestoreDetection {
        var generator = SystemRandomNumberGenerator()
        let scenes = try renewEpochs(db) { .random(using: &generator) }
        try db.run("DELETE FROM invitation WHERE used_by IS NULL AND withdrawn = 0", [])
        let invitations = db.changesCount
        if original != nil { try renewIdentity(db) }
        return RestoreDetection(
            copied: copied, original: original, scenes: scenes,
            revocations: try reapplyRevocations(journal, db), invitations: invitations)
    }

    /// Makes the database a store of its own.
    static func renewIdentity(_ db: Database) throws {
        try db.run("UPDATE store SET identity = random()", [])
    }

    /// Reapplies the final revocations and demotions of the journal; returns the number of
    /// revocations that the database lacked.
    private static func reapplyRevocations(
        _ journal: [RevocationJournal.Entry], _ db: Database
    ) throws -> Int {
        var users: [UserID: Timestamp?] = [:]
        var devices: [Holder: Timestamp?] = [:]
        var viewers: [Holder: Bool] = [:]
        for entry in journal {
            switch entry {
            case .user(let user, let removed): users.updateValue(removed, forKey: user)
            case .device(let device, let credential, let user, let revoked):
                devices.updateValue(
                    revoked, forKey: Holder(device: device, credential: credential, user: user))
            case .role(let device, let credential, let user, let viewer):
                viewers[Holder(device: device, credential: credential, user: user)] = viewer != nil
            }
        }
        var count = 0
        for case (let name, let removed?) in users {
            guard var user = try user(name, db), user.removed == nil else { continue }
            user.removed = removed
            try make(.user(user), db)
            count += 1
        }
        for case (let holder, let revoked?) in devices {
            guard var device = try device(holder.device, of: holder.user, db),
                device.credential == holder.credential, device.revoked == nil
            else { continue }
            device.revoked = revoked
            try make(.device(device, of: holder.user), db)
            count += 1
        }
        for (holder, isViewer) in viewers where isViewer {
            guard var device = try device(holder.device, of: holder.user, db),
                device.credential == holder.credential, device.role != .viewer
            else { continue }
            device.role = .viewer
            try make(.device(device, of: holder.user), db)
        }
        return count
    }

    /// A device as it was known.
    private struct Holder: Hashable {
        let device: DeviceID
        let credential: DeviceInfo.Credential
        let user: UserID
    }
}
