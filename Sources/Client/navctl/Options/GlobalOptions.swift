internal import ArgumentParser
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// The options of every command, before or after its name.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where the daemon is: ipc:///directory/control.sock or tcp://host:port.",
            valueName: "endpoint"))
    var endpoint: String?

    @Option(
        help: ArgumentHelp(
            "The device to be: its directory, made at first use.", valueName: "directory"))
    var device: String?

    @Flag(
        help: ArgumentHelp(
            "Be a device for this command alone, as scripts and containers are: nothing is kept."))
    var ephemeral = false

    @Option(
        help: ArgumentHelp(
            "Whose scene is meant; default: as this device was paired, or who you are to the daemon.",
            valueName: "user"))
    var user: UserID?

    @Option(
        help: ArgumentHelp(
            "Which app's scene is meant; 'tab declare' and 'apply' make one.", valueName: "scene"))
    var scene: SceneID = .main

    @Option(
        help: ArgumentHelp(
            "How long to wait for the daemon, as in 2, 2s or 500ms.", valueName: "time"))
    var timeout = Timeout(duration: .seconds(5))

    @Option(help: "How to write: text for people, json for programs.")
    var output: OutputFormat = .text

    /// The configuration for the client library.
    var configuration: ClientConfiguration {
        ClientConfiguration(
            endpoint: endpoint, deviceDirectory: ephemeral ? deviceDirectory : device, user: user,
            isEphemeral: ephemeral)
    }

    func validate() throws {
        guard ephemeral else { return }
        guard device == nil else {
            throw ValidationError("use either --device or --ephemeral, which has none of its own")
        }
        try EphemeralDevice.make()
    }

    /// Throws for commands whose effect an ephemeral device could not store.
    func requireLastingDevice() throws {
        guard !ephemeral else {
            throw ValidationError(
                "an ephemeral device keeps nothing: leave out --ephemeral, or name a --device")
        }
    }

    /// Opens a session for one command.
    func session(flushesOutbox: Bool = true) async throws -> SceneMirror {
        // Opening counts as waiting.
        let mode = MirrorMode.oneShot(
            timeout: timeout.duration, flushesOutbox: flushesOutbox)
        return try await NavigationClient(configuration).mirror(
            of: scene, mode: mode, delegate: HookDelegate(ifAnyIn: deviceDirectory))
    }

    /// Opens a client for requests about users, devices and keys, which creates no device.
    func administration() async throws(NavigationClientError) -> Administration {
        var configuration = configuration
        configuration.createsDevice = false
        return try await NavigationClient(configuration).administration(
            timeout: timeout.duration)
    }

    /// The platform of a device that is created, by its traits.
    var platform: Platform { traits.device.platform }

    /// The device's traits; if they can't be read, the default ones, after a message.
    var traits: StoredTraits {
        do { return try StoredTraits.read(in: deviceDirectory) } catch {
            Console.print(error.message)
            return StoredTraits()
        }
    }

    /// The directory of the command's device.
    var deviceDirectory: String {
        Locations().deviceDirectory(given: ephemeral ? EphemeralDevice.directory : device)
    }

    /// The destination of the command's results.
    var results: Output { Output(format: output) }
}

/// A condition on a change.
struct RevisionOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Change it only if the scene is at this very revision.", valueName: "revision"))
    var ifRevision: Revision?
}
