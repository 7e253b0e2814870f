internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl device adopt`
struct DeviceAdoptCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Re-register this device with the daemon found now.",
        discussion: """
            What a device keeps belongs to the store of one daemon: the first that it has
            met. At another it shows the scenes that are there, and hands over nothing,
            until this says so: then what waits in its outbox is handed over there, in all
            its scenes. What it has mirrored elsewhere is forgotten, and so is how to undo
            it. Who does not want what waits there drops it first.

            EXAMPLES:
              navctl outbox list
              navctl device adopt
              navctl --endpoint ipc:///run/navsync/control.sock device adopt
            """)

    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }

    func run(in session: SceneMirror, _ output: Output) async throws {
        let former = await session.boundStore
        let waited = try await session.adopt()
        let home = await session.boundStore
        let others = try session.client.otherWaitingUsers
        switch output.format {
        case .json:
            try output.write([
                "store": JSON(home?.description), "former": JSON(former?.description),
                "waited": .init(waited), "endpoint": .string(session.client.endpoint),
            ])
        case .text:
            guard former != home else {
                return try output.write(text: "this device belongs to this daemon already\n")
            }
            let changes = waited == 1 ? "1 change" : "\(waited) changes"
            try output.write(
                text: "this device belongs to the store \(home?.description ?? "") now"
                    + (waited > 0 ? ", and so does what waited: \(changes)\n" : "\n"))
        }
        for user in others {
            Console.print(
                "some of it was made as \(user.label), and waits until that user is named: 'navctl "
                    + "--user \(user.label) outbox list' lists it")
        }
    }
}
