import Foundation
import Testing

@Suite("A daemon reads its configuration again", .inTurns)
struct ReloadTests {
    /// Waits for a line of the log after the `count` that were there.
    private func line(
        of daemon: RunningProcess, after count: Int = 0, _ words: String...
    ) async throws -> String {
        try await daemon.wait(for: words.joined(separator: " ")) { transcript in
            transcript.errors.lines.dropFirst(count).first { line in
                words.allSatisfy { line.contains($0) }
            }
        }
    }

    @Test(
        "Applies live settings, names those that need a restart, and leaves all as it was for a bad file"
    )
    func reload() async throws {
        try await Installation.run { place in
            let file = try place.file("d.yaml", "log: {level: info}\n")
            let daemon = try await place.daemon("--config", file)
            #expect(!daemon.transcript.errors.text.contains(".swift"))

            _ = try place.file(
                "d.yaml", "log: {level: debug}\nlisten: {tcp: '127.0.0.1:9'}\n")
            daemon.signal(SIGHUP)
            let waiting = try await line(
                of: daemon, "warning setting not applied: restart required")
            #expect(waiting.contains("nav.setting=listen.tcp"), "\(waiting)")
            let done = try await line(of: daemon, "notice configuration reloaded")
            #expect(done.contains("nav.changed=log.level"), "\(done)")
            // At debug, lines say where they are from.
            #expect(done.contains("Daemon.swift"), "\(done)")

            let before = daemon.transcript.errors.lines.count
            _ = try place.file("d.yaml", "log:\n  level: loud\nlimits: {changeRate: 0}\n")
            daemon.signal(SIGHUP)
            let refused = try await line(
                of: daemon, after: before, "error configuration not reloaded")
            #expect(refused.contains("nav.mistakes=2"), "\(refused)")
            let first = try await line(of: daemon, after: before, "nav.place=\(file):2:10")
            #expect(first.contains("loud"), "\(first)")
            _ = try await line(of: daemon, after: before, "nav.place=\(file):3:22")

            // Still at debug, still serving, and still willing to hear of a good one.
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            _ = try place.file("d.yaml", "log: {level: info}\n")
            let later = daemon.transcript.errors.lines.count
            daemon.signal(SIGHUP)
            _ = try await line(of: daemon, after: later, "notice configuration reloaded")
            try await daemon.stop()
            let last = try await line(of: daemon, after: later, "info stopped")
            #expect(!last.contains(".swift"), "\(last)")
        }
    }

    @Test("Without a file a reload is taken, and one that went away is as none")
    func noFile() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            daemon.signal(SIGHUP)
            let first = try await line(of: daemon, "configuration reloaded")
            #expect(first.contains("nav.changed=none"), "\(first)")
            try await daemon.stop()
        }
    }
}
