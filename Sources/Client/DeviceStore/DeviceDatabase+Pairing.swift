internal import DatabaseFiles
internal import FoundationEssentials
internal import SQLite
package import NavigationModel
package import NavigationWire

/// The device's pairing with a daemon. Each call is one transaction, and durable when it returns.
extension DeviceDatabase {
    /// Returns a Boolean value indicating whether the directory `path` has a device: opening it
    /// creates none then.
    package static func isThere(at path: String) throws(DeviceDatabaseError) -> Bool {
        do {
            return try DatabaseFile(path: path + "/device.sqlite", format: format).exists()
        } catch {
            throw DeviceDatabaseError(error, at: path)
        }
    }

    /// The device's pairing; `nil` if there never was one.
    package var pairing: Pairing? {
        get throws(DeviceDatabaseError) { try pairing(isComplete: true) }
    }

    /// A pairing without a reply yet; beside it there may be an older, complete one.
    package var begunPairing: Pairing? {
        get throws(DeviceDatabaseError) { try pairing(isComplete: false) }
    }

    /// Records, before the request, the pairing to retry if the reply gets lost. It replaces an
    /// earlier incomplete one; a complete pairing stays.
    package func begin(_ pairing: Pairing) throws(DeviceDatabaseError) {
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

    /// Records that the daemon has registered the key of the begun pairing, and its user and name:
    /// from now on the device has no other pairing. Without effect if none was begun with that key,
    /// as when another process of the device was faster.
    package func complete(
        pairingOf key: PublicKey, user: UserID, name: DeviceName, at time: Timestamp
    ) throws(DeviceDatabaseError) {
        try transact(.durable) { db in
            try db.run(
                "UPDATE pairing SET paired = ?, user = ? WHERE key = ? AND paired IS NULL",
                [time.rawValue, user.rawValue, Data(key.bytes)])
            guard db.changesCount > 0 else { return }
            try db.run("DELETE FROM pairing WHERE key <> ?", [Data(key.bytes)])
            try db.run("UPDATE device SET name = ?", [name.rawValue])
        }
    }

    /// Deletes the device's pairing, complete or begun, by its own key.
    package func forgetPairing(of key: PublicKey) throws(DeviceDatabaseError) {
        try transact(.durable) { db in
            try db.run("DELETE FROM pairing WHERE key = ?", [Data(key.bytes)])
        }
    }

    /// Records the daemon's next key; `nil` if the daemon has discarded it.
    package func save(nextServerKey: PublicKey?) throws(DeviceDatabaseError) {
        try transact(.durable) { db in
            try db.run(
                "UPDATE pairing SET next_server_key = ? WHERE paired IS NOT NULL",
                [nextServerKey.map { Data($0.bytes) }])
        }
    }

    /// Records that the daemon has activated its announced key.
    package func save(serverKey: PublicKey) throws(DeviceDatabaseError) {
        try transact(.durable) { db in
            try db.run(
                "UPDATE pairing SET next_server_key = NULL, server_key = ? "
                    + "WHERE paired IS NOT NULL AND next_server_key = ?",
                [Data(serverKey.bytes), Data(serverKey.bytes)])
        }
    }

    /// Records the address at which the daemon was reached, and those of the other nodes of its
    /// fleet: they are tried first from now on, in this order. Of earlier ones as many stay as there is
    /// room for.
    package func save(addresses first: [String]) throws(DeviceDatabaseError) {
        guard let pairing = try pairing else { return }
        var addresses: [String] = []
        for address in first + pairing.addresses
        where !addresses.contains(address) && addresses.count < DeviceLimits.addresses {
            addresses.append(address)
        }
        guard addresses != pairing.addresses else { return }
        let lines = addresses.joined(separator: "\n")
        try transact(.repeatable) { db in
            try db.run(
                "UPDATE pairing SET addresses = ? WHERE key = ?", [lines, Data(pairing.key.bytes)])
        }
    }

    /// Returns the device's role for a user, as last received; the full one if none was.
    package func role(for user: UserID) throws(DeviceDatabaseError) -> Role {
        try transact(.reading) { db in
            let row = try db.row("SELECT role FROM role WHERE user = ?", [user.rawValue])
            return try row.flatMap { Role(rawValue: Int(try $0.integer(0))) } ?? .full
        }
    }

    /// Records the device's role for a user.
    package func save(_ role: Role, for user: UserID) throws(DeviceDatabaseError) {
        guard try self.role(for: user) != role else { return }
        try transact(.durable) { db in
            try db.run(
                "INSERT OR REPLACE INTO role (user, role) VALUES (?, ?)",
                [user.rawValue, role.rawValue])
        }
    }

    /// The local user's user at the daemon of this machine, as last received; `nil` if none was.
    package var localUser: UserID? {
        get throws(DeviceDatabaseError) {
            try transact(.reading) { db in
                let row = try db.row("SELECT user FROM device WHERE user IS NOT NULL", [])
                return try row.flatMap { UserID(rawValue: try $0.text(0)) }
            }
        }
    }

    /// Records the local user's user at the daemon of this machine.
    package func save(
        localUser user: UserID, insteadOf guess: UserID? = nil
    ) throws(DeviceDatabaseError) {
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

    /// Returns the number of pending changes in all scenes of a user.
    package func waitingCount(of user: UserID) throws(DeviceDatabaseError) -> Int {
        try transact(.reading) { db in
            let row = try db.row(
                "SELECT count(*) FROM entry JOIN scene ON scene.id = entry.scene "
                    + "WHERE entry.state = 0 AND scene.user = ?", [user.rawValue])
            return try row.map { Int(try $0.integer(0)) } ?? 0
        }
    }

    /// Records the device's name at the daemon.
    package func save(name: DeviceName) throws(DeviceDatabaseError) {
        try transact(.durable) { db in
            try db.run(
                "UPDATE device SET name = ? WHERE name <> ?", [name.rawValue, name.rawValue])
        }
    }

    private func pairing(isComplete: Bool) throws(DeviceDatabaseError) -> Pairing? {
        try transact(.reading) { db in
            let row = try db.row(
                "SELECT key, user, addresses, server_key, next_server_key, invitation, "
                    + "paired FROM pairing WHERE (paired IS NOT NULL) = ?", [isComplete])
            guard let row else { return nil }
            guard let key = PublicKey(bytes: try row.bytes(0)),
                let user = UserID(rawValue: try row.text(1)),
                let serverKey = PublicKey(bytes: try row.bytes(3)),
                let invitation = PublicKey(bytes: try row.bytes(5))
            else { throw DatabaseFileError.damaged(path, "the pairing is incomplete") }
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

/// A device's data of the daemon that it is paired with. Nothing in it is secret.
package struct Pairing: Hashable, Sendable {
    /// The device's own public key, its identity at the daemon.
    package let key: PublicKey
    /// The user that the device belongs to.
    package let user: UserID
    /// The addresses of control, `host:port`; the last one that was reached is first.
    package let addresses: [String]
    /// The daemon's public key.
    package let serverKey: PublicKey
    /// The daemon's next key, as announced.
    package let nextServerKey: PublicKey?
    /// The public half of the invitation's key: a retry with that invitation is the same pairing.
    package let invitation: PublicKey
    /// The time of the daemon's reply, by this machine's clock; `nil` before it, when only another
    /// connection can show whether the daemon has registered the key.
    package let pairedAt: Timestamp?

    /// Joins the parts.
    package init(
        key: PublicKey, user: UserID, addresses: [String], serverKey: PublicKey,
        nextServerKey: PublicKey? = nil, invitation: PublicKey, pairedAt: Timestamp? = nil
    ) {
        self.key = key
        self.user = user
        self.addresses = addresses
        self.serverKey = serverKey
        self.nextServerKey = nextServerKey
        self.invitation = invitation
        self.pairedAt = pairedAt
    }
}
