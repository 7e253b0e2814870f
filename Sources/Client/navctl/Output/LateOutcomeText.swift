internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// The outcomes of queued changes: the commands that made them have ended, so the command that
/// submits them prints the outcomes.
enum DeferredOutcomeText {
    /// Prints a line for each on standard error, then the number of those not listed.
    static func tell(of session: SceneMirror) async {
        let late = await session.takeDeferredOutcomes()
        guard !late.listed.isEmpty else { return }
        let explained = late.listed.map(\.outcome).explanations
        tell(late, Authors(await session.authors(of: explained)))
    }

    /// Prints the lines, with the known authors.
    static func tell(_ late: DeferredOutcomes, _ authors: Authors) {
        for line in lines(of: late, authors) { Console.print(line) }
    }

    private static func lines(of late: DeferredOutcomes, _ authors: Authors) -> [TerminalText] {
        var lines = late.listed.map { change -> TerminalText in
            let words = OutcomeText.words(change.outcome, of: change.operations, authors)
            return "waited in the outbox: \(OperationText.words(change.operations)): "
                + (words ?? TerminalText(change.outcome.kind.word))
        }
        if late.others > 0 {
            lines.append("\(late.others) more that waited came to something else: 'navctl log'")
        }
        return lines
    }
}
