internal import ArgumentParser
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl device unpair`
struct DeviceUnpairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpair",
        abstract: "Delete this device's pairing and key.",
        discussion: """
            If the daemon can be reached, the device revokes itself there: its open
            invitations are withdrawn, and whom it let in is listed. Otherwise, and if it
            may only look, the device is forgotten here alone, and stays listed there until
            it is revoked on another one. To be let in again it is paired anew. What waits
            stays in the outbox, for the same user.

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
            throw CommandError(
                message: "\(options.deviceDirectory.label()) is paired with nobody: nothing to "
                    + "forget")
        }
        Console.print(
            """
            \(options.deviceDirectory.label()) is '\(known.name.label)' of \(known.user.label)
            server key  \(known.serverFingerprint)
            device key  \(known.fingerprint)
            """)
        if known.waiting > 0 {
            let changes = known.waiting == 1 ? "1 change waits" : "\(known.waiting) changes wait"
            Console.print("\(changes) for the daemon: 'navctl outbox list' lists what it is")
        }
        if !yes { try Prompt.confirm("end that, and forget the key") }
        let end = await endAccess()
        try await NavigationClient.forgetPairing(in: options.device)
        let output = options.results
        switch output.format {
        case .json:
            var members: [String: JSON] = [
                "user": .string(known.user.rawValue), "name": .string(known.name.rawValue),
                "fingerprint": .string(known.fingerprint.description),
                "waiting": .init(known.waiting), "revoked": .bool(false), "problem": .null,
            ]
            switch end {
            case .success(let handedOut):
                members["revoked"] = .bool(true)
                members.merge(handedOut.members) { old, _ in old }
            case .failure(let why): members["problem"] = .string(why.words)
            }
            try output.write(.object(members))
        case .text:
            switch end {
            case .success(let handedOut):
                try output.write(text: "forgotten, and its access has ended\n")
                let lines = handedOut.lines(
                    advice: "they keep their access; 'navctl device list' on one tells more")
                for line in lines { try output.write(text: line + "\n") }
            case .failure(let why):
                try output.write(
                    text: "forgotten here alone (\(why.words)): to end its access, say 'navctl "
                        + "device revoke \(known.fingerprint)' on another device\n")
            }
        }
    }

    /// Has the daemon revoke this device.
    private func endAccess() async -> Result<HandedOut, NavigationClientError> {
        do throws(NavigationClientError) {
            let administration = try await options.administration()
            do throws(NavigationClientError) {
                let handedOut = try await revoke(in: administration)
                await administration.client.close()
                return .success(handedOut)
            } catch {
                await administration.client.close()
                throw error
            }
        } catch {
            return .failure(error)
        }
    }

    /// Revokes this device, and returns what it handed out. Its connection may end before the reply
    /// arrives.
    private func revoke(
        in administration: Administration
    ) async throws(NavigationClientError) -> HandedOut {
        let list = try await administration.devices()
        let own = list.devices.first { $0.device == administration.client.device }
        guard let own else { return HandedOut(invitations: [], devices: []) }
        do {
            try await administration.revoke(own.device)
        } catch {
            guard error.code == .revoked else { throw error }
        }
        return HandedOut(by: own, in: list)
    }
}
