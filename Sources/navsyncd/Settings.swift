internal import Configuration
internal import Glibc
internal import Logging
internal import NavigationServer

/// What the daemon runs with: flags over environment over file over defaults.
struct Settings {
    /// What was given on the command line.
    struct Flags {
        var config: String?
        var dataDirectory: String?
        var ipc: String?
        var tcp: String?
        var logLevel: String?
    }

    let server: ServerConfiguration
    let dataDirectory: String
    let logLevel: Logger.Level

    /// Reads all sources; throws a message that names the setting and what to do.
    static func load(flags: Flags) async throws -> Settings {
        let directories = UserDirectories()
        let reader = ConfigReader(providers: try await providers(flags, directories))
        let level = try await text("log.level", reader) ?? "info"
        guard let logLevel = Logger.Level(rawValue: level) else {
            let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw SettingsError("log.level '\(level)' is not one of \(known)")
        }
        let ipc = try await text("listen.ipc", reader) ?? directories.sockets
        let data = try await text("data.directory", reader) ?? directories.data
        for (name, path) in [("listen.ipc", ipc), ("data.directory", data)]
        where !path.hasPrefix("/") && !(name == "listen.ipc" && path == "none") {
            throw SettingsError("\(name) '\(path)' is not an absolute path")
        }
        let tcp = try await text("listen.tcp", reader).map { text throws in
            guard let address = TCPAddress(text) else {
                throw SettingsError("listen.tcp '\(text)' is not of the form host:port")
            }
            return address
        }
        do {
            let server = try ServerConfiguration(
                socketDirectory: ipc == "none" ? nil : ipc, tcp: tcp)
            return Settings(server: server, dataDirectory: data, logLevel: logLevel)
        } catch {
            throw SettingsError(error.description)
        }
    }

    /// A setting as text; one that is there but of another form is a mistake, not a default.
    private static func text(_ key: ConfigKey, _ reader: ConfigReader) async throws -> String? {
        do {
            return try await reader.fetchString(forKey: key)
        } catch {
            throw SettingsError("\(key) is not text: \(error)")
        }
    }

    private static func providers(
        _ flags: Flags, _ directories: UserDirectories
    ) async throws -> [any ConfigProvider] {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for (key, value) in [
            ("data.directory", flags.dataDirectory), ("listen.ipc", flags.ipc),
            ("listen.tcp", flags.tcp), ("log.level", flags.logLevel),
        ] {
            guard let value else { continue }
            let components = key.split(separator: ".").map(String.init)
            values[AbsoluteConfigKey(components)] = ConfigValue(.string(value), isSecret: false)
        }
        var providers: [any ConfigProvider] = [
            InMemoryProvider(values: values),
            EnvironmentVariablesProvider().prefixKeys(with: "navsyncd"),
        ]
        if let file = try await file(flags.config ?? directories.existingConfiguration) {
            providers.append(file)
        }
        return providers
    }

    private static func file(_ path: String?) async throws -> (any ConfigProvider)? {
        guard let path else { return nil }
        let place = InMemoryProvider(values: [
            "filePath": ConfigValue(.string(path), isSecret: false)
        ])
        do {
            return try await FileProvider<YAMLSnapshot>(config: ConfigReader(provider: place))
        } catch {
            throw SettingsError("can't read the configuration '\(path)': \(error)")
        }
    }
}

/// Why the daemon can't run with these settings.
struct SettingsError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Where things are when nothing says otherwise: the XDG directories of the current user.
struct UserDirectories {
    let sockets: String
    let data: String
    private let configuration: String

    init() {
        let home = UserDirectories.variable("HOME") ?? "/"
        let state = UserDirectories.variable("XDG_STATE_HOME") ?? "\(home)/.local/state"
        let config = UserDirectories.variable("XDG_CONFIG_HOME") ?? "\(home)/.config"
        data = "\(state)/navsync"
        // Without a login session there is no runtime directory: for a daemon in a container, say.
        sockets =
            UserDirectories.variable("XDG_RUNTIME_DIR").map { "\($0)/navsync" } ?? "\(data)/run"
        configuration = "\(config)/navsync/navsyncd.yaml"
    }

    /// The user's configuration file, if there is one.
    var existingConfiguration: String? {
        unsafe access(configuration, F_OK) == 0 ? configuration : nil
    }

    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.hasPrefix("/") ? text : nil
    }
}
