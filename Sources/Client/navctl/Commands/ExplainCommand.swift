internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel

/// `navctl explain`
struct ExplainCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a commit and what it superseded.",
        discussion: """
            It reaches back as far as the daemon's history does.

            EXAMPLES:
              navctl explain 41
              navctl explain 41 --output json | jq .overwrote
            """)

    @Argument(help: ArgumentHelp("The revision to explain.", valueName: "revision"))
    var revision: Revision

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard revision > .zero else {
            throw ValidationError("revision 0 is the beginning: nothing was done there")
        }
    }

    func run(in session: SceneMirror, _ output: Output) async throws {
        let before = revision.previous
        let state = try await session.state(at: before).state
        guard let commit = try await session.commit(revision) else {
            throw NavigationClientError(
                .refused, "there is no revision \(revision) yet: see 'navctl log'")
        }
        let explanation = Explanation(of: commit, after: state)
        let authors = Authors(await session.authors(of: explanation.revisions))
        switch output.format {
        case .json: try output.write(explanation.object(authors))
        case .text: for line in explanation.lines(authors) { try output.write(line) }
        }
    }
}
