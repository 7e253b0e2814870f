internal import NavigationModel
internal import NavigationText

/// Text to read, and revisions of the past.
extension LiveModel {
    /// The keys in a few words each.
    static let help: [TerminalText] = [
        "← →  tab, ⇥    select the tab before, after",
        "1 … 9          select a tab by its number",
        "↑ ↓            move through the stack",
        "⏎              push a screen; below the top: go back to it",
        "⌫  Esc         back",
        "g              back to the first screen",
        "m              present a modal, or answer it",
        "b              badge: a text, +1, -1, . for a dot, nothing to clear",
        "u  ^R          undo, redo",
        "/              find a screen by title or route",
        ":              run a command; ⇥ completes it",
        "t              time travel: ← → revision, PgUp PgDn ten, Home first",
        "e              explain the newest change, or the outcome to read",
        "r              retry the change whose outcome is to read",
        "space          the outcome is read",
        "d              devices: rename, role, revoke",
        "s              selection: shared, own, follow a device, go on at one",
        "p              pair a device: its invitation as a QR code",
        "o              outbox and shelf: retry, discard",
        "P D L R        profile, dark, language, orientation",
        "+ -            another device profile beside it, one less",
        "^L             draw everything anew",
        "^Z             suspend",
        "q  ^C          quit",
        "",
        "Letters on a tab are the other devices that are there.",
    ]

    // MARK: Pager

    mutating func press(_ key: Key, in pager: Pager) -> [LiveEffect] {
        var pager = pager
        let screen = LiveScreen(self)
        let page = max(1, screen.pagerRows - 1)
        let last = max(0, screen.wrapped(pager).count - screen.pagerRows)
        switch key {
        case .up, .scroll(isUp: true), .character("k"): pager.offset -= 1
        case .down, .scroll(isUp: false), .character("j"): pager.offset += 1
        case .pageUp: pager.offset -= page
        case .pageDown, .character(" "): pager.offset += page
        case .home: pager.offset = 0
        case .end: pager.offset = last
        case .escape, .enter, .backspace, .character("q"), .character("?"):
            mode = .scene
            guard pager.isInvitation else { return [] }
            message = Message(
                words: "no longer waiting: the invitation is good until it expires",
                isFailure: false)
            return [.endInvitation]
        default: break
        }
        pager.offset = min(max(0, pager.offset), last)
        mode = .pager(pager)
        return []
    }

    // MARK: Invitation

    mutating func showInvitation(_ lines: [TerminalText]) {
        switch mode {
        case .scene: break
        case .pager(let pager): guard pager.isInvitation else { return }
        case .prompt, .menu, .past: return
        }
        mode = .pager(
            Pager(title: "scan it, or open the URL on the device", lines: lines, isInvitation: true)
        )
    }

    /// Closes the invitation; the code to compare is a line to read.
    mutating func endInvitation(_ output: CommandOutput) {
        if case .pager(let pager) = mode, pager.isInvitation { mode = .scene }
        guard output.status == 0 else {
            // Ended by the person who waited for it, or refused for a reason.
            if output.status != nil { fail(output.lines.last ?? "the invitation failed") }
            return
        }
        for line in output.lines
        where line.description.hasPrefix("paired: ")
            || line.description.hasPrefix("code ")
        {
            notices.add(Notice(words: line, change: nil))
        }
    }

    // MARK: Time travel

    /// Begins at the newest revision.
    mutating func beginTravel() -> [LiveEffect] {
        guard let revision = mirror?.revision, revision > .zero else {
            fail("no revision to show: the scene has no log yet")
            return []
        }
        mode = .past(TimeTravel(wanted: revision))
        return [.readPast(revision)]
    }

    mutating func press(_ key: Key, in travel: TimeTravel) -> [LiveEffect] {
        let current = travel.wanted.rawValue
        let newest = max(mirror?.revision.rawValue ?? 1, 1)
        let target: UInt64
        switch key {
        case .left, .up, .scroll(isUp: true): target = current - 1
        case .right, .down, .scroll(isUp: false): target = current + 1
        case .pageUp: target = current > 10 ? current - 10 : 1
        case .pageDown: target = current + 10
        case .home: target = 1
        case .end: target = newest
        case .character("e"): return [.run(["explain", "\(travel.wanted)"])]
        case .escape, .enter, .backspace, .character("q"), .character("t"):
            mode = .scene
            return []
        default: return []
        }
        return read(Revision(rawValue: min(max(target, 1), newest)), in: travel)
    }

    /// Reads a revision, after the one that is being read.
    private mutating func read(_ revision: Revision, in travel: TimeTravel) -> [LiveEffect] {
        guard revision != travel.wanted else { return [] }
        var travel = travel
        travel.wanted = revision
        travel.problem = nil
        defer { mode = .past(travel) }
        guard !travel.isReading else { return [] }
        travel.isReading = true
        return [.readPast(revision)]
    }

    mutating func showPast(_ view: PastView) -> [LiveEffect] {
        guard case .past(var travel) = mode else { return [] }
        travel.view = view
        travel.problem = nil
        travel.isReading = view.revision != travel.wanted
        mode = .past(travel)
        return travel.isReading ? [.readPast(travel.wanted)] : []
    }

    mutating func failPast(_ revision: Revision, _ words: TerminalText) -> [LiveEffect] {
        guard case .past(var travel) = mode else { return [] }
        travel.isReading = revision != travel.wanted
        if !travel.isReading {
            travel.problem = words
            if let view = travel.view { travel.wanted = view.revision }
        }
        mode = .past(travel)
        return travel.isReading ? [.readPast(travel.wanted)] : []
    }
}
