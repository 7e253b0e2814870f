import Foundation
import RunningProcesses
import Testing

@Suite("The service when it is killed", .bootedSystemd, .serialized)
struct CrashTests {
    private static let writers = 4
    private static let crashes = 5
    private static let changesOfEach = 25

    @Test(
        "Killed again and again under load: nothing acknowledged is lost, no connection is refused")
    func killed() async throws {
        try await Guest.withUnits { guest in
            try await guest("systemctl", "start", "navsyncd.socket")
            try await guest.admitAnn()
            try await guest(as: "ann", "navctl", "tab", "declare", "inbox", "--title", "Inbox")
            // Commands as people type them, one after the other. Each that succeeds says so, and none
            // may be told that nobody listens.
            let writers = try (1...Self.writers).map { writer in
                try guest.start(
                    [
                        "bash", "-c",
                        """
                        for change in {1..\(Self.changesOfEach)}; do
                            navctl --device ~/\(writer) --timeout 60s push "app://\(writer)/$change" \
                                --title $change --tab inbox || exit 1
                            echo "acknowledged app://\(writer)/$change"
                        done
                        """,
                    ], as: "ann")
            }
            for crash in 1...Self.crashes {
                try await writers[crash % Self.writers].wait(for: "a change") { transcript in
                    transcript.output.lines.count >= 6 * crash || transcript.isComplete ? true : nil
                }
                try await guest.untilJournal(says: "Started navsyncd", times: crash)
                try await guest("systemctl", "kill", "--signal=KILL", "navsyncd.service")
            }
            var acknowledged: [String] = []
            for writer in writers {
                let result = try await writer.end()
                #expect(result.ending == .exit(0), "\(result)")
                #expect(result.errors.text == "")
                acknowledged += result.output.lines.filter { $0.hasPrefix("acknowledged ") }
            }
            #expect(acknowledged.count == Self.writers * Self.changesOfEach)
            let scene = try JSON(try await guest(as: "ann", "navctl", "--output", "json", "show"))
            let stack = scene["scene"]?["tabs"]?[0]?["stack"]?.array ?? []
            let routes = stack.compactMap { $0["route"]?.string }
            #expect(routes.count == Set(routes).count)
            #expect(Set(routes) == Set(acknowledged.map { String($0.dropFirst(13)) }))
            #expect(Int(try await guest.property("NRestarts")) == Self.crashes)
        }
    }
}
