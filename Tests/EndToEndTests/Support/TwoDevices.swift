import DescribedRows
import Testing

/// The scene of one described row, which two devices see: `desk` changes it, and `tablet` has to show the
/// same at the same revision.
struct TwoDevices: Sendable {
    /// The scene that is described.
    let row: DescribedRow
    /// The place where the devices are.
    let place: Installation
    /// The scene's name: the row's, and that of the test's case, since cases run beside each other.
    private let name: String

    /// Takes a scene for a row, of the shared place or of another, with what a scene file says in it.
    ///
    /// - Parameter testCase: The name of a parameterized test's case. The cases of one row would change
    ///   each other's scene without it, and none is given twice.
    init(
        _ id: String, case testCase: String? = nil, _ file: String? = nil,
        in place: Installation? = nil
    ) async throws {
        row = DescribedRow(id)
        name = ([id.lowercased()] + (testCase.map { [$0] } ?? [])).joined(separator: "-")
        self.place = try place ?? SharedPlace.current
        guard self.place.take(name) else { throw NeverCame("\(name) is the scene of another test") }
        // Of ten rows nine find it there.
        _ = try await self.place.navctl("user", "add", user)
        if let file {
            try await change("apply", try self.place.file("\(name).yaml", "version: 1\n" + file))
        }
    }

    // MARK: Changes

    /// Runs `navctl` on the desk, or on another device of the user, with these arguments.
    func navctl(as device: String = "desk", _ arguments: [String]) async throws -> Finished {
        try await place.startNavctl(as: device, scene + arguments).end()
    }

    /// Runs `navctl` for its JSON; fails if it fails.
    @discardableResult
    func change(as device: String = "desk", _ arguments: String...) async throws -> JSON {
        try await change(as: device, arguments)
    }

    /// Runs `navctl` for its JSON; fails if it fails.
    @discardableResult
    func change(as device: String = "desk", _ arguments: [String]) async throws -> JSON {
        let result = try await navctl(as: device, ["--output", "json"] + arguments)
        guard result.ending == .exit(0) else {
            throw NeverCame("\(name): navctl \(arguments.joined(separator: " ")): \(result)")
        }
        return try ContractRuns.hold(JSON(result.output.text), of: arguments)
    }

    /// Runs `navctl` for its text; fails if it fails.
    func text(as device: String = "desk", _ arguments: String...) async throws -> String {
        let result = try await navctl(as: device, arguments)
        guard result.ending == .exit(0) else {
            throw NeverCame("\(name): navctl \(arguments.joined(separator: " ")): \(result)")
        }
        return result.output.text
    }

    /// Holds a command to being refused: it ends with 1 or 2, says why, and nothing has changed. Returns
    /// what it said.
    @discardableResult
    func refused(
        as device: String = "desk", _ arguments: String...,
        at location: SourceLocation = #_sourceLocation
    ) async throws -> String {
        try await refused(as: device, arguments, at: location)
    }

    /// Holds a command to being refused, and returns what it said.
    @discardableResult
    func refused(
        as device: String = "desk", _ arguments: [String],
        at location: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let before = try await shown(by: device)
        let result = try await navctl(as: device, arguments)
        // A command line that can't be read ends with 2: only a wrong word may be that.
        let codes: [Int32] = arguments.contains("--set") ? [1] : [1, 2]
        #expect(codes.contains(result.code), "\(name): \(result)", sourceLocation: location)
        #expect(!result.errors.text.isEmpty, "\(name): \(result)", sourceLocation: location)
        let after = try await shown(by: device)
        #expect(after["revision"] == before["revision"], sourceLocation: location)
        #expect(after["digest"] == before["digest"], sourceLocation: location)
        return result.errors.text
    }

    // MARK: What is seen

    /// Returns the scene that one device shows.
    func shown(by device: String = "desk") async throws -> JSON {
        try await change(as: device, "show")
    }

    /// Returns the scene that the desk shows, once the tablet has been held to showing the same.
    @discardableResult
    func both(at location: SourceLocation = #_sourceLocation) async throws -> JSON {
        let desk = try await shown()
        let tablet = try await shown(by: "tablet")
        for part in ["revision", "digest", "scene"] {
            #expect(tablet[part] == desk[part], "\(name): \(part)", sourceLocation: location)
        }
        return desk
    }

    /// Returns the layout on a device, by its traits or as on another profile.
    func layout(
        by device: String = "desk", of profile: String? = nil, _ options: String...
    ) async throws -> JSON {
        let profile = profile.map { ["--profile", $0] } ?? []
        return try await change(as: device, ["render", "--format", "json"] + profile + options)
    }

    /// The changes that the tablet is told of while the desk makes some, up to the last of these:
    /// `body` returns that one's outcome.
    func reported(_ body: () async throws -> JSON) async throws -> [JSON] {
        let watch = try await watch(as: "tablet")
        defer { watch.signal(9) }
        guard let revision = try await body()["revision"]?.integer else {
            throw NeverCame("\(name): the last change has no revision")
        }
        try await watch.untilRevision(revision)
        let lines = try watch.transcript.output.lines.map { try JSON($0) }
        for line in lines { _ = try ContractRuns.hold(line, of: ["watch"]) }
        return lines.filter { $0["event"]?.string == "commit" }
    }

    /// Starts `navctl watch`, and returns when it follows the scene.
    func watch(as device: String) async throws -> RunningProcess {
        let watch = try place.startNavctl(
            as: device, scene + ["--output", "json", "watch", "--whole-scene"])
        try await watch.wait(for: "a feed that is live") { transcript in
            transcript.output.lines.contains { $0.contains(#""status":"live""#) } ? true : nil
        }
        return watch
    }

    /// A user for ten rows each, since a user has a limit of scenes.
    private var scene: [String] {
        ["--user", user, "--scene", name]
    }

    private var user: String { "rows-\(row.id.lowercased().dropLast())" }
}

/// The described rows of state and behaviour, through the real binaries: one device acts, and
/// another has to show the same at the same revision.
@Suite("Described rows on two devices", .inOnePlace, .inTurns)
struct RowsOnTwoDevices {}
