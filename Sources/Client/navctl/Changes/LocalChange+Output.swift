internal import ArgumentParser
internal import CommandLine
internal import DeviceStore
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// The local changes that a command applies to.
struct LocalChangeSelection: ParsableArguments {
    @Argument(help: "The ids of the changes")
    var ids: [ChangeID] = []

    @Flag(help: "Select all changes")
    var all = false

    func validate() throws {
        guard ids.isEmpty == all else {
            throw ValidationError(all ? "use either ids or --all" : "name an id, or use --all")
        }
    }
}

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
        return change.date.map { TerminalText($0.local) } ?? "before the last boot"
    }

    private static func explanation(of change: LocalChange) -> [TerminalText] {
        switch change.state {
        case .waiting: return []
        case .submitted: return ["submitted: no reply from the daemon yet"]
        case .refused(let failure) where failure.code == .settled:
            return [
                "refused: \(failure.message.label())",
                "it may have been applied: check the scene before a retry",
                advice(change.id),
            ]
        case .refused(let failure) where failure.code == .damaged:
            return [
                "lost: \(failure.message.label())",
                "discard it with 'navctl shelf drop \(change.id)'",
            ]
        case .refused(let failure):
            return ["refused: \(failure.message.label())", advice(change.id)]
        case .rejected:
            let why = change.message ?? ""
            return ["refused: \(why.label())", advice(change.id)]
        }
    }

    private static func advice(_ id: ChangeID) -> TerminalText {
        "resubmit it with 'navctl shelf retry \(id)', or discard it with 'navctl shelf drop \(id)'"
    }
}

extension LocalChangeJSON {
    /// Takes a change, with the remedy as a command.
    init(_ change: LocalChange) {
        self.init(change, message: change.message)
    }
}

extension LocalChange {
    /// The reason of a refusal, and the remedy.
    var message: String? {
        switch state {
        case .waiting, .submitted: nil
        case .refused(let failure): failure.message
        case .rejected(let outcome):
            (outcome.reason ?? .unspecified).explained(for: operations).description
        }
    }
}
