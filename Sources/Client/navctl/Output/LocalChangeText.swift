internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// A local change as lines for people.
enum LocalChangeText {
    /// Returns `17  3m 12s ago  pushed mail://42 on inbox`, and its state.
    static func lines(of change: LocalChange) -> [StyledLine] {
        var line = StyledLine("\(change.id)", .bold)
        line.pad(to: 5)
        line.append(" " + time(of: change), .dim)
        line.append("  " + OperationText.words(change.operations))
        return [line] + explanation(of: change).map { StyledLine("      " + $0, .dim) }
    }

    private static func time(of change: LocalChange) -> TerminalText {
        let age = change.age.map { StatusReport.span(UInt64(clamping: $0.components.seconds)) }
        if let age { return "\(age) ago" }
        return change.date.map { TerminalText($0.local) } ?? "before the last start"
    }

    private static func explanation(of change: LocalChange) -> [TerminalText] {
        switch change.state {
        case .waiting: return []
        case .submitted: return ["handed over, perhaps: the daemon has not said what became of it"]
        case .refused(let failure) where failure.code == .settled:
            return [
                "refused: \(failure.message.label())",
                "it may have been done: look at the scene before it is done anew",
                advice(change.id),
            ]
        case .refused(let failure) where failure.code == .damaged:
            return [
                "lost: \(failure.message.label())", "'navctl shelf drop \(change.id)' forgets it",
            ]
        case .refused(let failure):
            return ["refused: \(failure.message.label())", advice(change.id)]
        case .rejected:
            let why = change.message ?? ""
            return ["refused: \(why.label())", advice(change.id)]
        }
    }

    private static func advice(_ id: ChangeID) -> TerminalText {
        "'navctl shelf retry \(id)' does it anew, 'navctl shelf drop \(id)' gives it up"
    }
}
