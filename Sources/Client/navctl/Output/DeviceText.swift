internal import NavigationBars
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// Devices and invitations as lines for people.
enum DeviceText {
    /// `tablet  viewer  connected`, and under it its platform, its credential, the actors that
    /// invited and changed it, and the devices that it invited.
    static func lines(
        of entry: DeviceInfo, isThisOne: Bool, letIn: [DeviceInfo] = []
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
            entry.platform.isEmpty ? .empty : entry.platform.label() + ", "
        var lines = [
            line, StyledLine("  \(platform)since \(entry.added.local)", .dim),
            StyledLine("  \(credential(of: entry)), id \(entry.device)", .dim),
        ]
        lines += ProvenanceText.lines(of: entry).map { StyledLine("  \($0)", .dim) }
        if !letIn.isEmpty {
            lines.append(StyledLine("  let in \(ProvenanceText.names(of: letIn))", .dim))
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
        return entry.lastSeen.map { "last heard " + $0.local }
            ?? "not heard since the daemon started"
    }

    /// Returns its credential.
    private static func credential(of entry: DeviceInfo) -> String {
        switch entry.credential {
        case .key(let key): "key \(Fingerprint(of: key.bytes))"
        case .uid(let uid): "local, uid \(uid)"
        }
    }
}

/// Devices and invitations as JSON.
enum DeviceJSON {
    /// `id`, `name`, `role`, `platform`, `fingerprint`, `uid`, `added`, `heard`, `connections`,
    /// `revoked`, `knowsNextServerKey`, `isThisDevice`, `invitation`, `origin`, `invitedBy`,
    /// `renamedBy`, `roleChangedBy`, `revokedBy`, and in a list `letIn`: ids.
    static func value(
        of entry: DeviceInfo, isThisOne: Bool, letIn: [DeviceInfo]? = nil
    ) -> JSON {
        let uid: UInt32? = if case .uid(let uid) = entry.credential { uid } else { nil }
        let provenance = entry.provenance
        return [
            "id": .string(entry.device.description), "name": .string(entry.name.rawValue),
            "role": .string(entry.role.word), "platform": .string(entry.platform),
            "fingerprint": JSON(entry.fingerprint?.description),
            "uid": uid.map { JSON($0) } ?? .null, "added": .string(entry.added.rfc3339),
            "heard": JSON(entry.lastSeen?.rfc3339), "connections": JSON(entry.connections),
            "revoked": JSON(entry.revoked?.rfc3339),
            "knowsNextServerKey": .bool(entry.knowsNextServerKey),
            "isThisDevice": .bool(isThisOne),
            "invitation": JSON(entry.invitation?.description),
            "origin": provenance.origin.isEmpty ? .null : .string(provenance.origin),
            "invitedBy": ProvenanceJSON.value(of: provenance.invitedBy),
            "renamedBy": ProvenanceJSON.value(of: provenance.renamedBy),
            "roleChangedBy": ProvenanceJSON.value(of: provenance.roleChangedBy),
            "revokedBy": ProvenanceJSON.value(of: provenance.revokedBy),
            "letIn": letIn.map { .array($0.map { .string($0.device.description) }) } ?? .null,
        ]
    }

    /// `id`, `name`, `role`, `expires`, `madeBy`.
    static func value(of invitation: InvitationInfo) -> JSON {
        [
            "id": .string(invitation.id.description), "name": .string(invitation.name.rawValue),
            "role": .string(invitation.role.word), "expires": .string(invitation.expires.rfc3339),
            "madeBy": ProvenanceJSON.value(of: invitation.madeBy),
        ]
    }
}
