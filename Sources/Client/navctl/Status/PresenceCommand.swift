internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationSync
internal import NavigationText
internal import NavigationWire

/// `navctl presence`
struct PresenceCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "presence",
        abstract: "List connected devices and their lag.",
        discussion: """
            Devices report their progress with each request, at least every 30 seconds.
            Commits received by the feed since the last report count as lag. A device that
            follows the scene also reports its selected tab, its screen and the time of its
            last use, unless it is hidden ('navctl watch --hidden'); one that has made no
            change yet is listed while it is there.

            EXAMPLES:
              navctl presence
              navctl presence --output json | jq -r '.devices[].name'
            """,
        aliases: ["devices"])

    @OptionGroup var options: GlobalOptions

    var isReadOnly: Bool { true }

    func run(in administration: Administration, _ output: Output) async throws {
        let devices = try await administration.devices().devices.filter { $0.revoked == nil }
        let present = try await administration.presentDevices(in: options.scene)
        switch output.format {
        case .json:
            try output.write(
                object: PresenceJSON(
                    user: administration.client.user.rawValue, sceneName: options.scene.rawValue,
                    devices: devices.map(PresenceJSON.Device.init),
                    present: present.map(PresentDeviceJSON.init)))
        case .text:
            // Titles are known of a scene that this device has mirrored.
            let scene = try await administration.client.knownScene(options.scene)
            let others = present.filter { other in
                !devices.contains { $0.device == other.device }
            }
            let names = devices.map(\.name) + others.map(\.name)
            let width = names.map { $0.label.displayWidth }.max() ?? 0
            for device in devices {
                try output.write(
                    Self.line(
                        of: device, at: options.scene, width,
                        present.first { $0.device == device.device }?.place, in: scene))
            }
            for device in others {
                var line = StyledLine(device.name.label, .bold)
                line.pad(to: width + 2)
                line.append("only follows", .accent)
                if let place = device.place {
                    line.append(Self.words(for: place, in: scene), .plain)
                }
                try output.write(line)
            }
            if names.isEmpty { Console.print("no devices") }
        }
    }

    private static func line(
        of device: DeviceInfo, at name: SceneID, _ width: Int, _ place: DevicePlace?,
        in scene: Scene
    ) -> StyledLine {
        var line = StyledLine(device.name.label, .bold)
        line.pad(to: width + 2)
        switch device.connections {
        case 0: line.append("\(DeviceText.presence(of: device))", .dim)
        case 1: line.append("1 connection", .accent)
        default: line.append("\(device.connections) connections", .accent)
        }
        if let progress = device.progress.first(where: { $0.scene == name }) {
            line.append("  \(lag(of: progress))", progress.lag > 0 ? .plain : .dim)
        }
        if let place { line.append(words(for: place, in: scene), .plain) }
        return line
    }

    /// Returns `, at Inbox › Lunch on Friday, last use 2026-11-21 14:09:58`.
    private static func words(for place: DevicePlace, in scene: Scene) -> TerminalText {
        let words = scene.words(for: place.tab, place.screen)
        let time = place.lastUse.map { ", last use \($0.local)" } ?? ""
        return words.map { ", at \($0.label())\(time)" } ?? ", no tab\(time)"
    }

    /// Returns `at revision 17`, or `2 behind revision 19 since 2026-11-21 14:09:58`.
    static func lag(of progress: DeviceProgress) -> String {
        guard progress.lag > 0 else { return "at revision \(progress.revision)" }
        let (head, isBeyond) = progress.revision.rawValue.addingReportingOverflow(progress.lag)
        guard !isBeyond else { return "at revision \(progress.revision), far behind" }
        let since = progress.since.map { " since \($0.local)" } ?? ""
        return "\(progress.lag) behind revision \(head)\(since)"
    }
}

extension NavigationClient {
    /// Returns a scene as this device has last mirrored it; one without tabs if it has not.
    fileprivate func knownScene(_ id: SceneID) async throws(NavigationClientError) -> Scene {
        guard device != nil else { return .empty }
        return try await storedScene(id)?.state.scene ?? .empty
    }
}

/// The presence of a user's devices as JSON.
private struct PresenceJSON: Encodable {
    let user: String
    let sceneName: String
    let devices: [Device]
    let present: [PresentDeviceJSON]

    struct Device: Encodable {
        let id: String
        let name: String
        let connections: JSON
        let heard: String?
        let scenes: [Progress]

        init(_ device: DeviceInfo) {
            id = device.device.description
            name = device.name.rawValue
            connections = JSON(device.connections)
            heard = device.lastSeen?.rfc3339
            scenes = device.progress.map(Progress.init)
        }
    }

    struct Progress: Encodable {
        let sceneName: String
        let revision: UInt64
        let behind: UInt64
        let since: String?
        let told: String

        init(_ progress: DeviceProgress) {
            sceneName = progress.scene.rawValue
            revision = progress.revision.rawValue
            behind = progress.lag
            since = progress.since?.rfc3339
            told = progress.observedAt.rfc3339
        }
    }
}
