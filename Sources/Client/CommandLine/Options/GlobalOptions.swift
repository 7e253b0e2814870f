package import ArgumentParser
internal import NavigationBars
package import NavigationClient
package import NavigationModel
internal import NavigationText

/// The options of every command, before or after its name.
package struct GlobalOptions: WordsReadable {
    @Option(
        help: ArgumentHelp(
            "The daemon: ipc:///directory/control.sock or tcp://host:port",
            valueName: "endpoint"))
    package var endpoint: String?

    @Option(
        help: ArgumentHelp(
            "The directory of the device, created at first use", valueName: "directory"))
    package var device: String?

    @Flag(
        help: ArgumentHelp(
            "Run as a temporary device, for scripts; nothing is stored"))
    package var ephemeral = false

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "The user; default: of the pairing, else of the local user",
            valueName: "user"))
    package var user: UserID?

    @Option(
        help: ArgumentHelp(
            "The scene (app); 'tab declare' and 'apply' create one", valueName: "scene"))
    package var scene: SceneID = .main

    @Option(
        help: ArgumentHelp(
            "The timeout for the daemon, as in 2, 2s or 500ms", valueName: "time"))
    package var timeout: Timeout = .standard

    @Option(name: [.short, .long], help: "The output format: text or json")
    package var output: OutputFormat = .text

    /// Creates the options for the parser.
    package init() {}

    package init(_ words: inout CommandWords) throws {
        endpoint = try words.option("--endpoint")
        device = try words.option("--device")
        ephemeral = words.flag("--ephemeral")
        user = try words.option("--user", short: "-u")
        scene = try words.option("--scene") ?? .main
        timeout = try words.option("--timeout") ?? .standard
        output = try words.option("--output", short: "-o") ?? .text
    }

    /// The configuration for the client library.
    package var configuration: ClientConfiguration {
        ClientConfiguration(
            endpoint: endpoint, deviceDirectory: ephemeral ? deviceDirectory : device, user: user,
            isEphemeral: ephemeral)
    }

    package func validate() throws {
        guard ephemeral else { return }
        guard device == nil else {
            throw ValidationError("use either --device or --ephemeral")
        }
        try EphemeralDevice.make()
    }

    /// Throws for commands whose effect an ephemeral device could not store.
    package func requireLastingDevice() throws {
        guard !ephemeral else {
            throw ValidationError(
                "an ephemeral device stores nothing: leave out --ephemeral, or use --device")
        }
    }

    /// Opens a session for one command.
    package func session(flushesOutbox: Bool = true) async throws -> SceneMirror {
        // Opening counts as waiting.
        let mode = MirrorMode.oneShot(
            timeout: timeout.duration, flushesOutbox: flushesOutbox)
        return try await NavigationClient(configuration).mirror(
            of: scene, mode: mode, delegate: HookDelegate(ifAnyIn: deviceDirectory))
    }

    /// Opens a client for requests about users, devices and keys, which creates no device.
    package func administration() async throws(NavigationClientError) -> Administration {
        var configuration = configuration
        configuration.createsDevice = false
        return try await NavigationClient(configuration).administration(
            timeout: timeout.duration)
    }

    /// The directory of the command's device.
    package var deviceDirectory: String {
        Locations().deviceDirectory(given: ephemeral ? EphemeralDevice.directory : device)
    }

    /// The destination of the command's results.
    package var results: Output { Output(format: output) }
}

/// A condition on a change.
package struct RevisionOption: WordsReadable {
    @Option(
        help: ArgumentHelp(
            "Change the scene only if it is at this revision", valueName: "revision"))
    package var ifRevision: Revision?

    /// Creates the options for the parser.
    package init() {}

    package init(_ words: inout CommandWords) throws {
        ifRevision = try words.option("--if-revision")
    }
}

/// The formats of results.
package enum OutputFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// For people.
    case text
    /// For programs: one object, or one a line.
    case json

    /// Returns the format that a command line asks for, even one that can't be parsed.
    package init(of arguments: [String]) {
        let words = arguments.prefix { $0 != "--" }
        let isJSON =
            words.contains { ["--output=json", "-o=json", "-ojson"].contains($0) }
            || zip(words, words.dropFirst()).contains {
                ["--output", "-o"].contains($0) && $1 == "json"
            }
        self = isJSON ? .json : .text
    }
}

/// A duration as people write it: `5`, `5s`, `1.5s` or `500ms`.
package struct Timeout: ExpressibleByArgument, Hashable, CustomStringConvertible {
    /// The timeout of a command that names none.
    package static let standard = Timeout(duration: .seconds(5))

    /// The time.
    package let duration: Duration

    package init(duration: Duration) {
        self.duration = duration
    }

    package init?(argument: String) {
        let isMilliseconds = argument.hasSuffix("ms")
        let digits =
            isMilliseconds
            ? argument.dropLast(2)
            : argument.hasSuffix("s")
                ? argument.dropLast() : argument[...]
        guard let number = Double(digits), number >= 0, number <= 86_400_000 else { return nil }
        duration = .seconds(isMilliseconds ? number / 1_000 : number)
    }

    package var description: String {
        let seconds = duration / .seconds(1)
        return seconds == seconds.rounded() ? "\(Int(seconds))s" : "\(seconds)s"
    }

    package var defaultValueDescription: String { description }
}
