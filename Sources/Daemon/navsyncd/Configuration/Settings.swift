internal import ArgumentParser
internal import NavigationServer
internal import NavigationSync

/// The values that the daemon runs with, by sections. Each section's file declares its settings:
/// their values with the defaults, their formats, bounds and flags, and what they mean.
struct Settings: Hashable, Sendable {
    /// The addresses of the daemon.
    var listen: ListenSettings
    /// The files of the daemon.
    var data: DataSettings
    /// The database server of a fleet.
    var store = StoreSettings()
    /// The retention policy.
    var retention = RetentionPolicy()
    /// The log and the metrics.
    var monitoring = MonitoringSettings()
    /// The quotas of users, devices and peers.
    var quotas = Quotas()

    /// Creates the defaults.
    init(in directories: StandardDirectories) {
        listen = ListenSettings(socketDirectory: directories.sockets)
        data = DataSettings(directory: directories.data)
    }

    /// Returns the configuration of the server, without its keys.
    ///
    /// - Throws: ``ServerError`` if the settings contradict one another.
    func serverConfiguration() throws(ServerError) -> ServerConfiguration {
        var configuration = try ServerConfiguration(
            socketDirectory: listen.socketDirectory, tcp: listen.tcp)
        configuration.advertise = listen.advertise
        configuration.retention = retention
        configuration.quotas = quotas
        return configuration
    }
}

extension Setting {
    /// Every setting, in the order of the reference.
    static let all: [Setting] =
        ListenSettings.all + DataSettings.all + StoreSettings.all + RetentionPolicy.settings
        + MonitoringSettings.log + Quotas.settings + MonitoringSettings.metrics

    /// Returns the setting of a name.
    static func named(_ name: String) -> Setting? { all.first { $0.name == name } }
}

/// The flags of the settings that have one, by sections.
struct SettingFlags: ParsableArguments {
    @OptionGroup var data: DataSettings.Flags
    @OptionGroup var listen: ListenSettings.Flags
    @OptionGroup var monitoring: MonitoringSettings.Flags

    /// The values of the given flags, by the names of their settings.
    var values: [String: String] {
        Setting.all.reduce(into: [:]) { $0[$1.name] = $1.flag?.value(self) }
    }
}
