internal import FoundationEssentials
internal import GRDB
public import NavigationModel
public import NavigationWire

/// Whom the device is paired with. Each call is one transaction, and durable when it returns.
extension DeviceDatabase {
    /// Returns a Boolean value indicating whether a device is in the directory `path`: opening it
    /// makes none then.
    public static func isThere(at path: String) throws(DeviceDirectoryError) -> Bool {
        do {
            return try DatabaseFile(path: path + "/device.sqlite", format: format).exists()
        } catch {
            throw DeviceDirectoryError(error, at: path)
        }
    }

    /// Whom the device is paired with; `nil` if it never was.
    public var pairing: Pairing? {
        get throws(DeviceDirectoryError) { try pairing(isComplete: true) }
    }

    /// A pairing that was begun and has no answer; beside it there may be an older one that has.
    public var begunPairing: Pairing? {
        get throws(DeviceDirectoryError) { try pairing(isComplete: false) }
    }

    /// Notes, before the daemon is asked, what to try if its answer gets lost. It takes the place of
    /// what was begun before; a pairing that is complete stays as it is.
    public func begin(_ pairing: Pairing) throws(DeviceDirectoryError) {
        try transact(.durable) { db in
            try db.run("DELETE FROM pairing WHERE paired IS NULL", [])
            try db.run(
                "INSERT INTO pairing (key, user, addresses, server_key, next_server_key, "
                    + "invitation, paired) VALUES (?, ?, ?, ?, ?, ?, NULL) "
                    + "ON CONFLICT (key) DO NOTHING",
                [
                    Data(pairing.key.bytes), pairing.user.rawValue,
                    pairing.addresses.joined(separator: "\n"), Data(pairing.serverKey.bytes),
                    pairing.nextServerKey.map { Data($0.bytes) }, Data(pairing.invitation.bytes),
                ])
        }
    }

    /// Notes that the daemon knows the key of what was begun, and as what: from now on the device is
    /// paired with nobody else. Without effect if nothing was begun with that key, as when another
    /// process of the device was faster.
    ///
    /// - Parameter time: by this machine's clock.
    public func complete(
        pairingOf key: PublicKey, user: UserID, name: DeviceName, at time: Timestamp
    ) throws(DeviceDirectoryError) {
        try transact(.durable) { db in
            try db.run(
                "UPDATE pairing SET paired = ?, user = ? WHERE key = ? AND paired IS NULL",
                [time.rawValue, user.rawValue, Data(key.bytes)])
            guard db.changesCount > 0 else { return }
            try db.run("DELETE FROM pairing WHERE key <> ?", [Data(key.bytes)])
            try db.run("UPDATE device SET name = ?", [name.rawValue])
        }
    }

    /// Forgets whom the device was paired with, or what was begun, by that key of its own.
    public func forgetPairing(of key: PublicKey) throws(DeviceDirectoryError) {
        try transact(.durable) { db in
            try db.run("DELETE FROM pairing WHERE key = ?", [Data(key.bytes)])
        }
    }

    /// Notes the key that the daemon will have next; `nil` if it has taken that back.
    public func save(nextServerKey: PublicKey?) throws(DeviceDirectoryError) {
        try transact(.durable) { db in
            try db.run(
                "UPDATE pairing SET next_server_key = ? WHERE paired IS NOT NULL",
                [nextServerKey.map { Data($0.bytes) }])
        }
    }

    /// Notes that the daemon has another key now: the one that it had announced.
    public func save(serverKey: PublicKey) throws(DeviceDirectoryError) {
        try transact(.durable) { db in
            try db.run(
                "UPDATE pairing SET next_server_key = NULL, server_key = ? "
                    + "WHERE paired IS NOT NULL AND next_server_key = ?",
                [Data(serverKey.bytes), Data(serverKey.bytes)])
        }
    }

    /// Notes that the daemon was found at an address of the pairing: it is tried first from now on.
    public func save(address: String) throws(DeviceDirectoryError) {
        guard let pairing = try pairing, let place = pairing.addresses.firstIndex(of: address),
            place > 0
        else { return }
        var addresses = pairing.addresses
        addresses.insert(addresses.remove(at: place), at: 0)
        let lines = addresses.joined(separator: "\n")
        try transact(.repeatable) { db in
            try db.run(
                "UPDATE pairing SET addresses = ? WHERE key = ?", [lines, Data(pairing.key.bytes)])
        }
    }

    /// Returns the device's role for a user, as the daemon last said it; everything if it said
    /// nothing.
    public func role(for user: UserID) throws(DeviceDirectoryError) -> Role {
        try transact(.reading) { db in
            let row = try db.row("SELECT role FROM role WHERE user = ?", [user.rawValue])
            return try row.flatMap { Role(rawValue: Int(try $0.integer(0))) } ?? .full
        }
    }

    /// Notes what the daemon says that the device may do for a user.
    public func save(_ role: Role, for user: UserID) throws(DeviceDirectoryError) {
        guard try self.role(for: user) != role else { return }
        try transact(.durable) { db in
            try db.run(
                "INSERT OR REPLACE INTO role (user, role) VALUES (?, ?)",
                [user.rawValue, role.rawValue])
        }
    }

    /// The local user's name at the daemon of this machine, as it last said; `nil` if it never did.
    public var localUser: UserID? {
        get throws(DeviceDirectoryError) {
            try transact(.reading) { db in
                let row = try db.row("SELECT user FROM device WHERE user IS NOT NULL", [])
                return try row.flatMap { UserID(rawValue: try $0.text(0)) }
            }
        }
    }

    /// Notes who the local user is to the daemon of this machine.
    ///
    /// - Parameter guess: under which name changes were made before any daemon has said one: they are that
    ///   user's.
    public func save(
        localUser user: UserID, insteadOf guess: UserID? = nil
    ) throws(DeviceDirectoryError) {
        guard try localUser != user else { return }
        try transact(.durable) { db in
            if let guess, guess != user {
                try db.run(
                    "UPDATE OR IGNORE scene SET user = ? WHERE user = ? AND revision = 0 "
                        + "AND (SELECT user FROM device) IS NULL", [user.rawValue, guess.rawValue])
            }
            try db.run("UPDATE device SET user = ?", [user.rawValue])
        }
    }

    /// Returns the number of changes that wait for the daemon, in all scenes of a user.
    public func waitingCount(of user: UserID) throws(DeviceDirectoryError) -> Int {
        try transact(.reading) { db in
            let row = try db.row(
                "SELECT count(*) FROM entry JOIN scene ON scene.id = entry.scene "
                    + "WHERE entry.state = 0 AND scene.user = ?", [user.rawValue])
            return try row.map { Int(try $0.integer(0)) } ?? 0
        }
    }

    /// Notes what the daemon calls the device.
    public func save(name: DeviceName) throws(DeviceDirectoryError) {
        try transact(.durable) { db in
            try db.run(
                "UPDATE device SET name = ? WHERE name <> ?", [name.rawValue, name.rawValue])
        }
    }

    private func pairing(isComplete: Bool) throws(DeviceDirectoryError) -> Pairing? {
        try transact(.reading) { db in
            let row = try db.row(
                "SELECT key, user, addresses, server_key, next_server_key, invitation, "
                    + "paired FROM pairing WHERE (paired IS NOT NULL) = ?", [isComplete])
            guard let row else { return nil }
            guard let key = PublicKey(bytes: try row.bytes(0)),
                let user = UserID(rawValue: try row.text(1)),
                let serverKey = PublicKey(bytes: try row.bytes(3)),
                let invitation = PublicKey(bytes: try row.bytes(5))
            else { throw DatabaseFileError.damaged(path, "it does not say whom it is paired with") }
            return Pairing(
                key: key, user: user,
                addresses: try row.text(2).split(separator: "\n").map(String.init),
                serverKey: serverKey,
                nextServerKey: try row.optionalBytes(4).flatMap(PublicKey.init(bytes:)),
                invitation: invitation,
                pairedAt: try row.optionalInteger(6).map(Timestamp.init(rawValue:)))
        }
    }
}
