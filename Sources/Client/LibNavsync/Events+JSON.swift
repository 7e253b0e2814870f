internal import NavigationClient
internal import NavigationJSON
internal import NavigationModel
internal import NavigationWire

extension Encodable {
    /// The value as one line of JSON.
    var jsonText: String { get throws { try JSON(encoding: self).text } }
}

/// A device as JSON.
struct DeviceJSON: Encodable, Sendable {
    let device: String?
    let name: String?
    let user: String
    let endpoint: String
}

/// A device after its pairing as JSON.
struct PairedJSON: Encodable {
    private let device: String
    private let name: String
    private let user: String
    private let role: String
    private let fingerprint: String
    private let serverFingerprint: String

    init(_ paired: PairedDevice) {
        device = paired.device.description
        name = paired.name.rawValue
        user = paired.user.rawValue
        role = String(describing: paired.role)
        fingerprint = paired.fingerprint.description
        serverFingerprint = paired.serverFingerprint.description
    }
}

/// The number of a change as JSON.
struct ChangeNumberJSON: Encodable {
    let change: Int64?
}

/// An error as JSON.
struct ErrorJSON: Encodable {
    private let code: String
    private let message: String

    init(_ error: NavigationClientError) {
        code = String(describing: error.code)
        message = error.message
    }
}

/// The members of a scene's event beside those of the mirror.
struct SceneEventJSON: Encodable {
    private let event = "scene"
    private let name: String
    private let reset: Bool
    private let commits: [CommitJSON]
    private let error: ErrorJSON?

    init(_ update: MirrorUpdate, of scene: String) {
        name = scene
        reset = update.isReset
        commits = update.commits.map(CommitJSON.init)
        error = update.error.map(ErrorJSON.init)
    }
}

private struct AccessEventJSON: Encodable {
    let event = "access"
    let name: String
    let access: String
}

private struct PresentEventJSON: Encodable {
    let event = "present"
    let name: String
    let devices: [PresentDeviceJSON]
}

private struct MissedEventJSON: Encodable {
    let event = "missed"
    let name: String
    let count: Int
}

/// The members of a change's event beside those of the change.
private struct OutcomeEventJSON: Encodable {
    let event = "outcome"
    let name: String
    let change: Int64
    let error: ErrorJSON?
}

/// The outcome of a change that was not evaluated.
private struct RefusalJSON: Encodable {
    let outcome = "refused"
}

extension EventQueue.Event {
    /// Takes an event of a mirror; `nil` for one that the event of the scene has.
    init?(_ event: MirrorEvent, of scene: String) {
        switch event {
        case .connection: return nil
        case .present(let devices):
            self.init {
                try JSON(
                    encoding: PresentEventJSON(
                        name: scene, devices: devices.map(PresentDeviceJSON.init)))
            }
        case .access(let access):
            self.init {
                try JSON(
                    encoding: AccessEventJSON(name: scene, access: String(describing: access)))
            }
        case .missed(let count):
            self.init { try JSON(encoding: MissedEventJSON(name: scene, count: count)) }
        case .settled(let change): self.init { try Self.json(of: change, scene) }
        }
    }

    private static func json(of change: SettledChange, _ scene: String) throws -> JSON {
        switch change.result {
        case .success(let receipt):
            let settled = ChangeJSON(
                change.operations, receipt.outcomes, revision: receipt.revision,
                sequence: receipt.sequence.rawValue)
            let event = OutcomeEventJSON(name: scene, change: change.id.rawValue, error: nil)
            return try JSON(encoding: Joined(settled, event))
        case .failure(let error):
            let refused = ChangeJSON(change.operations, nil, revision: nil, sequence: nil)
            let event = OutcomeEventJSON(
                name: scene, change: change.id.rawValue, error: ErrorJSON(error))
            return try JSON(encoding: Joined(Joined(refused, RefusalJSON()), event))
        }
    }
}

extension LocalChange {
    /// The reason of a refusal in words that fit any program; `nil` for none.
    var reason: String? {
        switch state {
        case .waiting, .submitted: nil
        case .refused(let failure): failure.message
        case .rejected(let outcome): (outcome.reason ?? .unspecified).message(for: operations)
        }
    }
}
