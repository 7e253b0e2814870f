internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationSceneFile
internal import NavigationText

/// `navctl apply`
struct ApplyCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Replace the scene with a scene file.",
        discussion: """
            Applies only the differences, in one commit; applying the same file again
            changes nothing.

            EXAMPLES:
              navctl apply clock.yaml
              navctl apply clock.yaml --dry-run
              navctl export | sed 's/Alarms/Alarm clock/' | navctl apply -
            """)

    @Argument(help: "The scene file (YAML), or - for standard input")
    var file: String

    @Flag(help: "Print what would change, as 'navctl diff' does, and change nothing")
    var dryRun = false

    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }
    var flushesOutbox: Bool { !dryRun }

    func intent() throws -> Intent {
        .replaceScene(try SceneFile.description(in: file))
    }

    func make(_ intent: Intent, in session: SceneMirror, _ output: Output) async throws {
        guard dryRun else {
            return try await report(perform(intent, in: session), of: session).write(to: output)
        }
        try await output.writePreview(of: intent, in: session)
    }
}

/// `navctl diff`
struct DiffCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what changed between two revisions.",
        usage: """
            navctl diff <from> [<to>] [<options>]
            navctl diff <file> [<options>]
            """,
        discussion: """
            Without a second revision it compares with the scene as it is now. A file is a
            scene file: what applying it would change is shown. Revisions reach as far back
            as the daemon's log.

            EXAMPLES:
              navctl diff 17 23
              navctl diff 17
              navctl diff clock.yaml
              navctl diff 17 23 --output json | jq '.differences[].kind'
            """)

    @Argument(
        help: ArgumentHelp(
            "The base revision, or a scene file (YAML; - for standard input)", valueName: "from"))
    var from: String

    @Argument(
        help: ArgumentHelp(
            "The revision to compare it with; default: the current one", valueName: "to"))
    var to: Revision?

    @OptionGroup var options: GlobalOptions

    var flushesOutbox: Bool { false }

    func validate() throws {
        guard to == nil || Revision(argument: from) != nil else {
            throw ValidationError(
                "'\(from)' is no revision: compare two revisions, or a scene file with the scene")
        }
    }

    func run(in session: SceneMirror, _ output: Output) async throws {
        if let from = Revision(argument: from) {
            return try await compare(from, in: session, output)
        }
        let intent = Intent.replaceScene(try SceneFile.description(in: from))
        try await output.writePreview(of: intent, in: session)
    }

    private func compare(
        _ from: Revision, in session: SceneMirror, _ output: Output
    ) async throws {
        let former = try await session.state(at: from)
        guard let to else {
            let (view, blockingError) = await session.fetchScene()
            try output.write(
                differences: former.scene.differences(to: view.scene), from: from,
                to: view.revision, of: view.epoch)
            return try StaleSceneWarning.complain(of: blockingError, view)
        }
        let later = try await session.state(at: to)
        try output.write(
            differences: former.scene.differences(to: later.scene), from: from, to: to,
            of: later.epoch)
    }
}

extension Output {
    /// Writes what an intent would change.
    fileprivate func writePreview(of intent: Intent, in session: SceneMirror) async throws {
        let (view, blockingError) = await session.fetchScene()
        try write(
            differences: try await session.preview(intent), from: view.revision, to: nil,
            of: view.epoch)
        try StaleSceneWarning.complain(of: blockingError, view)
    }

    /// Writes what differs between two revisions of a scene, or between one and what a file
    /// describes.
    fileprivate func write(
        differences: [SceneDifference], from: Revision, to: Revision?, of epoch: Epoch
    ) throws {
        switch format {
        case .json:
            try write(
                object: DiffJSON(
                    epoch: epoch.description, from: from.rawValue, to: to?.rawValue,
                    differences: differences.map(DifferenceJSON.init)))
        case .text:
            for line in DifferenceText.lines(of: differences) { try write(line) }
            if differences.isEmpty { try write(StyledLine("no differences", .dim)) }
        }
    }
}

/// The differences between two revisions as JSON.
private struct DiffJSON: Encodable {
    let epoch: String
    let from: UInt64
    /// The second revision; `nil` of a scene file.
    let to: UInt64?
    let differences: [DifferenceJSON]
}

/// `navctl export`
struct ExportCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the scene as a scene file.",
        discussion: """
            EXAMPLES:
              navctl export > clock.yaml
              navctl export clock.yaml
              navctl export clock.yaml --force
            """)

    @Argument(help: "The file to write; default: standard output")
    var file: String?

    @Flag(help: "Overwrite an existing file")
    var force = false

    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        if let file, file != "-", !force { try TextFile.refuseToReplace(file) }
        let (view, blockingError) = await session.fetchScene()
        let text = SceneFile.write(SceneDescription(view.scene))
        if let file, file != "-" {
            try TextFile.write(text, to: file)
            if output.format == .json {
                try output.write(
                    object: WrittenFileJSON(file: file, revision: view.revision.rawValue))
            }
        } else if output.format == .json {
            try output.write(object: DocumentJSON(content: text, revision: view.revision.rawValue))
        } else {
            try output.write(document: text)
        }
        try StaleSceneWarning.complain(of: blockingError, view)
    }
}

/// A written file as JSON.
struct WrittenFileJSON: Encodable {
    /// The path.
    let file: String
    /// The revision of its scene; `nil` of a scene file.
    let revision: UInt64?
}

/// The text of a file as JSON.
struct DocumentJSON: Encodable {
    /// The text.
    let content: String
    /// The revision of its scene; `nil` of a scene file.
    let revision: UInt64?
}
