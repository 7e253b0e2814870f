internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl wait`
struct WaitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait until the mirror has reached a revision.",
        discussion: """
            EXAMPLES:
              navctl wait --revision 17 --timeout 30s
            """)

    @Option(help: ArgumentHelp("The revision to wait for.", valueName: "revision"))
    var revision: Revision

    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }

    mutating func run() async throws {
        let client = try await NavigationClient(options.configuration)
        let deadline = Task { [options] in
            try await Task.sleep(for: options.timeout.duration)
            await client.close()
        }
        defer { deadline.cancel() }
        var last: MirrorUpdate?
        for await update in try await client.mirror(of: options.scene).updates {
            last = update
            if update.revision >= revision { break }
        }
        await client.close()
        guard let last, last.revision >= revision else { throw timeoutError(last) }
        switch options.output {
        case .json:
            try options.results.write(.object(MirrorJSON.members(of: last, on: options.platform)))
        case .text: try options.results.write(text: "revision \(last.revision)\n")
        }
    }

    private func timeoutError(_ last: MirrorUpdate?) -> any Error {
        if let problem = last?.error { return problem }
        let reached = last?.revision ?? .zero
        return CommandError(
            message: "revision \(revision) was not reached in \(options.timeout): "
                + "the scene is at revision \(reached)")
    }
}
