internal import ArgumentParser
internal import BarCommands
internal import CommandLine
internal import Live
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl live`
struct LiveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Be a device in the terminal.",
        discussion: """
            Shows this device's mirror as 'render' draws it, follows it, and changes it by
            keys: arrows select tabs and move through the stack, Enter pushes a screen,
            Backspace goes back, m presents a modal or answers it, u and ^R undo and redo,
            / finds a screen, : runs any command, t shows past revisions, p pairs a device,
            + draws another device profile beside it. ? lists all keys.

            While the daemon is unreachable it works on: changes wait in the outbox, and
            their number is shown. An outcome other than applied stays on a line until it
            is read: 'e' explains it, 'r' retries the change, space takes the line away.

            It needs a terminal of at least 24 columns and 8 rows, and restores it after
            every end, also of a process that is killed. --record writes what it shows as
            asciicast v2, for asciinema.

            EXAMPLES:
              navctl live
              navctl live --profile ipad --read-only
              navctl live --record tour.cast
              navctl live --screen-reader --locale ko
              navctl --device /tmp/tablet live
            """)

    @Flag(help: "Follow the scene and change nothing")
    var readOnly = false

    @Flag(help: "Print announcements as lines, for a screen reader")
    var screenReader = false

    @Flag(help: "Hide this device from the user's other devices")
    var hidden = false

    @Option(help: ArgumentHelp("Record the terminal (asciicast v2)", valueName: "file"))
    var record: String?

    @OptionGroup var traits: TraitOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard options.output == .text else {
            throw ValidationError("live is for people: programs use 'navctl watch --output json'")
        }
    }

    mutating func run() async throws {
        guard let size = LiveTerminal.size else {
            throw CommandError(
                message: "no terminal", advice: "use 'navctl watch' to follow the scene without one"
            )
        }
        let stored = try traits.stored(options)
        let recording = try record.map { path throws(CommandError) in try Recording(path, size) }
        var configuration = options.configuration
        configuration.isHidden = hidden
        let client = try await NavigationClient(configuration)
        if let loss = client.loss { Console.print("\(loss)") }
        try await client.closing { [options, readOnly, screenReader] client in
            let mirror = try await client.mirror(of: options.scene)
            let setup = LiveModel.Setup(
                device: client.deviceName?.rawValue ?? "", scene: options.scene.rawValue,
                isReadOnly: readOnly, isMoving: !screenReader)
            let model = LiveModel(
                setup, CommandTree(of: Navctl.self), size: size, traits: LiveTraits(stored))
            let session = try LiveSession(
                mirror, model, stored, options, screenReader ? .lines : .screen, recording)
            try await session.run()
        }
    }
}

extension LiveTraits {
    /// The traits that a device has stored.
    init(_ stored: StoredTraits) {
        self.init(device: stored.device, profile: stored.profileName)
    }
}
