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
            "the mirror differed from the daemon at revision \(had): replaced by a snapshot"
        case .ahead:
            "the daemon has lost commits: the mirror was ahead at revision \(had): replaced by a "
                + "snapshot"
        case .replaced:
            "the daemon has started a new epoch, without all commits that this device had up to "
                + "revision \(had)"
        }
    }

    /// Returns the remedy.
    package static func advice(_ divergence: Divergence) -> String {
        switch divergence.cause {
        case .differs: "please report this, with the states that 'navctl doctor' lists"
        case .ahead:
            "this device saved its state: restore it with 'navctl heal'; if the daemon's machine was "
                + "restored from a snapshot, start navsyncd once with --new-epoch"
        case .replaced:
            "this device saved its state: restore it with 'navctl heal'"
        }
    }
}

/// The outcomes of queued changes: the commands that made them have ended, so the command that
/// submits them prints the outcomes.
package enum DeferredOutcomeText {
    /// Prints a line for each on standard error, then the number of those not listed.
    package static func show(of session: SceneMirror) async {
        let late = await session.takeDeferredOutcomes()
        guard !late.listed.isEmpty else { return }
        let explained = late.listed.map(\.outcome).explanations
        show(late, Authors(await session.authors(of: explained)))
    }

    /// Prints the lines, with the known authors.
    package static func show(_ late: DeferredOutcomes, _ authors: Authors) {
        for line in lines(of: late, authors) { Console.print(line) }
    }

    private static func lines(of late: DeferredOutcomes, _ authors: Authors) -> [TerminalText] {
        var lines = late.listed.map { change -> TerminalText in
            let words = OutcomeText.words(change.outcome, of: change.operations, authors)
            return "submitted from the outbox: \(OperationText.words(change.operations)): "
                + (words ?? TerminalText(change.outcome.kind.word))
        }
        if late.others > 0 {
            lines.append("\(late.others) more changes with other outcomes: see 'navctl log'")
        }
        return lines
    }
}

/// The warning that a scene is not current.
package enum StaleSceneWarning {
    /// Ends the command with the reason, if the daemon was not reached.
    package static func complain(
        of blockingError: NavigationClientError?, _ view: MirrorUpdate
    ) throws(CommandError) {
        guard let blockingError else { return }
        let known: TerminalText =
            view.epoch == .none
            ? "no mirror of this scene yet"
            : "showing this device's mirror, at revision \(view.revision)"
        throw CommandError(blockingError, message: "\(blockingError.words)\n\(known)")
    }
}
