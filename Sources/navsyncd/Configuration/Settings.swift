internal import Logging
internal import NavigationServer
internal import NavigationSync

/// What the daemon runs with. ``Setting/all`` has a row for each: how it is written, what it means.
struct Settings: Hashable, Sendable {
    /// The directory of the ipc sockets; `nil` for no ipc.
    var socketDirectory: String?
    /// The address for tcp; `nil` for no tcp.
    var tcp: TCPAddress?
    /// The addresses that invitations carry; `nil` for those that follow from ``tcp``.
    var advertise: [TCPAddress]?
    /// Where the database is.
    var dataDirectory: String
    /// Bytes of the disk that are held for shutting out and for making room; `nil` for none.
    var reserve: Int? = 8 << 20
    /// The file of the server key; `nil` for the one in the data directory.
    var serverKey: String?
    /// What is logged.
    var logLevel = Logger.Level.info
    /// Where the log goes.
    var logDestination = LogDestination.auto
    /// How long things are kept.
    var retention = RetentionPolicy()
    /// What devices and peers may take.
    var quotas = Quotas()
    /// Where figures are served; `nil` for nowhere.
    var metrics: TCPAddress? = TCPAddress(host: "127.0.0.1", port: 9464)

    /// What holds when nothing says otherwise.
    init(in directories: StandardDirectories) {
        socketDirectory = directories.sockets
        dataDirectory = directories.data
    }

    /// The file of the server key.
    var serverKeyFile: String { serverKey ?? "\(dataDirectory)/\(ServerKeys.fileName)" }

    /// The same for the server, without its keys.
    ///
    /// - Throws: ``ServerError`` if they don't go together.
    func serverConfiguration() throws(ServerError) -> ServerConfiguration {
        var configuration = try ServerConfiguration(socketDirectory: socketDirectory, tcp: tcp)
        configuration.advertise = advertise
        configuration.retention = retention
        configuration.quotas = quotas
        return configuration
    }
}
