internal import Logging
internal import NavigationServer
internal import NavigationSync

/// The values that the daemon runs with. ``Setting/all`` has a row for each: its format and
/// meaning.
struct Settings: Hashable, Sendable {
    /// The directory of the ipc sockets; `nil` for no ipc.
    var socketDirectory: String?
    /// The address for tcp; `nil` for no tcp.
    var tcp: TCPAddress?
    /// The addresses that invitations carry; `nil` for those that follow from ``tcp``.
    var advertise: [TCPAddress]?
    /// The directory of the database.
    var dataDirectory: String
    /// Bytes of the disk that are reserved for revocations and deletions on a full disk; `nil` for
    /// none.
    var reserve: Int? = 8 << 20
    /// The file of the server key; `nil` for the one in the data directory.
    var serverKey: String?
    /// The least severe level that is logged.
    var logLevel = Logger.Level.info
    /// The destination of the log.
    var logDestination = LogDestination.auto
    /// The retention policy.
    var retention = RetentionPolicy()
    /// The quotas of users, devices and peers.
    var quotas = Quotas()
    /// The address of the metrics endpoint; `nil` for none.
    var metrics: TCPAddress? = TCPAddress(host: "127.0.0.1", port: 9464)

    /// Creates the defaults.
    init(in directories: StandardDirectories) {
        socketDirectory = directories.sockets
        dataDirectory = directories.data
    }

    /// The file of the server key.
    var serverKeyFile: String { serverKey ?? "\(dataDirectory)/\(ServerKeys.fileName)" }

    /// Returns the configuration of the server, without its keys.
    ///
    /// - Throws: ``ServerError`` if the settings contradict one another.
    func serverConfiguration() throws(ServerError) -> ServerConfiguration {
        var configuration = try ServerConfiguration(socketDirectory: socketDirectory, tcp: tcp)
        configuration.advertise = advertise
        configuration.retention = retention
        configuration.quotas = quotas
        return configuration
    }
}
