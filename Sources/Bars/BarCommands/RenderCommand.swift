internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import POSIX

/// `navctl render`
struct RenderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Render the scene as a picture, text or positions.",
        discussion: """
            svg     a picture in points, with the roles and labels of a screen reader
            png     the same in pixels, two for a point; requires librsvg2-bin
            text    a picture for a terminal
            json    the layout: frames, fonts, colours, symbols, states, motions;
                    --output json is the same unless --format is given

            Uses this device's traits (see 'navctl traits'), overridden by the options.
            While the daemon is unreachable it renders this device's mirror.

            EXAMPLES:
              navctl render --profile iphone --appearance dark --output-file inbox.svg
              navctl render --profile ipad --format json | jq .tabBar.frame
              navctl render --file clock.yaml --locale ar --format svg > clock.svg
              navctl render --trait more=shown --scroll 40
            """)

    @Option(help: "svg, png, text or json; default: by --output-file's suffix, else text")
    var format: Format?

    @Option(
        help: ArgumentHelp("The file to write; default: standard output", valueName: "path"))
    var outputFile: String?

    @Option(
        help: ArgumentHelp(
            "The progress of a push transition, 0 to 1 (svg only)", valueName: "part"))
    var transition: Double?

    @Option(
        help: ArgumentHelp(
            "The width of text; default: by the screen, limited by the terminal",
            valueName: "columns"))
    var columns: Int?

    @OptionGroup var scene: SceneOptions
    @OptionGroup var traits: TraitOptions
    @OptionGroup var options: GlobalOptions

    /// The format of the drawing.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        /// A picture.
        case svg
        /// A picture in pixels.
        case png
        /// For a terminal.
        case text
        /// The layout.
        case json
    }

    func validate() throws {
        if let transition, !(0...1).contains(transition) {
            throw ValidationError("--transition must be a number from 0 to 1")
        }
        let possible = TerminalDrawing.minimumColumns...1_000
        if let columns, !possible.contains(columns) {
            throw ValidationError(
                "--columns must be a number from \(possible.lowerBound) to \(possible.upperBound)")
        }
        if let outputFile, format == nil, let ending = Self.ending(of: outputFile),
            Self.formats[ending] == nil
        {
            throw ValidationError(
                "unknown format '\(ending)' of '\(outputFile)': use the suffix .svg, .png, .txt "
                    + "or .json, or --format")
        }
        if usedFormat == .png, outputFile == nil {
            throw ValidationError("a picture in pixels needs --output-file")
        }
    }

    mutating func run() async throws {
        let device = try traits.device(options)
        let looked = try await scene.source.load(options)
        let layout = BarLayout(looked.scene, on: device)
        let text: TerminalText
        switch usedFormat {
        case .svg, .png:
            text = TerminalText(document: SVGDrawing(of: layout, transition: transition).text)
        case .text:
            let columns = columns ?? defaultColumns(layout.screen)
            text = TerminalDrawing(of: layout, columns: columns).drawing.rendered(
                outputFile == nil && options.output == .text ? options.results.rendering : .plain)
        case .json:
            let json = try JSON(
                encoding: Joined(RevisionJSON(revision: looked.revision?.rawValue), Sparse(layout)))
            text = TerminalText(document: json.text + "\n")
        }
        try await write(text, looked.revision)
        try looked.complete()
    }

    private var usedFormat: Format {
        if let format { return format }
        if let ending = outputFile.flatMap(Self.ending(of:)), let format = Self.formats[ending] {
            return format
        }
        return options.output == .json && outputFile == nil ? .json : .text
    }

    /// The formats by the endings of files.
    private static let formats: [String: Format] = [
        "svg": .svg, "png": .png, "txt": .text, "text": .text, "json": .json,
    ]

    /// Returns the letters that follow the last period of a file's name, in lower case; `nil` for a
    /// name without one.
    private static func ending(of path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        guard let period = name.dropFirst().lastIndex(of: ".") else { return nil }
        return name[name.index(after: period)...].lowercased()
    }

    /// The width that one column of a terminal stands for, in points, unless the columns are given:
    /// about the width of a letter, so that a phone takes half of a usual terminal.
    private static let pointsOfColumn = 9.0

    /// Returns the default number of columns: the screen's, limited to the terminal's.
    private func defaultColumns(_ screen: Rect) -> Int {
        let columns = Int(screen.width / Self.pointsOfColumn)
        guard outputFile == nil, let terminal = TerminalSize.current else { return columns }
        return min(columns, terminal.columns)
    }

    private func write(_ text: TerminalText, _ revision: Revision?) async throws {
        if let outputFile {
            if usedFormat == .png {
                try await Self.convert(text.description, to: outputFile)
            } else {
                try TextFile.write(text.description, to: outputFile)
            }
            guard options.output == .json else { return }
            try options.results.write(
                object: WrittenFileJSON(file: outputFile, revision: revision?.rawValue))
        } else if options.output == .json, usedFormat != .json {
            try options.results.write(
                object: DocumentJSON(content: text.description, revision: revision?.rawValue))
        } else {
            try options.results.write(text: text)
        }
    }
}

extension RenderCommand {
    /// Draws a picture in pixels by librsvg's own program.
    fileprivate static func convert(_ svg: String, to file: String) async throws {
        let run = await HookRun.run(
            ["/bin/sh", "-c", #"exec rsvg-convert --zoom 2 --output "$1""#, "sh", file],
            input: Array(svg.utf8), variables: [])
        if run.ending == .process(.exit(ShellStatus.notFound)) {
            throw CommandError(
                message:
                    "no program draws pixels here",
                advice: "install librsvg2-bin, or use the suffix .svg")
        }
        if let failure = run.failure {
            throw CommandError(message: "rsvg-convert \(failure): \(run.words.label(width: 200))")
        }
    }
}

/// The exit statuses of a shell.
private enum ShellStatus {
    /// The program is not installed.
    static let notFound: Int32 = 127
}

/// The revision of a drawn scene as JSON; `null` for a scene file.
private struct RevisionJSON: Encodable {
    let revision: UInt64?
}
