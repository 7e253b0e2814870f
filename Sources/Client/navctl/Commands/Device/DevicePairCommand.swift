internal import ArgumentParser
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
            try output.write([
                "user": .string(paired.user.rawValue), "name": .string(paired.name.rawValue),
                "role": .string(paired.role.word), "id": .string(paired.device.description),
                "fingerprint": .string(paired.fingerprint.description),
                "serverFingerprint": .string(paired.serverFingerprint.description),
                "code": .string(pairing.code.description),
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
