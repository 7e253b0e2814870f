internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl device pair`
struct DevicePairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Pair this device by invitation.",
        discussion: """
            Reads the URL that 'navctl device invite' prints from a prompt or from standard
            input: as an argument it would be visible to others. Afterwards this device
            connects to that daemon by default. If interrupted, run it again with the same
            URL. The printed code must match that of 'navctl device invite --wait'; if they
            differ, another device used the invitation.

            EXAMPLES:
              navctl device pair
              navctl device pair --device ~/tablet --name "kitchen tablet"
              ssh desk navctl device invite --name laptop | navctl device pair --yes
            """)

    @Option(help: ArgumentHelp("The device's name; default: from the invitation"))
    var name: DeviceName?

    @Flag(help: "Skip the confirmation of the fingerprints")
    var yes = false

    @Argument(help: .hidden)
    var words: [String] = []

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        try options.requireLastingDevice()
        guard words.isEmpty else {
            throw ValidationError(
                "the URL is a secret, and arguments are visible to others: leave it out, and "
                    + "enter it at the prompt or on standard input")
        }
        guard options.endpoint == nil, options.user == nil else {
            throw ValidationError(
                "the URL has the endpoint and the user: leave out --endpoint and --user")
        }
    }

    func run() async throws {
        let url = try PairingURL(try read())
        let pairing = try await DevicePairing(
            with: url, directory: options.device, name: name)
        Console.print(
            """
            pairing \(options.deviceDirectory.label()) as '\((name ?? url.name).label)' \
            (\(url.role.word)) of \(url.user.label)
            server key  \(pairing.serverFingerprint)
            device key  \(pairing.fingerprint)
            code        \(pairing.code)
            """)
        if !yes { try Prompt.confirm("does the server key match the invitation") }
        let paired: PairedDevice
        do {
            paired = try await pairing.run(within: options.timeout.duration) { step in
                if let words = Self.words(for: step) { Console.print(words) }
            }
        } catch {
            throw error.keepingNothing
        }
        let output = options.results
        switch output.format {
        case .json:
            try output.write(object: PairingJSON(paired, code: pairing.code.description))
        case .text:
            try output.write(
                text: "paired as '\(paired.name.label)' (\(paired.role.word)) of "
                    + "\(paired.user.label), code \(pairing.code)\n")
        }
    }

    /// Reads the URL: the first line of the input that looks like one.
    private func read() throws -> String {
        if Prompt.isPossible {
            return Prompt.secret("pairing URL (hidden): ") ?? ""
        }
        let bytes = try TextFile.read("-", atMost: Self.limit)
        let lines = String(decoding: bytes.prefix(Self.limit), as: UTF8.self).split(separator: "\n")
        let line = lines.first { $0.contains(PairingURL.prefix) } ?? lines.first
        return line.map(String.init) ?? ""
    }

    /// The maximum of input, in bytes: more than an invitation with its QR code has.
    private static let limit = 65_536

    private static func words(for step: PairingStep) -> TerminalText? {
        switch step {
        case .connecting: "connecting to the daemon"
        case .introducing: "sending the device's key"
        case .verifying: "checking whether the device is paired already"
        case .paired: nil
        }
    }
}

/// `navctl device unpair`
struct DeviceUnpairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpair",
        abstract: "Delete this device's pairing and key.",
        discussion: """
            If the daemon is reachable, the device also revokes itself there: its open
            invitations are withdrawn, and the devices that it invited are listed. If the
            daemon is unreachable or the device is a viewer, only the local pairing and key
            are deleted: revoke the device from another one. Pending changes stay in the
            outbox, for a new pairing with the same user.

            EXAMPLES:
              navctl device unpair
              navctl device unpair --device ~/tablet --yes
            """)

    @Flag(help: "Skip the confirmation")
    var yes = false

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let known = try await NavigationClient.pairing(in: options.device)
        guard let known else {
            throw CommandError(
                message: "\(options.deviceDirectory.label()) is not paired: nothing to "
                    + "delete")
        }
        Console.print(
            """
            \(options.deviceDirectory.label()) is '\(known.name.label)' of \(known.user.label)
            server key  \(known.serverFingerprint)
            device key  \(known.fingerprint)
            """)
        if known.waiting > 0 {
            let changes =
                known.waiting == 1 ? "1 pending change" : "\(known.waiting) pending changes"
            Console.print("\(changes) in the outbox: see 'navctl outbox list'")
        }
        if !yes { try Prompt.confirm("delete this pairing and its key") }
        let end = await endAccess()
        try await NavigationClient.forgetPairing(in: options.device)
        let output = options.results
        switch output.format {
        case .json:
            let (handedOut, problem): (HandedOut?, String?) =
                switch end {
                case .success(let handedOut): (handedOut, nil)
                case .failure(let why): (nil, why.words)
                }
            let unpaired = UnpairedJSON(
                user: known.user.rawValue, name: known.name.rawValue,
                fingerprint: known.fingerprint.description, waiting: known.waiting,
                revoked: handedOut != nil, problem: problem)
            if let handedOut {
                try output.write(object: Joined(unpaired, handedOut.object))
            } else {
                try output.write(object: unpaired)
            }
        case .text:
            switch end {
            case .success(let handedOut):
                try output.write(text: "unpaired and revoked\n")
                let lines = handedOut.lines(
                    advice: "they keep their access; see 'navctl device list' on one of them")
                for line in lines { try output.write(text: line + "\n") }
            case .failure(let why):
                try output.write(
                    text: "unpaired locally only (\(why.words)): to end its access, run 'navctl "
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

/// A completed pairing as JSON.
private struct PairingJSON: Encodable {
    private let user: String
    private let name: String
    private let role: String
    private let id: String
    private let fingerprint: String
    private let serverFingerprint: String
    private let code: String

    init(_ paired: PairedDevice, code: String) {
        user = paired.user.rawValue
        name = paired.name.rawValue
        role = paired.role.word
        id = paired.device.description
        fingerprint = paired.fingerprint.description
        serverFingerprint = paired.serverFingerprint.description
        self.code = code
    }
}

/// The end of a pairing as JSON.
private struct UnpairedJSON: Encodable {
    let user: String
    let name: String
    let fingerprint: String
    let waiting: Int
    let revoked: Bool
    let problem: String?
}

/// `navctl device adopt`
struct DeviceAdoptCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Re-register this device with the daemon found now.",
        discussion: """
            A device is bound to the store of the first daemon that it connected to. With
            another store it shows that store's scenes, but submits nothing until it adopts
            that store: then the pending changes of all its scenes are submitted there. The
            mirrors and the undo journal of the former store are deleted. Drop pending
            changes that you don't want to submit first.

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
            try output.write(
                object: AdoptionJSON(
                    store: home?.description, former: former?.description, waited: waited,
                    endpoint: session.client.endpoint))
        case .text:
            guard former != home else {
                return try output.write(text: "already bound to this daemon's store\n")
            }
            let changes = waited == 1 ? "1 pending change" : "\(waited) pending changes"
            try output.write(
                text: "adopted the store \(home?.description ?? "")"
                    + (waited > 0 ? ", with \(changes)\n" : "\n"))
        }
        for user in others {
            Console.print(
                "changes made as \(user.label) stay pending until a command names that user: see "
                    + "'navctl --user \(user.label) outbox list'")
        }
    }
}

/// The adoption of a device as JSON.
private struct AdoptionJSON: Encodable {
    let store: String?
    let former: String?
    let waited: Int
    let endpoint: String
}
