internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// The daemon's keys, and the devices that do not know the next one yet.
struct KeyReport {
    /// A device that a key rotation would lock out.
    struct Device: Hashable {
        let user: UserID
        let name: DeviceName
        let id: DeviceID
    }

    private let keys: ServerKeysInfo
    private let administration: Administration

    init(_ keys: ServerKeysInfo, in administration: Administration) {
        self.keys = keys
        self.administration = administration
    }

    /// Returns the devices with a key of their own that do not know the next one; none if there is
    /// no next.
    func behind() async throws -> [Device] {
        guard keys.next != nil else { return [] }
        var behind: [Device] = []
        for user in try await administration.users {
            let devices = try await administration.devices(of: user.name).devices
            for device in devices
            where device.revoked == nil && device.fingerprint != nil && !device.knowsNextServerKey {
                behind.append(Device(user: user.name, name: device.name, id: device.device))
            }
        }
        return behind
    }

    /// Writes the report.
    func write(to output: Output) async throws {
        let behind = try await behind()
        switch output.format {
        case .json:
            try output.write([
                "fingerprint": .string(Fingerprint(of: keys.key.bytes).description),
                "nextFingerprint": JSON(keys.next.map { Fingerprint(of: $0.bytes).description }),
                "switchesAtRestart": .bool(keys.switchesAtRestart),
                "behind": .array(behind.map(Self.object)),
            ])
        case .text:
            for line in lines(behind) { try output.write(line) }
        }
    }

    private func lines(_ behind: [Device]) -> [StyledLine] {
        var lines = [Self.pair("key", "\(Fingerprint(of: keys.key.bytes))")]
        guard let next = keys.next else { return lines }
        lines.append(Self.pair("next", "\(Fingerprint(of: next.bytes))"))
        if behind.isEmpty {
            lines.append(Self.pair("known by", "all devices"))
        }
        for device in behind {
            lines.append(
                Self.pair("not yet", "\(device.user.label)/\(device.name.label) (\(device.id))"))
        }
        let then: TerminalText =
            keys.switchesAtRestart
            ? "the daemon's next restart takes the next key"
            : "'navctl key activate' has the daemon's next restart take it"
        return lines + [Self.pair("then", then)]
    }

    private static func object(of device: Device) -> JSON {
        [
            "user": .string(device.user.rawValue), "name": .string(device.name.rawValue),
            "id": .string(device.id.description),
        ]
    }

    private static func pair(_ name: TerminalText, _ value: TerminalText) -> StyledLine {
        var line = StyledLine(name, .dim)
        line.pad(to: 10)
        line.append(value)
        return line
    }
}
