internal import POSIX
internal import NavigationBars
package import NavigationClient
internal import NavigationModel
package import NavigationText

/// A mirror's delegate that runs the programs of a device's owner.
package struct HookDelegate: NavigationDelegate {
    /// The directory of the hooks' file, which is read anew for each event.
    package let directory: String
    /// The reader of the hooks' output and of their faults.
    private let report: @Sendable (TerminalText) -> Void

    /// Returns `nil` if the device has no hooks: then there is nothing to approve.
    package init?(ifAnyIn directory: String) {
        guard Hooks.file(in: directory).isThere else { return nil }
        self.init(directory: directory)
    }

    /// Creates a delegate also for hooks that are set while a command runs.
    ///
    /// - Parameter report: the reader of the hooks' output: standard error, unless the command has
    ///   taken the terminal.
    package init(
        directory: String,
        report: @escaping @Sendable (TerminalText) -> Void = { Console.print($0) }
    ) {
        self.directory = directory
        self.report = report
    }

    package func shouldPush(_ event: NavigationEvent) async -> Bool { await allows(event) }
    package func shouldPop(_ event: NavigationEvent) async -> Bool { await allows(event) }
    package func shouldSelect(_ event: NavigationEvent) async -> Bool { await allows(event) }
    package func didPush(_ event: NavigationEvent) async { await notify(event) }
    package func didPop(_ event: NavigationEvent) async { await notify(event) }
    package func didSelect(_ event: NavigationEvent) async { await notify(event) }

    /// An event is allowed only if its hook succeeds, or there is none.
    private func allows(_ event: NavigationEvent) async -> Bool {
        await run(.should(event.kind), event) ?? true
    }

    private func notify(_ event: NavigationEvent) async {
        _ = await run(.did(event.kind), event)
    }

    /// Returns a Boolean value indicating whether the hook has succeeded; `nil` if there is none.
    /// Prints the hook's output.
    private func run(_ kind: HookKind, _ event: NavigationEvent) async -> Bool? {
        let command: [String]
        let input: String
        do {
            guard let hook = try Hooks.file(in: directory).read()[kind] else { return nil }
            try Hooks.checkProgram(of: hook)
            command = hook
            input = try JSON(encoding: EventJSON(kind, event)).text
        } catch {
            report((error as? CommandError)?.message ?? "\(String(describing: error))")
            return false
        }
        let run = await HookRun.run(
            command, input: Array(input.utf8) + [0x0a],
            variables: ["NAVSYNC_DEVICE=\(directory)"])
        for line in run.words.split(separator: "\n") {
            report("hook \(kind.rawValue): \(String(line).label())")
        }
        if let commandError = commandError(kind, run) { report(commandError) }
        return run.ending == .process(.exit(0))
    }

    private func commandError(_ kind: HookKind, _ run: HookRun) -> TerminalText? {
        guard let failure = run.failure else { return nil }
        // A status is the hook's own answer; all else is a fault to mend.
        if case .process(.exit) = run.ending { return "hook \(kind.rawValue) \(failure)" }
        return "hook \(kind.rawValue) \(failure): fix it, or run "
            + "'navctl hook remove \(kind.rawValue)'"
    }
}

/// An event as JSON, for a hook's standard input: `tab`, `modal` or `bar` with `screens` (bottom to top)
/// of a push or pop, `tab` and `refresh` of a selection; `revision` is `null` before the commit.
private struct EventJSON: Encodable {
    private let kind: HookKind
    private let event: NavigationEvent

    private enum CodingKeys: CodingKey {
        case event, animated, device, author, revision, selectedTab, screens, tab, refresh
    }

    init(_ kind: HookKind, _ event: NavigationEvent) {
        self.kind = kind
        self.event = event
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(kind.rawValue, forKey: .event)
        try members.encode(event.isAnimated, forKey: .animated)
        try members.encodeIfPresent(event.device?.description, forKey: .device)
        try members.encodeIfPresent(event.author?.rawValue, forKey: .author)
        try members.encodeIfPresent(event.revision?.rawValue, forKey: .revision)
        try members.encodeIfPresent(event.scene.selectedTab?.rawValue, forKey: .selectedTab)
        switch event.kind {
        case .push, .pop:
            try members.encode(event.screens.map(ScreenJSON.init), forKey: .screens)
            try event.stack?.owner.encode(to: encoder)
        case .select:
            try members.encodeIfPresent(event.tab?.id.rawValue, forKey: .tab)
            try members.encode(event.isRefresh, forKey: .refresh)
        }
    }
}
