import Foundation
import RunningProcesses

extension Guest {
    /// Returns the daemon's response over HTTP: the status line's code, and the text.
    func fetch(_ path: String) async throws -> (code: Int, text: String) {
        let request = #"GET \#(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"#
        let answer = try await self(
            "timeout", "20", "bash", "-c",
            #"exec 3<>/dev/tcp/127.0.0.1/9464 && printf "$1" >&3 && cat <&3"#, "-", request)
        let code = answer.wholeMatch(of: /HTTP\/1\.1 (\d+)[^\0]*/).flatMap { Int($0.1) }
        guard let code else { throw NeverCame("an answer to \(path): \(answer)") }
        return (code, answer)
    }

    /// Returns a metric by its name, labels included, as monitoring reads it.
    func metric(_ name: String) async throws -> Double {
        let answer = try await fetch("/metrics")
        let lines = answer.text.split(whereSeparator: \.isNewline)
        let line = lines.first { $0.hasPrefix(name + " ") }
        guard let value = line?.split(separator: " ").last.flatMap({ Double($0) }) else {
            throw NeverCame("\(name): \(answer)")
        }
        return value
    }
}

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
