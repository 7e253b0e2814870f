import Foundation
import NavigationWire

/// An invitation as a test gets it.
struct HandedInvitation: Sendable {
    let url: String
    let id: String
    let serverFingerprint: String
}

extension Installation {
    /// Has the desk invite a device.
    func invite(_ name: String, _ options: String...) async throws -> HandedInvitation {
        let result = try await startNavctl(
            as: "desk", ["--output", "json", "device", "invite", "--name", name] + options
        ).end()
        guard result.ending == .exit(0) else { throw NeverCame("device invite: \(result)") }
        let object = try JSON(result.output.text)
        guard let url = object["url"]?.string, let id = object["id"]?.string,
            let fingerprint = object["serverFingerprint"]?.string
        else { throw NeverCame("device invite: \(result)") }
        return HandedInvitation(url: url, id: id, serverFingerprint: fingerprint)
    }

    /// Starts to pair a device, which reads the URL from its standard input.
    func startPairing(
        _ device: String, _ url: String, _ options: [String] = ["--yes"]
    ) throws -> RunningProcess {
        let path = self("url-\(UInt32.random(in: 0 ... .max))")
        try Data((url + "\n").utf8).write(to: URL(filePath: path))
        return try startNavctl(
            as: device, ["--output", "json", "device", "pair"] + options, input: path)
    }

    /// Pairs a device; fails if that fails.
    @discardableResult
    func pair(_ device: String, _ url: String) async throws -> JSON {
        let result = try await startPairing(device, url).end()
        guard result.ending == .exit(0) else { throw NeverCame("device pair: \(result)") }
        return try JSON(result.output.text)
    }

    /// Runs a command of a device again and again, until what it prints is as wanted.
    @discardableResult
    func untilAsked(
        as device: String = "desk", _ arguments: [String], _ what: String,
        _ isWanted: (JSON) -> Bool
    ) async throws -> JSON {
        let end = ContinuousClock.now + timeout
        while true {
            let result = try await startNavctl(as: device, ["--output", "json"] + arguments).end()
            if result.ending == .exit(0), case let answer = try JSON(result.output.text),
                isWanted(answer)
            {
                return answer
            }
            guard ContinuousClock.now < end else { throw NeverCame("\(what): \(result)") }
        }
    }

    /// Returns a Boolean value indicating whether there is a file of this name inside.
    func isThere(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: self(name))
    }
}
