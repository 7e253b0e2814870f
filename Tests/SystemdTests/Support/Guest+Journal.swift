import RunningProcesses

extension Guest {
    /// Waits until the daemon has told the journal of an event, with this priority and with these
    /// fields; and gives the entry. It is looked for as an administrator would, by its fields.
    @discardableResult
    func untilJournal(
        tells event: String, priority: Int, _ fields: KeyValuePairs<String, String> = [:]
    ) async throws -> JSON {
        let matches =
            ["_SYSTEMD_UNIT=navsyncd.service", "NAV_EVENT=\(event)"]
            + ["PRIORITY=\(priority)"] + fields.map { "\($0)=\($1)" }
        let journal = try start(
            ["journalctl", "--follow", "--lines=all", "--output=json"] + matches)
        return try await journal.wait(for: "'\(matches)' in the journal") { transcript in
            transcript.output.lines.last.flatMap { try? JSON($0) }
        }
    }
}
