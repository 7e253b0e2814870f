internal import NavigationStore
internal import NavigationText
internal import NavigationWire
internal import POSIX
internal import PostgreSQL

/// The server of a ``PostgresStore``, and the properties that it must have.
package struct PostgresConfiguration: Sendable {
    /// The connection string, which may name several hosts.
    let url: String
    /// The password; `nil` for none, or for one that libpq finds by itself.
    let password: String?
    /// The number of standbys that have to confirm each commit.
    let replicas: Int
    /// The name of this node, for people.
    let name: String
    /// The time for which no other node claims the shards of this one, without a renewal.
    let lease: Duration

    /// The databases of the fleet, the one of `url` among them; empty if that is all.
    let databases: [FleetDatabase]

    /// Joins the parts.
    package init(
        url: String, password: String? = nil, replicas: Int = 0, name: String = "navsyncd",
        lease: Duration = .seconds(6), databases: [FleetDatabase] = []
    ) {
        (self.url, self.password, self.replicas) = (url, password, replicas)
        (self.name, self.lease, self.databases) = (name, lease, databases)
    }

    /// The shards of the database.
    var range: ShardRange { databases.first { $0.url == url }?.range ?? .all }

    /// The other databases of the fleet, each with its own configuration.
    var others: [(range: ShardRange, configuration: PostgresConfiguration)] {
        databases.filter { $0.url != url }.map { database in
            let configuration = PostgresConfiguration(
                url: database.url, password: password, replicas: replicas, name: name,
                lease: lease)
            return (database.range, configuration)
        }
    }

    /// The first version of the server that is supported.
    static let oldestServer = 140_000
    /// The time for the statements that begin a connection.
    static let beginning = Duration.seconds(10)

    /// Connects to the server that accepts writes. Sets the session up, so that nothing depends on
    /// defaults of the role or the database. Blocks its thread.
    func connect() throws -> PostgresConnection {
        var parameters = [
            ("application_name", "navsyncd"), ("connect_timeout", "3"), ("keepalives_idle", "10"),
            ("keepalives_interval", "3"), ("keepalives_count", "3"), ("tcp_user_timeout", "10000"),
            ("dbname", url), ("target_session_attrs", "read-write"), ("client_encoding", "UTF8"),
        ]
        if let password { parameters.append(("password", password)) }
        let connection = try PostgresConnection(parameters.map { (keyword: $0, value: $1) })
        guard connection.serverVersion >= Self.oldestServer else {
            throw StoreError.unusable(
                AdvisedMessage(
                    "PostgreSQL is older than version 14", advice: "upgrade the server of store.url"
                ))
        }
        try connection.run(
            [
                // No function or type of a user's schema takes the place of the system's.
                "SET search_path = pg_catalog",
                "SET default_transaction_isolation = 'read committed'",
                // A session that lost its daemon must not keep the row of a shard locked.
                "SET idle_in_transaction_session_timeout = '10s'",
                "SET lock_timeout = '5s'",
                "SET bytea_output = 'hex'",
                // All that is sent here is short.
                "SET jit = off",
            ].map { PostgresStatement($0) }, before: .now + Self.beginning)
        return connection
    }

    /// Throws `StoreError.unusable`, with the setting to change, unless a commit is durable
    /// when it returns: on the server, and on as many standbys as have to confirm it.
    func check(_ connection: PostgresConnection) throws {
        try check(
            connection.run([Durability.query], before: .now + Self.beginning).first)
    }

    /// Throws as ``check(_:)``, by the result of `Durability.query`.
    func check(_ result: PostgresResult?) throws {
        guard let row = result?.rows.first else { throw PostgresError(.value, "no settings") }
        if let problem = try Durability(row).problem(replicas: replicas) {
            throw StoreError.unusable("the server of store.url \(problem)")
        }
    }
}

/// The settings of a server that decide whether a commit is durable.
struct Durability: Hashable, Sendable {
    let fsync: String
    let fullPageWrites: String
    let synchronousCommit: String
    let standbyNames: String
    let isStandby: Bool

    /// The statement that reads them.
    static let query: PostgresStatement = {
        let names = [
            "fsync", "full_page_writes", "synchronous_commit", "synchronous_standby_names",
        ]
        return PostgresStatement(
            "SELECT " + names.map { "current_setting('\($0)')" }.joined(separator: ", ")
                + ", pg_is_in_recovery()")
    }()

    /// Reads the row of ``query``.
    init(_ row: PostgresRow) throws {
        fsync = try row.text(0)
        fullPageWrites = try row.text(1)
        synchronousCommit = try row.text(2)
        standbyNames = try row.text(3)
        isStandby = try row.boolean(4)
    }

    /// Returns the first setting that has to be changed, as the end of a sentence; `nil` if commits
    /// are durable on the server and on so many standbys.
    func problem(replicas: Int) -> String? {
        if isStandby { return "is a standby: name the primary, or all hosts, in store.url" }
        if fsync != "on" { return "loses commits at power loss: set fsync = on" }
        if fullPageWrites != "on" {
            return "loses pages at power loss: set full_page_writes = on"
        }
        if synchronousCommit == "off" {
            return "reports commits before they are durable: set synchronous_commit = on"
        }
        guard replicas > 0 else { return nil }
        if !["on", "remote_apply"].contains(synchronousCommit) {
            return "does not wait until standbys are durable: set synchronous_commit = on"
        }
        let confirming = Self.confirmations(standbyNames)
        guard confirming >= replicas else {
            return "waits for \(confirming) standbys, and store.replicas is \(replicas): set "
                + "synchronous_standby_names = 'ANY \(replicas) (*)', or the like"
        }
        return nil
    }

    /// Returns the number of standbys that `synchronous_standby_names` makes each commit wait for:
    /// `FIRST 2 (a, b)`, `ANY 2 (a, b)` and `2 (a, b)` are two, a list alone is one.
    static func confirmations(_ names: String) -> Int {
        let text = names.drop { $0.isWhitespace }
        guard !text.isEmpty else { return 0 }
        guard let bracket = text.firstIndex(of: "("), text.first != "\"" else { return 1 }
        let words = text[..<bracket].split { $0.isWhitespace }
        return words.last.flatMap { Int($0) } ?? 1
    }
}

/// Passwords of servers.
extension PostgresConfiguration {
    /// The greatest length of a password, in bytes.
    private static let passwordLimit = 1_024

    /// Returns a Boolean value indicating whether a URL has a password, which would be visible to
    /// others.
    package static func hasPassword(_ url: String) -> Bool {
        let parts = url.drop { $0 != ":" }.dropFirst(3).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let authority = (parts.first ?? "").prefix { $0 != "/" }
        if let at = authority.lastIndex(of: "@"), authority[..<at].contains(":") { return true }
        guard parts.count > 1 else { return false }
        // A name may be written with escapes, too.
        return parts[1].split(separator: "&").contains { parameter in
            let name = parameter.prefix { $0 != "=" }
            return name.contains("%") || name.lowercased().hasSuffix("password")
        }
    }

    /// Reads the password in a file, which has one line.
    package static func password(in path: String) throws -> String {
        var bytes = try DurableFiles.read(path, atMost: passwordLimit + 1)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        guard !bytes.isEmpty, bytes.count <= passwordLimit, !bytes.contains(0),
            let password = String(validating: bytes, as: UTF8.self)
        else {
            throw StoreError.unusable(
                "'\(path)' is no password: write one line of text, at most 1024 bytes")
        }
        return password
    }
}
