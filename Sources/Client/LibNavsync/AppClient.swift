internal import NavigationClient
internal import NavigationJSON
internal import NavigationModel
internal import NavigationSceneFile
internal import POSIX

/// The client of a program in another language: a client, the scenes that it follows, and their
/// events.
final class AppClient: Sendable {
    let client: NavigationClient
    let events: EventQueue
    /// The scenes that are followed, with the tasks that report their events.
    private let followed = Locked<[SceneID: [Task<Void, Never>]]>([:])

    init(_ configuration: ClientConfiguration) async throws {
        events = try EventQueue()
        client = try await NavigationClient(configuration)
    }

    /// Follows a scene, unless it is followed already.
    func scene(_ id: SceneID) async throws(NavigationClientError) -> AppScene {
        let scene = AppScene(mirror: try await client.mirror(of: id), description: description)
        followed.withLock { followed in
            if followed[id] == nil { followed[id] = scene.report(to: events) }
        }
        return scene
    }

    /// Drops the events that wait, and ends the client and all tasks.
    func close() async {
        events.close()
        await client.close()
        let tasks = followed.withLock { followed in
            defer { followed = [:] }
            return followed.values.flatMap { $0 }
        }
        for task in tasks { await task.value }
    }

    /// The device, for the program.
    var description: DeviceJSON {
        DeviceJSON(
            device: client.device?.description, name: client.deviceName?.rawValue,
            user: client.user.rawValue, endpoint: client.endpoint)
    }
}

/// The options of a client, as the program writes them.
struct OpenOptions {
    let configuration: ClientConfiguration

    init(_ text: String?) throws {
        var reader = try JSONReader(
            text.map { text throws(JSONSyntaxError) in try JSON(parsing: text) } ?? .object([:]),
            as: "the options")
        configuration = ClientConfiguration(
            endpoint: try reader.text("endpoint"), deviceDirectory: try reader.text("device"),
            deviceName: try reader.identifier("name"), user: try reader.identifier("user"),
            isHidden: try reader.flag("hidden") ?? false)
        try reader.finish()
    }
}

/// A scene that a program follows.
struct AppScene: Sendable {
    let mirror: SceneMirror
    /// The device.
    let description: DeviceJSON

    private var name: String { mirror.key.scene.rawValue }

    /// Reports updates and events, by tasks that end once the client is closed.
    func report(to events: EventQueue) -> [Task<Void, Never>] {
        let updates = Task { [mirror, name] in
            for await update in mirror.updates {
                let event = EventQueue.Event {
                    try JSON(
                        encoding: Joined(
                            MirrorJSON(update, isAudited: false),
                            SceneEventJSON(update, of: name)))
                }
                guard await events.offer(event) else { return }
            }
        }
        let others = Task { [mirror, name] in
            for await event in mirror.events {
                guard let event = EventQueue.Event(event, of: name) else { continue }
                guard await events.offer(event) else { return }
            }
        }
        return [updates, others]
    }

    func touch() async throws -> String {
        await mirror.noteActivity()
        return try description.jsonText
    }

    func show() async throws -> String { try MirrorJSON(await mirror.current).jsonText }

    func declare(_ description: String) async throws -> String {
        // As YAML reads it: with characters instead of their halves.
        let text =
            description.drop(while: \.isWhitespace).first == "{"
            ? try JSON(parsing: description).text : description
        let scene = try SceneFile.read(text, name: "description")
        return try await object(of: mirror.become(scene))
    }

    func perform(_ intent: String) async throws -> String {
        let change = try RequestedChange(JSON(parsing: intent))
        return try await object(
            of: mirror.perform(
                change.intent, requiredRevision: change.requiredRevision,
                animated: change.isAnimated, beneath: change.isBeneath))
    }

    func undo() async throws -> String { try await object(of: mirror.undo()?.change) }

    func redo() async throws -> String { try await object(of: mirror.redo()?.change) }

    func shelf() async throws -> String {
        let shelf = try await mirror.shelf
        return try ShelfJSON(
            shelf.changes.map { LocalChangeJSON($0, message: $0.reason) },
            overflowed: shelf.overflowed
        ).jsonText
    }

    func retry(_ id: ChangeID) async throws -> String { try await object(of: mirror.retry(id)) }

    func drop(_ id: ChangeID) async throws -> String {
        try await mirror.dropShelved(id)
        return try await shelf()
    }

    /// Returns the object of a change that is pending now; `nil` if there was nothing to change.
    private func object(of change: ChangeHandle?) async throws -> String {
        guard let change else {
            let none = ChangeJSON(
                [], [], revision: await mirror.current.revision, sequence: nil)
            return try Joined(none, ChangeNumberJSON(change: nil)).jsonText
        }
        let pending = ChangeJSON(
            change.operations, nil, revision: nil, sequence: change.sequence.rawValue)
        return try Joined(pending, ChangeNumberJSON(change: change.id.rawValue)).jsonText
    }
}
