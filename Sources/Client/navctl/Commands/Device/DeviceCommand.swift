internal import ArgumentParser

/// `navctl device`
struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Pair, rename and revoke devices.",
        discussion: """
            A device of another machine is let in by two commands: 'navctl device invite'
            where one is already, and 'navctl device pair' on the new one. A DEVICE is
            named by its name, the beginning of its id, or its key's fingerprint.
            """,
        subcommands: [
            DeviceInviteCommand.self, DevicePairCommand.self, DeviceAdoptCommand.self,
            DeviceListCommand.self,
            DeviceRenameCommand.self, DeviceRoleCommand.self, DeviceRevokeCommand.self,
            DeviceUninviteCommand.self, WithdrawFormerName.self, DeviceUnpairCommand.self,
        ],
        defaultSubcommand: DeviceListCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}
