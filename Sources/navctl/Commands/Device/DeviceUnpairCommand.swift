internal import ArgumentParser
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationWire

/// `navctl device unpair`
struct DeviceUnpairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpair",
        abstract: "Forget here whom this device is paired with, and its key.",
        discussion: """
            It needs no daemon, and tells none: as long as nobody revokes the device, it is
            listed there. To be let in again it has to be revoked, and paired anew. What
            waits stays in the outbox, for the same user. An app that is connected stays so
            until it ends.

            EXAMPLES:
              navctl device unpair
              navctl device unpair --device ~/tablet --yes
            """)

    @Flag(help: "Don't ask.")
    var yes = false

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let known = try await NavigationClient.pairing(in: options.device)
        guard let known else {
            throw Complaint(
                message: "\(options.deviceDirectory.label()) is paired with nobody: nothing to "
                    + "forget")
        }
        Diagnostics.print(
            """
            \(options.deviceDirectory.label()) is '\(known.name.label)' of \(known.user.label)
            server key  \(known.serverFingerprint)
            device key  \(known.fingerprint)
            """)
        if known.waiting > 0 {
            let changes = known.waiting == 1 ? "1 change waits" : "\(known.waiting) changes wait"
            Diagnostics.print("\(changes) for the daemon: 'navctl outbox list' lists what it is")
        }
        if !yes { try Prompt.confirm("forget that, and the key") }
        try await NavigationClient.forgetPairing(in: options.device)
        let output = options.results
        switch output.format {
        case .json:
            try output.write([
                "user": .string(known.user.rawValue), "name": .string(known.name.rawValue),
                "fingerprint": .string(known.fingerprint.description),
                "waiting": .init(known.waiting),
            ])
        case .text:
            try output.write(
                text: "forgotten: to end its access, say 'navctl device revoke "
                    + "\(known.fingerprint)' on another device\n")
        }
    }
}
