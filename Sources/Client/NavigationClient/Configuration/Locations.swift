internal import POSIX
internal import Glibc
package import NavigationModel
internal import NavigationTransport
internal import NavigationWire

/// The locations of a client's daemon and device: the search orders, in one place.
package struct Locations: Sendable {
    private let environment: @Sendable (String) -> String?
    private let presence: @Sendable (String) -> Presence

    /// The presence of a file, as far as this user can see it.
    enum Presence: Hashable, Sendable {
        case there
        case missing
        /// The system denies this user access to the file's directory.
        case hidden
    }

    /// Creates the locations of this process.
    package init() {
        self.init(
            environment: { name in unsafe getenv(name).map { unsafe String(cString: $0) } },
            presence: { path in
                if unsafe access(path, F_OK) == 0 { return .there }
                return errno == EACCES ? .hidden : .missing
            })
    }

    /// Creates the locations for an environment and a file system.
    init(
        environment: @escaping @Sendable (String) -> String?,
        presence: @escaping @Sendable (String) -> Presence
    ) {
        self.environment = environment
        self.presence = presence
    }

    /// Returns the control endpoint for a device that is not paired: the given one,
    /// `NAVSYNC_ENDPOINT`, or of the user's and the system's socket the first that exists; the
    /// user's if there is none.
    ///
    /// A paired device tries its pairing's addresses before it looks for sockets, and a device that
    /// belongs to one of the two daemons uses that one, whether or not it runs.
    package func endpoint(given: String? = nil) -> String {
        (namedEndpoint(given: given) ?? localEndpoint(of: nil)).text
    }

    /// Returns the endpoint that is configured: the given one, or `NAVSYNC_ENDPOINT`.
    func namedEndpoint(given: String?) -> (text: String, source: EndpointSource)? {
        if let given { return (given, .option) }
        return nonEmpty("NAVSYNC_ENDPOINT").map { ($0, .environment) }
    }

    /// Returns the endpoint of a daemon on this machine.
    ///
    /// - Parameter home: The source by which the device's own daemon was last found; `nil` if none
    ///   is known.
    func localEndpoint(of home: EndpointSource?) -> (text: String, source: EndpointSource) {
        let own = ownSocket
        let system = Self.systemSocket
        // A hidden socket exists for other users: the attempt to connect reports what this user
        // lacks.
        let isSystem =
            switch home {
            case .own: false
            case .system: true
            case .option, .environment, .pairing, nil:
                presence(own) == .missing && presence(system) != .missing
            }
        return isSystem ? ("ipc://" + system, .system) : ("ipc://" + own, .own)
    }

    /// The endpoint of the user's own daemon, which need not exist.
    package var ownEndpoint: String { "ipc://" + ownSocket }

    private var ownSocket: String { "\(userRuntimeDirectory)/\(ControlEndpoint.socketName)" }

    /// The control socket of the machine's daemon.
    package static let systemSocket = "/run/navsync/\(ControlEndpoint.socketName)"

    /// Returns the data directory of a daemon on this machine: the given one, or of the user's own
    /// and the system's the first that exists; the user's if there is none.
    package func dataDirectory(given: String? = nil) -> String {
        let own = userStateDirectory
        let system = "/var/lib/navsync"
        return given
            ?? (presence(own + "/navsync.sqlite") != .there && presence(system) == .there
                ? system : own)
    }

    /// Returns the device's directory: the given one, `NAVSYNC_DEVICE`, or the user's own.
    package func deviceDirectory(given: String? = nil) -> String {
        given ?? nonEmpty("NAVSYNC_DEVICE") ?? defaultDeviceDirectory
    }

    /// Returns the name of a new device: the machine's name for the user's own directory, the last
    /// component of the path for any other.
    package func deviceName(of directory: String) -> DeviceName {
        let component = directory.split(separator: "/").last.map(String.init)
        let name = directory == defaultDeviceDirectory ? hostName : component
        let valid = name.flatMap(DeviceName.init(rawValue:)).flatMap {
            $0.violation == nil ? $0 : nil
        }
        return valid ?? "device"
    }

    /// The login name of the process's user.
    package var user: UserID {
        UserID(login: LocalUser(getuid())?.name ?? nonEmpty("USER"), uid: getuid())
    }

    /// The directory of the sockets of a user's own daemon.
    private var userRuntimeDirectory: String {
        if let runtime = nonEmpty("XDG_RUNTIME_DIR") { return runtime + "/navsync" }
        return userStateDirectory + "/run"
    }

    /// The directory of the data of a user's own daemon.
    private var userStateDirectory: String {
        (nonEmpty("XDG_STATE_HOME") ?? home + "/.local/state") + "/navsync"
    }

    private var defaultDeviceDirectory: String {
        (nonEmpty("XDG_DATA_HOME") ?? home + "/.local/share") + "/navsync/device"
    }

    private var home: String {
        if let home = nonEmpty("HOME") { return home }
        return LocalUser(getuid())?.home ?? "/"
    }

    private var hostName: String? {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func nonEmpty(_ name: String) -> String? {
        environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The name of this machine's operating system, for people who read a list of devices.
enum MachinePlatform {
    /// `PRETTY_NAME` of `/etc/os-release`, as in "Debian GNU/Linux 12 (bookworm)"; "Linux" without
    /// it. Read once.
    static let name = name(in: contents(of: "/etc/os-release"))

    /// Returns the name in the file's text (os-release(5)).
    static func name(in text: String) -> String {
        let key = "PRETTY_NAME="
        guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix(key) }) else {
            return "Linux"
        }
        var value = line.dropFirst(key.count)
        if let quote = value.first, "\"'".contains(quote), value.last == quote, value.count > 1 {
            value = value.dropFirst().dropLast()
        }
        let isPlain = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\\") }
        guard isPlain, (1...WireLimits.platform).contains(value.utf8.count) else { return "Linux" }
        return String(value)
    }

    private static func contents(of path: String) -> String {
        String(decoding: (try? DurableFiles.read(path, atMost: 4_096)) ?? [], as: UTF8.self)
    }
}
