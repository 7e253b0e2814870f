package import NavigationClient
internal import NavigationModel
package import NavigationSync
internal import NavigationText

/// Divergences of mirrors, in words.
package enum DivergenceText {
    /// Returns the cause of a divergence, and the repair.
    package static func words(_ divergence: Divergence) -> String {
        let had = divergence.mirror.revision
        return switch divergence.cause {
        case .differs:
            "the mirror differed from the daemon at revision \(had): a fresh snapshot was taken"
        case .ahead:
            "the daemon has lost what this device had seen: the mirror had revision \(had): a fresh "
                + "snapshot was taken"
        case .replaced:
            "the daemon has begun another history, without all that this device had seen up to "
                + "revision \(had)"
        }
    }

    /// Returns the remedy.
    package static func advice(_ divergence: Divergence) -> String {
        switch divergence.cause {
        case .differs: "please report it: see navctl doctor for the states that are kept"
        case .ahead:
            "this device keeps what it had, and 'navctl heal' brings it back; if a snapshot of the "
                + "daemon's machine was put back, start navsyncd once with --new-epoch"
        case .replaced:
            "this device keeps what it had, and 'navctl heal' brings it back"
        }
    }
}

/// The outcomes of queued changes: the commands that made them have ended, so the command that
/// submits them prints the outcomes.
package enum DeferredOutcomeText {
    /// Prints a line for each on standard error, then the number of those not listed.
    package static func print(of session: SceneMirror) async {
        let late = await session.takeDeferredOutcomes()
        guard !late.listed.isEmpty else { return }
        let explained = late.listed.map(\.outcome).explanations
        print(late, Authors(await session.authors(of: explained)))
    }

    /// Prints the lines, with the known authors.
    package static func print(_ late: DeferredOutcomes, _ authors: Authors) {
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

/// The warning that a scene is not current.
package enum StaleSceneWarning {
    /// Prints the reason on standard error, and ends the command, if the daemon was not reached.
    package static func complain(of blockingError: NavigationClientError?, _ view: MirrorUpdate)
        throws
    {
        guard let blockingError else { return }
        let known =
            view.epoch == .none
            ? "nothing is known of the scene yet"
            : "this is the scene as this device last knew it, at revision \(view.revision)"
        Console.print("\(blockingError.words)\n\(known)")
        throw ExitStatus(blockingError)
    }
}
