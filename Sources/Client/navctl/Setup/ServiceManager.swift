internal import CommandLine
internal import NavigationText

/// A manager of systemd's: the system's, or that of the current user.
enum ServiceManager: Hashable, Sendable {
    case system
    case own

    /// The state of a unit.
    struct Unit: Hashable, Sendable {
        /// A Boolean value indicating whether systemd has found the unit's file.
        let isInstalled: Bool
        let isEnabled: Bool
        let isActive: Bool
        /// A Boolean value indicating whether its files have changed since systemd read them.
        let needsReload: Bool
        /// The time since which it is active, since 1970 and in whole seconds; `nil` if it never
        /// was.
        let activeSince: Duration?

        /// Returns a Boolean value indicating whether the unit runs with a file as it is.
        func isRunning(since modified: Duration?) -> Bool {
            guard isActive, let activeSince, let modified else { return false }
            return activeSince.components.seconds >= modified.components.seconds
        }
    }

    /// Returns a call of `systemctl` that asks nobody for a password.
    func systemctl(_ words: String...) -> SystemProgram {
        let options = self == .own ? ["--user", "--no-ask-password"] : ["--no-ask-password"]
        return SystemProgram(words: ["systemctl"] + options + words)
    }

    /// Reads the state of a unit; throws where no manager answers.
    func unit(_ name: String) async throws(CommandError) -> Unit {
        let properties = "LoadState,UnitFileState,ActiveState,NeedDaemonReload,ActiveEnterTimestamp"
        let run = try await systemctl(
            "show", "--timestamp=unix", "--property=\(properties)", name
        ).run(from: "systemd")
        guard run.isSuccess else { throw silence(run) }
        var values: [Substring: Substring] = [:]
        for line in run.output.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        return Unit(
            isInstalled: values["LoadState"] == "loaded",
            isEnabled: values["UnitFileState"] == "enabled",
            isActive: values["ActiveState"] == "active",
            needsReload: values["NeedDaemonReload"] == "yes",
            activeSince: values["ActiveEnterTimestamp"].flatMap { Int64($0.dropFirst()) }
                .map { Duration.seconds($0) })
    }

    private func silence(_ run: SystemProgram.Run) -> CommandError {
        let advice: TerminalText =
            switch self {
            case .own:
                "log in as this user, not by su or sudo; without systemd, start navsyncd yourself"
            case .system: "without systemd, start navsyncd yourself"
            }
        return CommandError(
            message: "no answer by systemd: 'systemctl' \(run.failure)",
            advice: "\(advice); see navsyncd(8)")
    }
}
