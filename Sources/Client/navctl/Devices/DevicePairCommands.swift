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
            It asks for the URL that 'navctl device invite' has printed, or reads it from
            standard input: as an argument others could see it. From then on this device
            finds that daemon by itself. If it is interrupted, run it again with the same
            URL. The code that it prints is shown by 'navctl device invite --wait' as well:
            if that shows another one, somebody else was let in.

            EXAMPLES:
              navctl device pair
              navctl device pair --device ~/tablet --name "kitchen tablet"
              ssh desk navctl device invite --name laptop | navctl device pair --yes
            """)

    @Option(help: ArgumentHelp("What to call the device; default: as the invitation says."))
    var name: DeviceName?

    @Flag(help: "Don't ask whether the fingerprints are right.")
    var yes = false

    @Argument(help: .hidden)
    var words: [String] = []

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        try options.requireLastingDevice()
        guard words.isEmpty else {
            throw ValidationError(
                "the URL is a secret, and arguments are seen by others and kept by shells: leave it "
                    + "out, and it is asked for, or read from standard input")
        }
        guard options.endpoint == nil, options.user == nil else {
            throw ValidationError(
                "the URL says where and for whom: leave out --endpoint and --user")
        }
    }

    func run() async throws {
        let url = try PairingURL(try read())
        let pairing = try await DevicePairing(
            with: url, directory: options.device, name: name)
        Console.print(
            """
            pairs \(options.deviceDirectory.label()) as '\((name ?? url.name).label)' \
            (\(url.role.word)) of \(url.user.label)
            server key  \(pairing.serverFingerprint)
            device key  \(pairing.fingerprint)
            code        \(pairing.code)
            """)
        if !yes { try Prompt.confirm("is that the server key that the invitation shows") }
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
            try output.write(object: [
                "user": paired.user.rawValue, "name": paired.name.rawValue,
                "role": paired.role.word, "id": paired.device.description,
                "fingerprint": paired.fingerprint.description,
                "serverFingerprint": paired.serverFingerprint.description,
                "code": pairing.code.description,
            ])
        case .text:
            try output.write(
                text: "paired: this is '\(paired.name.label)' (\(paired.role.word)) of "
                    + "\(paired.user.label) now, code \(pairing.code)\n")
        }
    }

    /// Reads the URL: the first line of the input that looks like one.
    private func read() throws -> String {
        if Prompt.isPossible {
            return Prompt.secret("pairing URL (it is not shown): ") ?? ""
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
        case .connecting: "looks for the daemon"
        case .introducing: "hands the device's key over"
        case .verifying: "asks whether the daemon knows this device already"
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
            try output.write(
                object: AdoptionJSON(
                    store: home?.description, former: former?.description, waited: waited,
                    endpoint: session.client.endpoint))
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

/// The adoption of a device as JSON.
private struct AdoptionJSON: Encodable {
    let store: String?
    let former: String?
    let waited: Int
    let endpoint: String
}
