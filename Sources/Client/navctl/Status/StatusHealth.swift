internal import NavigationBars
internal import NavigationText
internal import NavigationWire

/// A part of the daemon's or the device's state that a person has to know of, with the command that
/// mends it.
struct HealthFinding {
    /// The severity of a finding.
    enum Severity: String, Encodable {
        /// Something waits for a person; all works.
        case attention
        /// Changes can't be made, or something was lost: the exit status is 1.
        case failure
    }

    /// Its severity.
    let severity: Severity
    /// The state, in a sentence.
    let text: TerminalText
    /// The command, or other remedy, that mends it.
    let remedy: TerminalText

    init(_ severity: Severity, _ text: TerminalText, remedy: TerminalText) {
        self.severity = severity
        self.text = text
        self.remedy = remedy
    }

    /// The finding as a line for people.
    var line: StyledLine {
        var line = StyledLine("  ")
        line.append(text, severity == .failure ? .badge : .bold)
        line.append(": \(remedy)")
        return line
    }
}

/// The health of the daemon, as far as its metrics show it; they are for its administrators alone.
extension DaemonStatus {
    /// The findings, the gravest first.
    var findings: [HealthFinding] {
        func count(_ name: String) -> UInt64 { metrics[name] ?? 0 }
        var findings: [HealthFinding] = []
        if count("databaseDamaged") > 0 {
            findings.append(
                HealthFinding(
                    .failure, "DAMAGED: the daemon refuses all changes",
                    remedy: "see 'journalctl -u navsyncd' (your own: --user), then 'navctl restore'"
                ))
        }
        if count("scenesDamaged") > 0 {
            findings.append(
                HealthFinding(
                    .failure, "DAMAGED: \(StatusSummary.number(count("scenesDamaged"), "scene"))",
                    remedy: "see 'journalctl -u navsyncd' (your own: --user), then 'navctl heal'"))
        }
        if count("scenesBehind") > 0 {
            findings.append(
                HealthFinding(
                    .failure,
                    "LOST: commits of \(StatusSummary.number(count("scenesBehind"), "scene"))",
                    remedy: "'navctl heal' brings them back from the devices that have them"))
        }
        if count("diskFull") > 0 {
            findings.append(
                HealthFinding(
                    .failure,
                    "FULL: changes stay in the devices' outboxes until space is freed",
                    remedy: "free some, or raise limits: storage:"))
        }
        return findings
    }
}
