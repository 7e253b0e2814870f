internal import Glibc
internal import NavigationPostgres
internal import POSIX

/// The settings of the section `store`: the database server of a fleet.
struct StoreSettings: Hashable, Sendable {
    /// The connection string; `nil` for the embedded database.
    var url: String?
    /// The number of standbys that confirm each commit.
    var replicas = 0

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
    ]

    /// Returns the configuration of the store; `nil` for the embedded one. Reads the password.
    func configuration(credentials: String?) throws -> PostgresConfiguration? {
        guard let url else { return nil }
        return PostgresConfiguration(
            url: url, password: try Self.password(in: credentials), replicas: replicas,
            name: Self.hostName ?? "a machine without a name")
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
