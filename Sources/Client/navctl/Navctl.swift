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
              navctl live                      be a device in the terminal
              navctl web                       make browsers devices
              navctl watch                     print every change as it happens
              navctl undo                      undo this device's last change
              navctl show --output json        print the scene as JSON, for scripts
              navctl explain 41                explain a commit and what it superseded

            The endpoint of the daemon is, in this order: --endpoint, NAVSYNC_ENDPOINT, the
            daemon that this device is paired with, the socket in the user's runtime
            directory, the system's socket. Of the last two it is the one that this device
            is bound to, even if that daemon is not running. While the daemon is
            unreachable, changes are queued in the device's outbox; the next command that
            connects submits them. Nothing is submitted to another daemon before 'navctl
            device adopt'. With --ephemeral a command runs as a temporary device, for
            scripts and containers: it stores nothing, and does not count towards the limit
            of 256 devices per user.

            EXIT CODES:
              0 success   1 refused or failed   2 wrong usage
              3 daemon unreachable: a change is queued in the outbox (status 1 if it
                can't be queued)
              4 permission denied
            """,
        version: NavsyncVersion.current,
        subcommands: DemoCommands.all + [DevicesFormerName.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Start", subcommands: [SetupCommand.self]),
            CommandGroup(
                name: "Be a device", subcommands: [LiveCommand.self, WebCommand.self]),
            CommandGroup(
                name: "Inspect",
                subcommands: [
                    StatusCommand.self, PresenceCommand.self, ShowCommand.self,
                ] + BarCommands.reading + [
                    WatchCommand.self, LogCommand.self, ExplainCommand.self,
                ] + BarCommands.comparing + [DoctorCommand.self, WaitCommand.self]),
            CommandGroup(
                name: "Change",
                subcommands: [
                    TabCommand.self, SelectionCommand.self, HandoffCommand.self, PushCommand.self,
                    PopCommand.self, SetItemsCommand.self,
                    ScreenCommand.self, ModalCommand.self,
                ] + BarCommands.appearance + [
                    UndoCommand.self, RedoCommand.self, ShelfCommand.self, OutboxCommand.self,
                ] + BarCommands.sceneFiles),
            CommandGroup(
                name: "Render, announce and lint",
                subcommands: BarCommands.drawing),
            CommandGroup(
                name: "This device", subcommands: BarCommands.traits + [HookCommand.self]),
            CommandGroup(
                name: "Devices, scenes, users and keys",
                subcommands: [
                    DeviceCommand.self, SceneCommand.self, UserCommand.self, KeyCommand.self,
                ]),
            CommandGroup(name: "Fleet", subcommands: [ClusterCommand.self]),
            CommandGroup(
                name: "Backup and recovery",
                subcommands: [
                    BackupCommand.self, RestoreCommand.self, HealCommand.self, StoreCommand.self,
                ]),
        ])

    /// Also here, so that the options may stand before the command as well as after it.
    @OptionGroup var options: GlobalOptions

    /// Runs a command line; returns the exit status. All messages have been printed.
    static func run(_ arguments: [String]) async -> ExitStatus {
        do {
            if var command = CommandParsing.plainCommand(from: arguments) {
                try await command.run()
                return .done
            }
            var command = try CommandParsing.command(from: arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return .done
        } catch {
            return Console.report(error, of: Navctl.self, as: OutputFormat(of: arguments))
        }
    }
}
