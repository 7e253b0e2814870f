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

    /// Reads all sources; throws a message that says where the mistake is and what to do.
    static func load(flags: Flags) async throws -> Settings {
        let directories = UserDirectories()
        let sources = try await sources(flags, directories)
        func setting(_ name: String) throws -> Setting? {
            for source in sources {
                if let setting = try source.setting(name) { return setting }
            }
            return nil
        }
        let level = try setting("log.level")
        guard let logLevel = Logger.Level(rawValue: level?.text ?? "info") else {
            let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw SettingsError(level, "is not one of \(known)")
        }
        let ipc = try setting("listen.ipc")
        let data = try setting("data.directory")
        for path in [ipc, data].compactMap(\.self)
        where !path.text.hasPrefix("/") && !(path.name == "listen.ipc" && path.text == "none") {
            throw SettingsError(path, "is not an absolute path")
        }
        let tcp = try setting("listen.tcp")
        let address = tcp.flatMap { TCPAddress($0.text) }
        if tcp != nil, address == nil {
            throw SettingsError(tcp, "is not of the form host:port")
        }
        do {
            let server = try ServerConfiguration(
                socketDirectory: ipc?.text == "none" ? nil : ipc?.text ?? directories.sockets,
                tcp: address)
            return Settings(
                server: server, dataDirectory: data?.text ?? directories.data, logLevel: logLevel)
        } catch {
            throw SettingsError(tcp ?? ipc, "can't be used: \(error.description)")
        }
    }

    /// Where settings come from, in the order in which they are asked.
    private static func sources(
        _ flags: Flags, _ directories: UserDirectories
    ) async throws -> [Source] {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for (key, value) in [
            ("data.directory", flags.dataDirectory), ("listen.ipc", flags.ipc),
            ("listen.tcp", flags.tcp), ("log.level", flags.logLevel),
        ] {
            guard let value else { continue }
            let components = key.split(separator: ".").map(String.init)
            values[AbsoluteConfigKey(components)] = ConfigValue(.string(value), isSecret: false)
        }
        let variables = EnvironmentVariablesProvider().prefixKeys(with: "navsyncd")
        var sources = [
            Source(name: "the command line", provider: InMemoryProvider(values: values)),
            Source(name: "the environment", provider: variables),
        ]
        if let path = flags.config ?? directories.existingConfiguration {
            sources.append(Source(name: path, provider: try await file(path)))
        }
        return sources
    }

    private static func file(_ path: String) async throws -> any ConfigProvider {
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

/// One setting as it was written, and where, for messages.
private struct Setting {
    let name: String
    let text: String
    let source: String
}

/// One place where settings are written.
private struct Source {
    let name: String
    let provider: any ConfigProvider

    /// A setting as text; one that is there but of another form is a mistake, not a default.
    func setting(_ name: String) throws -> Setting? {
        let key = AbsoluteConfigKey(name.split(separator: ".").map(String.init))
        do {
            guard let value = try provider.value(forKey: key, type: .string).value else {
                return nil
            }
            guard case .string(let text) = value.content else { return nil }
            return Setting(name: name, text: text, source: self.name)
        } catch {
            throw SettingsError("\(self.name): \(name) is not text: \(error)")
        }
    }
}

/// Why the daemon can't run with these settings.
struct SettingsError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Says what is wrong with a setting, and where it stands.
    fileprivate init(_ setting: Setting?, _ problem: String) {
        let subject = setting.map { "\($0.source): \($0.name) '\($0.text)' " } ?? ""
        self.init(subject + problem)
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
