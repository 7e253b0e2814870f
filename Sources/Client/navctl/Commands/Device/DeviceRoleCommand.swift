internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl device role`
struct DeviceRoleCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "role",
        abstract: "Set a device's role.",
        discussion: """
            What a device has waiting when it becomes a viewer waits until it is full again;
            the open invitations that it made are withdrawn, and whom it let in is listed.
            A device of the daemon's own machine can't be a viewer: it is known by its
            local user alone, who could come again as another.

            EXAMPLES:
              navctl device role tablet viewer
              navctl device role tablet full
            """)

    @Argument(help: "The device.")
    var device: DeviceReference

    @Argument(help: "full or viewer.")
    var role: Role

    @Flag(help: "Don't ask, even if it is this device.")
    var yes = false

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        let list = try await administration.devices()
        let entry = try device.find(in: list.devices)
        if entry.device == administration.client.device, role == .viewer, entry.role == .full, !yes
        {
            try Prompt.confirm(
                "\(entry.name.label) is this device, and could not make itself full again: let it "
                    + "only look")
        }
        try await administration.update(entry.device, role: role)
        let isDemoted = role == .viewer && entry.role == .full
        let handedOut =
            isDemoted
            ? HandedOut(by: entry, in: list) : HandedOut(invitations: [], devices: [])
        switch output.format {
        case .json:
            let members: [String: JSON] = [
                "id": .string(entry.device.description), "role": .string(role.word),
            ]
            try output.write(.object(members.merging(handedOut.members) { old, _ in old }))
        case .text:
            let what = role == .full ? "may change everything" : "may only look"
            try output.write(text: "\(entry.name.label) \(what) now\n")
            let lines = handedOut.lines(advice: "they keep their access")
            for line in lines { try output.write(text: line + "\n") }
        }
    }
}
