internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// A new invitation as it is shown: its URL, a secret, with the QR code of it.
struct InvitationText {
    let url: PairingURL
    let id: InvitationID
    let lifetime: Lifetime

    /// The same as JSON.
    var object: PairingURLJSON { PairingURLJSON(url, id) }

    /// Writes it as text.
    ///
    /// - Parameter draws: A Boolean value indicating whether the QR code is drawn; `nil` draws it on a
    ///   terminal.
    func write(to output: Output, draws: Bool?) throws {
        try Self.draw(url.text, on: output, draws: draws)
        try output.write(text: "\(url.text)\n\n")
        let lines: [(TerminalText, TerminalText)] = [
            ("invites", "\(url.name.label) (\(url.role.word)) of \(url.user.label)"),
            ("server", "\(Fingerprint(of: url.serverKey.bytes))"),
            ("expires", "\(url.expires.local), in \(lifetime), or once used"),
            ("withdraw", "navctl device uninvite \(id)"),
        ]
        for (name, value) in lines {
            var line = StyledLine(name, .dim)
            line.pad(to: 10)
            line.append(value)
            try output.write(line)
        }
    }

    /// Draws the QR code of a text.
    ///
    /// - Parameter draws: A Boolean value indicating whether it is drawn; `nil` draws it on a terminal.
    static func draw(_ text: String, on output: Output, draws: Bool?) throws {
        guard draws ?? (TerminalSize.current != nil) else { return }
        guard let code = QRCode(text) else { return }
        if let room = TerminalSize.current, room.columns < code.side {
            Console.print(
                "the QR code needs \(code.side) columns, the terminal has \(room.columns): widen "
                    + "it, or copy the URL")
            return
        }
        // Scanners need the contrast, even where no colours are wanted.
        let isColored = TerminalSize.current != nil
        for line in code.lines(inColor: isColored) { try output.write(text: line + "\n") }
        try output.write(text: "\n")
    }
}

/// An invitation as JSON.
struct PairingURLJSON: Encodable {
    private let url: String
    private let id: String
    private let user: String
    private let name: String
    private let role: String
    private let expires: String
    private let addresses: [String]
    private let serverFingerprint: String

    init(_ url: PairingURL, _ id: InvitationID) {
        self.url = url.text
        self.id = id.description
        user = url.user.rawValue
        name = url.name.rawValue
        role = url.role.word
        expires = url.expires.rfc3339
        addresses = url.addresses
        serverFingerprint = Fingerprint(of: url.serverKey.bytes).description
    }
}
