internal import CommandLine
internal import NavigationBars
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// The actors of changes to the registry, as words for people.
enum ProvenanceText {
    /// `phone (192.0.2.7)`, `uid 0 as 'desk' (pid 4711)`
    static func words(for actor: Attribution) -> TerminalText {
        let name: TerminalText? = actor.name.map(\.label) ?? actor.device.map { "\($0)" }
        let author: TerminalText =
            switch (actor.uid, name) {
            case (let uid?, let name?): "uid \(uid) as \(name)"
            case (let uid?, nil): "uid \(uid)"
            case (nil, let name?): name
            case (nil, nil): "somebody"
            }
        return actor.origin.isEmpty ? author : "\(author) (\(origin(actor.origin)))"
    }

    /// `192.0.2.7`, `pid 4711`
    static func origin(_ text: String) -> TerminalText {
        let prefix = "pid:"
        return text.hasPrefix(prefix) ? "pid \(text.dropFirst(prefix.count))" : text.label()
    }

    /// Returns a line for each known fact about a device's origin.
    static func lines(of entry: DeviceInfo) -> [TerminalText] {
        let provenance = entry.provenance
        var lines: [TerminalText] = []
        if let actor = provenance.invitedBy {
            lines.append("invited by \(words(for: actor)) at \(actor.time.local)")
        }
        if !provenance.origin.isEmpty {
            let verb: TerminalText = entry.invitation == nil ? "first seen" : "paired"
            lines.append("\(verb) from \(origin(provenance.origin))")
        }
        let changes: [(TerminalText, Attribution?)] = [
            ("renamed", provenance.renamedBy), ("role set", provenance.roleChangedBy),
            ("revoked", provenance.revokedBy),
        ]
        for (verb, actor) in changes {
            guard let actor else { continue }
            lines.append("\(verb) by \(words(for: actor)) at \(actor.time.local)")
        }
        return lines
    }

    /// Names with ids' beginnings: `tablet (3f2a91c0), tv (4400ab12)`
    static func names(of entries: [DeviceInfo]) -> TerminalText {
        entries.map { "\($0.name.label) (\($0.device.description.prefix(8)))" }
            .joined(separator: ", ")
    }

    /// Names with ids: `tv (0123456789abcdef)`
    static func names(of invitations: [InvitationInfo]) -> TerminalText {
        invitations.map { "\($0.name.label) (\($0.id))" }.joined(separator: ", ")
    }
}

/// The actor of a change to the registry as JSON.
struct ActorJSON: Encodable {
    private let device: String?
    private let name: String?
    private let uid: UInt32?
    private let origin: String?
    private let time: String

    init(_ actor: Attribution) {
        device = actor.device?.description
        name = actor.name?.rawValue
        uid = actor.uid
        origin = actor.origin.isEmpty ? nil : actor.origin
        time = actor.time.rfc3339
    }
}

/// A device's open invitations, and the devices that it invited, as far as a list of devices shows.
struct HandedOut {
    /// Open invitations that it made.
    let invitations: [InvitationInfo]
    /// Devices with access by an invitation of this device, or of one of those, and so on.
    let devices: [DeviceInfo]

    /// Joins the parts.
    init(invitations: [InvitationInfo], devices: [DeviceInfo]) {
        self.invitations = invitations
        self.devices = devices
    }

    /// Looks them up.
    init(
        by entry: DeviceInfo,
        in list: (devices: [DeviceInfo], invitations: [InvitationInfo])
    ) {
        let party = Inviter(device: entry.device, credential: entry.credential)
        invitations = list.invitations.filter { $0.madeBy.map(party.isActor) ?? false }
        let found = Inviter.descendants(
            of: entry.device,
            among: list.devices.map { ($0.device, $0.credential, $0.provenance.invitedBy) })
        devices = list.devices.filter { $0.revoked == nil && found.contains($0.device) }
    }

    /// Returns lines with the withdrawn invitations and the invited devices.
    ///
    /// - Parameter advice: the remedy for those devices.
    func lines(advice: TerminalText) -> [TerminalText] {
        var lines: [TerminalText] = []
        if !invitations.isEmpty {
            let what: TerminalText =
                invitations.count == 1 ? "its open invitation" : "its open invitations"
            lines.append("withdrew \(what): \(ProvenanceText.names(of: invitations))")
        }
        if !devices.isEmpty {
            lines.append("devices that it invited: \(ProvenanceText.names(of: devices)): \(advice)")
        }
        return lines
    }

    /// For programs.
    var object: HandedOutJSON {
        HandedOutJSON(
            withdrawn: invitations.map(InvitationJSON.init),
            letIn: devices.map { DeviceJSON($0, isThisOne: false) })
    }
}

/// Withdrawn invitations and invited devices as JSON.
struct HandedOutJSON: Encodable {
    fileprivate let withdrawn: [InvitationJSON]
    fileprivate let letIn: [DeviceJSON]
}
