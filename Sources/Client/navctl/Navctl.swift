internal import ArgumentParser
internal import BarCommands
internal import CommandLine
internal import Demo
internal import NavigationText
internal import NavigationWire

/// The root of the command line.
struct Navctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "navctl",
        abstract: "Show, follow and change an app's navigation state.",
        usage: "navctl [<options>] <command>",
        discussion: """
            EXAMPLES:
              navctl apply clock.yaml          declare an app's tabs and stacks
              navctl push clock://alarms/1     push a screen on the selected tab
              navctl watch                     print every change as it happens
              navctl undo                      take back what this device did last
              navctl show --output json        the whole scene, for scripts
              navctl explain 41                who did what, and what it took away

            The daemon is found by --endpoint, NAVSYNC_ENDPOINT, where this device was
            paired, the user's runtime directory, and the system's, in this order; of the
            last two it is the one that this device belongs to, whether or not that runs.
            Without it, changes are kept in the device's outbox and handed over by the next
            command that reaches it. Another daemon is handed nothing before 'navctl device
            adopt' says so. With --ephemeral a command is a device of its own that ends
            with it, for scripts and containers: it keeps nothing, and takes no lasting
            place among a user's 256 devices.

            EXIT CODES:
              0 done   1 refused or failed   2 wrong usage
              3 the daemon can't be reached: a change is kept in the outbox (one that
                can't be kept ends with 1)
              4 not permitted
            """,
        version: NavsyncVersion.current,
        subcommands: DemoCommands.all + [DevicesFormerName.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Looking",
                subcommands: [
                    StatusCommand.self, PresenceCommand.self, ShowCommand.self,
                ] + BarCommands.reading + [
                    WatchCommand.self, LogCommand.self, ExplainCommand.self, DiffCommand.self,
                    DoctorCommand.self, WaitCommand.self,
                ]),
            CommandGroup(
                name: "Changing",
                subcommands: [
                    TabCommand.self, PushCommand.self, PopCommand.self, SetItemsCommand.self,
                    ScreenCommand.self, ModalCommand.self,
                ] + BarCommands.appearance + [
                    UndoCommand.self, RedoCommand.self, ShelfCommand.self, OutboxCommand.self,
                ] + BarCommands.sceneFiles),
            CommandGroup(
                name: "Drawing, speaking and checking",
                subcommands: BarCommands.drawing),
            CommandGroup(
                name: "This device", subcommands: BarCommands.traits + [HookCommand.self]),
            CommandGroup(
                name: "Devices, scenes, users and keys",
                subcommands: [
                    DeviceCommand.self, SceneCommand.self, UserCommand.self, KeyCommand.self,
                ]),
            CommandGroup(
                name: "The daemon's data",
                subcommands: [BackupCommand.self, RestoreCommand.self, HealCommand.self]),
        ])

    /// Also here, so that the options may stand before the command as well as after it.
    @OptionGroup var options: GlobalOptions

    /// Runs a command line; returns the exit status. All messages have been printed.
    static func run(_ arguments: [String]) async -> ExitStatus {
        do {
            var command = try parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return .done
        } catch {
            return Console.report(error, of: Navctl.self)
        }
    }
}
