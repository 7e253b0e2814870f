internal import NavigationBars
internal import NavigationClient
internal import NavigationText

/// A mirror's delegate that runs the programs of a device's owner.
struct HookDelegate: NavigationDelegate {
    /// The directory of the hooks' file, which is read anew for each event.
    let directory: String

    /// Returns `nil` if the device has no hooks: then there is nothing to approve.
    init?(ifAnyIn directory: String) {
        guard Hooks.file(in: directory).isThere else { return nil }
        self.directory = directory
    }

    /// Creates a delegate also for hooks that are set while a command runs.
    init(directory: String) {
        self.directory = directory
    }

    func shouldPush(_ event: NavigationEvent) async -> Bool { await ask(event) }
    func shouldPop(_ event: NavigationEvent) async -> Bool { await ask(event) }
    func shouldSelect(_ event: NavigationEvent) async -> Bool { await ask(event) }
    func didPush(_ event: NavigationEvent) async { await tell(event) }
    func didPop(_ event: NavigationEvent) async { await tell(event) }
    func didSelect(_ event: NavigationEvent) async { await tell(event) }

    /// An event is allowed only if its hook succeeds, or there is none.
    private func ask(_ event: NavigationEvent) async -> Bool {
        await run(.should(event.kind), event) ?? true
    }

    private func tell(_ event: NavigationEvent) async {
        _ = await run(.did(event.kind), event)
    }

    /// Returns a Boolean value indicating whether the hook has succeeded; `nil` if there is none.
    /// Prints the hook's output.
    private func run(_ kind: HookKind, _ event: NavigationEvent) async -> Bool? {
        let command: [String]
        do {
            guard let hook = try Hooks.file(in: directory).read()[kind] else { return nil }
            try Hooks.checkProgram(of: hook)
            command = hook
        } catch {
            Console.print(error.message)
            return false
        }
        let run = await HookRun.run(
            command, input: Array(EventJSON.value(kind, event).text.utf8) + [0x0a],
            variables: ["NAVSYNC_DEVICE=\(directory)"])
        for line in run.words.split(separator: "\n") {
            Console.print("hook \(kind.rawValue): \(String(line).label())")
        }
        if let commandError = commandError(kind, run.ending) { Console.print(commandError) }
        return run.ending == .status(0)
    }

    private func commandError(_ kind: HookKind, _ ending: HookRun.Ending) -> TerminalText? {
        let advice: TerminalText = "'navctl hook remove \(kind.rawValue)' does without it"
        return switch ending {
        case .status(0): nil
        case .status(let status): "hook \(kind.rawValue) ended with \(status)"
        case .signal(let signal): "hook \(kind.rawValue) was ended by signal \(signal): \(advice)"
        case .tooLate:
            "hook \(kind.rawValue) took longer than \(Timeout(duration: HookRun.timeLimit)) and was "
                + "ended: \(advice)"
        case .notStarted(let reason): "hook \(kind.rawValue): \(reason): \(advice)"
        }
    }
}
