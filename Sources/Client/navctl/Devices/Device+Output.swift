internal import CommandLine
internal import NavigationBars
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// Devices and invitations as lines for people.
enum DeviceText {
    /// `tablet  viewer  connected`, and under it its platform, its credential, the actors that
    /// invited and changed it, and the devices that it invited.
    static func lines(
        of entry: DeviceInfo, isThisOne: Bool, isBrowser: Bool = false, letIn: [DeviceInfo] = []
    ) -> [StyledLine] {
        var line = StyledLine(entry.name.label, .bold)
        if isThisOne { line.append(" (this device)", .accent) }
        line.append("  \(entry.role.word)")
        if let revoked = entry.revoked {
            line.append("  revoked \(revoked.local)", .badge)
        } else {
            line.append("  \(presence(of: entry))", .dim)
        }
        let platform: TerminalText =
            (isBrowser ? "browser, " : .empty)
            + (entry.platform.isEmpty ? .empty : entry.platform.label() + ", ")
        var lines = [
            line, StyledLine("  \(platform)since \(entry.added.local)", .dim),
            StyledLine("  \(credential(of: entry)), id \(entry.device)", .dim),
        ]
        lines += ProvenanceText.lines(of: entry).map { StyledLine("  \($0)", .dim) }
        if !letIn.isEmpty {
            lines.append(StyledLine("  invited \(ProvenanceText.names(of: letIn))", .dim))
        }
        return lines
    }

    /// `invitation 0123456789abcdef  tablet  full  until 2026-11-21 14:09:58  by phone (192.0.2.7)`
    static func line(of invitation: InvitationInfo) -> StyledLine {
        var line = StyledLine("invitation \(invitation.id)", .accent)
        line.append("  \(invitation.name.label)  \(invitation.role.word)")
        line.append("  until \(invitation.expires.local)", .dim)
        if let maker = invitation.madeBy {
            line.append("  by \(ProvenanceText.words(for: maker))", .dim)
        }
        return line
    }

    /// Returns its presence: connected, or the time when it was last seen.
    static func presence(of entry: DeviceInfo) -> String {
        if entry.connections > 0 { return "connected" }
        return entry.lastSeen.map { "last seen " + $0.local }
            ?? "not seen since the daemon started"
    }

    /// Returns its credential.
    private static func credential(of entry: DeviceInfo) -> String {
        switch entry.credential {
        case .key(let key): "key \(Fingerprint(of: key.bytes))"
        case .uid(let uid): "local, uid \(uid)"
        }
    }
}

/// A device as JSON; in a list of devices `letIn` has the ids of the devices that it invited, and
/// `isBrowser` says whether it is a browser of this device's server of pages.
struct DeviceJSON: Encodable {
    private let id: String
    private let name: String
    private let role: String
    private let platform: String
    private let fingerprint: String?
    private let uid: UInt32?
    private let added: String
    private let heard: String?
    private let connections: JSON
    private let revoked: String?
    private let knowsNextServerKey: Bool
    private let isThisDevice: Bool
    private let isBrowser: Bool?
    private let invitation: String?
    private let origin: String?
    private let invitedBy: ActorJSON?
    private let renamedBy: ActorJSON?
    private let roleChangedBy: ActorJSON?
    private let revokedBy: ActorJSON?
    private let letIn: [String]?

    init(
        _ entry: DeviceInfo, isThisOne: Bool, isBrowser: Bool? = nil, letIn: [DeviceInfo]? = nil
    ) {
        let provenance = entry.provenance
        id = entry.device.description
        name = entry.name.rawValue
        role = entry.role.word
        platform = entry.platform
        fingerprint = entry.fingerprint?.description
        uid = if case .uid(let uid) = entry.credential { uid } else { nil }
        added = entry.added.rfc3339
        heard = entry.lastSeen?.rfc3339
        connections = JSON(entry.connections)
        revoked = entry.revoked?.rfc3339
        knowsNextServerKey = entry.knowsNextServerKey
        isThisDevice = isThisOne
        self.isBrowser = isBrowser
        invitation = entry.invitation?.description
        origin = provenance.origin.isEmpty ? nil : provenance.origin
        invitedBy = provenance.invitedBy.map(ActorJSON.init)
        renamedBy = provenance.renamedBy.map(ActorJSON.init)
        roleChangedBy = provenance.roleChangedBy.map(ActorJSON.init)
        revokedBy = provenance.revokedBy.map(ActorJSON.init)
        self.letIn = letIn?.map(\.device.description)
    }
}

/// An open invitation as JSON.
struct InvitationJSON: Encodable {
    private let id: String
    private let name: String
    private let role: String
    private let expires: String
    private let madeBy: ActorJSON?

    init(_ invitation: InvitationInfo) {
        id = invitation.id.description
        name = invitation.name.rawValue
        role = invitation.role.word
        expires = invitation.expires.rfc3339
        madeBy = invitation.madeBy.map(ActorJSON.init)
    }
}
