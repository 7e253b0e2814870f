import Foundation
import RunningProcesses
import Testing

@Suite("The service on a disk that is full", .bootedSystemd, .serialized)
struct FullDiskTests {
    @Test("Changes are refused, reads go on, and with room it goes on by itself")
    func full() async throws {
        try await Guest.withUnits { guest in
            // A disk of its own for the state, as an administrator may have it.
            let state = "/var/lib/navsync"
            try await guest("mkdir", "-p", state)
            try await guest("mount", "-t", "tmpfs", "-o", "size=2m,mode=0700", "tmpfs", state)
            try await guest("systemctl", "start", "navsyncd.service")
            try await guest.admitAnn()
            let main = try await guest.mainProcess()
            try await guest(as: "ann", "navctl", "tab", "declare", "inbox", "--title", "Inbox")

            _ = try await guest.run(["dd", "if=/dev/zero", "of=\(state)/filler", "bs=4k"])
            let written = try await guest.run(
                [
                    "bash", "-c",
                    """
                    for ((change = 1; change <= 200; change++)); do
                        navctl --timeout 2s push "app://$change" --tab inbox || exit
                        echo "acknowledged app://$change"
                    done
                    """,
                ], as: "ann")
            #expect(written.ending != .exit(0), "\(written)")
            #expect(written.errors.text.contains("the disk is full: free some space"), "\(written)")
            let acknowledged = written.output.lines.compactMap { line in
                line.hasPrefix("acknowledged ") ? String(line.dropFirst(13)) : nil
            }
            try await guest.untilJournal(
                tells: "store failed", priority: 3, ["NAV_ACCESS": "writing"])
            let ready = try await guest.fetch("/readyz")
            #expect(ready.code == 503 && ready.text.contains("accepts no changes"), "\(ready)")
            let shown = try await guest(as: "ann", "navctl", "--device", "/home/ann/other", "show")
            for route in acknowledged { #expect(shown.contains(route)) }

            try await guest("rm", "\(state)/filler")
            try await guest(as: "ann", "navctl", "push", "app://after", "--tab", "inbox")
            let works = try await guest.untilJournal(
                tells: "store recovered", priority: 5, ["NAV_ACCESS": "writing"])
            #expect(Int(works["NAV_FAILURES"]?.string ?? "") ?? 0 > 0)
            #expect(try await guest.mainProcess() == main, "nobody had to restart it")
            #expect(try await guest.fetch("/readyz").code == 200)
            // What was refused has waited in the device, and comes before what was done later.
            let refused = "app://\(acknowledged.count + 1)"
            #expect(try await guest.routes() == acknowledged + [refused, "app://after"])
            try await guest("systemctl", "restart", "navsyncd.service")
            #expect(try await guest.routes() == acknowledged + [refused, "app://after"])
        }
    }
}
