import Foundation
import RunningProcesses
import Testing

@Suite("Metrics of the service", .bootedSystemd, .serialized)
struct ServiceMetricsTests {
    @Test("They are there for this machine, inside the sandbox, and count what is done")
    func scraped() async throws {
        try await Guest.withUnits { guest in
            try await guest.joinNetwork()
            try await guest("systemctl", "start", "navsyncd.service")
            try await guest.admitAnn()
            let before = try await guest.metric("navsync_commits_total")
            try await guest(as: "ann", "navctl", "tab", "declare", "inbox", "--title", "Inbox")
            for number in 1...3 {
                try await guest(as: "ann", "navctl", "push", "app://\(number)", "--tab", "inbox")
            }
            #expect(try await guest.metric("navsync_commits_total") == before + 4)
            // What it reads of itself is there in spite of ProcSubset= and ProtectProc=.
            #expect(try await guest.metric("process_open_fds") > 3)
            #expect(try await guest.metric("process_resident_memory_bytes") > 1e6)
            #expect(try await guest.metric("navsync_store_free_bytes") > 0)
            let answer = try await guest.fetch("/metrics")
            #expect(answer.text.hasSuffix("# EOF"))
            #expect(!answer.text.contains("ann"))
            #expect(try await guest.fetch("/healthz").code == 200)
            #expect(try await guest.fetch("/readyz").code == 200)
            #expect(try await !guest.answers(at: Guest.address, port: 9464))
        }
    }
}
