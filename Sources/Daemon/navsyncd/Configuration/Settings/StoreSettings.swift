internal import Glibc
internal import NavigationPostgres
internal import NavigationWire
internal import POSIX

/// The settings of the section `store`: the database server of a fleet.
struct StoreSettings: Hashable, Sendable {
    /// The connection string; `nil` for the embedded database.
    var url: String?
    /// The number of standbys that confirm each commit.
    var replicas = 0
    /// All databases of the fleet, each with its shards; `nil` if ``url`` is the only one.
    var databases: [FleetDatabase]?

    /// The most databases of a fleet.
    private static let databaseLimit = 64

    /// The credential with the password.
    static let passwordCredential = "navsync.store-password"

    /// The settings of the section, in the order of the reference.
    static let all: [Setting] = [
        .one(
            "store.url", \.store.url, ValueFormat<String>.postgresURL.orWord("none"),
            isLive: false,
            "The PostgreSQL database with the data of all users, as libpq writes it; with several "
                + "hosts, the one that accepts writes is used. With none it is the embedded "
                + "database in the data directory. The password is the systemd credential "
                + "\(passwordCredential), or in libpq's password file."),
        .one(
            "store.replicas", \.store.replicas, .number(of: "standbys", in: 0...16), isLive: false,
            "The number of standbys that have to confirm each commit. navsyncd refuses to serve "
                + "from a server whose synchronous_standby_names waits for fewer."),
        .several(
            "store.databases", \.store.databases, .fleetDatabase, atMost: databaseLimit,
            separator: ";", orWord: "none", isLive: false,
            "All databases of a fleet that has several, the same on all nodes: each has the users "
                + "of a range of the 4,096 shards, for good, and store.url is one of them. With "
                + "none store.url has all users."),
    ]

    /// Returns the problem of the databases together; `nil` if there is none.
    var clash: String? {
        guard let databases else { return nil }
        guard let url, databases.contains(where: { $0.url == url }) else {
            return "store.databases does not have store.url, the database of this node: write it "
                + "in both, alike"
        }
        var urls: Set<String> = []
        var next = 0
        for database in databases.sorted(by: { $0.range.first < $1.range.first }) {
            guard urls.insert(database.url).inserted else {
                return "store.databases has \(database.url) twice: give each database one range"
            }
            let range = database.range
            guard range.first <= next else {
                return Self.clash("no database has", next, range.first - 1)
            }
            guard range.first == next else {
                return Self.clash(
                    "several databases have", range.first, min(next - 1, range.last))
            }
            next = range.last + 1
        }
        guard next > ShardRange.all.last else {
            return Self.clash("no database has", next, ShardRange.all.last)
        }
        return nil
    }

    private static func clash(_ problem: String, _ first: Int, _ last: Int) -> String {
        "store.databases: \(problem) the shards \(first)-\(last): give each of the shards "
            + "\(ShardRange.all) to one"
    }

    /// Returns the configuration of the store; `nil` for the embedded one. Reads the password.
    func configuration(credentials: String?) throws -> PostgresConfiguration? {
        guard let url else { return nil }
        return PostgresConfiguration(
            url: url, password: try Self.password(in: credentials), replicas: replicas,
            name: Self.hostName ?? "a machine without a name", databases: databases ?? [])
    }

    private static var hostName: String? {
        var buffer = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func password(in credentials: String?) throws -> String? {
        guard let path = credentials.map({ "\($0)/\(passwordCredential)" }),
            try DurableFiles.size(of: path) != nil
        else { return nil }
        return try PostgresConfiguration.password(in: path)
    }
}

extension ValueFormat where Value == String {
    /// The greatest length of a connection string, in bytes.
    private static var urlLimit: Int { 1_000 }

    /// A connection string of PostgreSQL, without secrets: settings are printed and logged.
    static var postgresURL: ValueFormat {
        ValueFormat(description: "a postgresql:// URL without a password") {
            text throws(FormatError) in
            guard !PostgresConfiguration.hasPassword(text) else {
                throw FormatError(
                    "has a password: remove it, and pass the credential "
                        + "'\(StoreSettings.passwordCredential)'", ofSecret: true)
            }
            guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") else {
                throw FormatError(
                    "is no postgresql:// URL: write, for example, "
                        + "postgresql://navsync@db1,db2/navsync")
            }
            guard text.utf8.count <= urlLimit else {
                throw FormatError("is longer than \(urlLimit) bytes: shorten it")
            }
            guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
                throw FormatError("has spaces or other characters: write them as %20")
            }
            return text
        } show: {
            $0
        }
    }
}

extension ValueFormat where Value == FleetDatabase {
    /// A range of shards and a connection string: `0-2047=postgresql://db1/navsync`.
    static var fleetDatabase: ValueFormat {
        ValueFormat(
            description: "FIRST-LAST=URL, with two of the shards 0 to \(ShardRange.all.last) and "
                + ValueFormat<String>.postgresURL.description
        ) { text throws(FormatError) in
            let parts = text.split(separator: "=", maxSplits: 1)
            let url = try ValueFormat<String>.postgresURL.read(String(parts.last ?? ""))
            let numbers = (parts.first ?? "").split(
                separator: "-", omittingEmptySubsequences: false
            ).map { number in
                number.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(number) : nil
            }
            guard parts.count == 2, numbers.count == 2, let first = numbers[0],
                let last = numbers[1], let range = ShardRange(first, last)
            else {
                throw FormatError(
                    "does not begin with a range of shards: write, for example, "
                        + "0-2047=postgresql://navsync@db1/navsync")
            }
            return FleetDatabase(range: range, url: url)
        } show: {
            "\($0.range)=\($0.url)"
        }
    }
}
