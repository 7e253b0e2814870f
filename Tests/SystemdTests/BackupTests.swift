import Foundation
import RunningProcesses
import Testing

@Suite("The service is backed up and put back", .bootedSystemd, .serialized)
struct BackupTests {
    private static let file = "/var/backups/navsync.backup"
    private static let data = "/var/lib/navsync"
    private static let detectedRestore =
        "backup restored: every scene starts a new epoch"

    /// A guest with ann at her desk, one tab, and a tablet that bob carries.
    private static func withDevices(_ body: (Guest) async throws -> Void) async throws {
        try await Guest.withUnits { guest in
            try await guest.joinNetwork()
            try await guest.write(
                "/etc/navsync/navsyncd.yaml",
                "listen: {advertise: ['\(Guest.address):7311']}\n")
            try await guest("systemctl", "start", "navsyncd.socket", "navsyncd-tcp.socket")
            try await guest.admitAnn()
            try await guest(as: "ann", "navctl", "tab", "declare", "inbox", "--title", "Inbox")
            try await guest.pairTablet()
            try await guest("mkdir", "-p", "/var/backups")
            try await body(guest)
        }
    }

    @Test(
        "A backup is made while people write; put back, it has what was there, and who was shut out"
    )
    func backUpAndRestore() async throws {
        try await Self.withDevices { guest in
            let writer = try guest.start(
                [
                    "bash", "-c",
                    """
                    for ((change = 1; ; change++)); do
                        navctl --timeout 60s push "app://$change" --tab inbox >/dev/null || exit 1
                        echo "app://$change"
                        [ ! -e /tmp/enough ] || exit 0
                    done
                    """,
                ], as: "ann")
            try await writer.wait(for: "changes") { $0.output.lines.count >= 5 ? true : nil }
            let before = writer.transcript.output.lines
            let report = try await guest("navctl", "--output", "json", "backup", Self.file)
            #expect(try JSON(report)["users"]?.integer == 1)
            let during = writer.transcript.output.lines.count
            try await writer.wait(for: "changes after it") { transcript in
                transcript.output.lines.count > during + 2 ? true : nil
            }
            try await guest("touch", "/tmp/enough")
            let written = try await writer.end()
            #expect(written.ending == .exit(0) && written.errors.text == "", "\(written)")
            #expect(try await guest("stat", "--format", "%a %U", Self.file) == "600 root")
            // What is to hold after the restore too; and what ends with it.
            try await guest(as: "ann", "navctl", "device", "revoke", "tablet", "--yes")
            try await guest(as: "ann", "navctl", "device", "invite", "--name", "phone")

            let early = try await guest.run(["navctl", "restore", Self.file])
            #expect(early.ending == .exit(1), "\(early)")
            #expect(early.errors.text.contains("systemctl stop navsyncd.socket"), "\(early)")
            try await guest(
                "systemctl", "stop", "navsyncd.socket", "navsyncd-tcp.socket", "navsyncd.service")
            try await guest("navctl", "restore", Self.file)
            try await guest("systemctl", "start", "navsyncd.socket", "navsyncd-tcp.socket")
            let other = try await guest(as: "ann", "navctl", "--device", "/home/ann/new", "show")
            for route in before { #expect(other.contains(route)) }
            let reported = try await guest.untilJournal(tells: Self.detectedRestore, priority: 4)
            #expect(reported["NAV_REVOCATIONS"]?.string == "1")

            let refused = try await guest.run(
                ["navctl", "--device", "/home/bob/tablet", "status"], as: "bob")
            #expect(refused.ending == .exit(4), "\(refused)")
            let devices = try JSON(
                try await guest(as: "ann", "navctl", "--output", "json", "device", "list"))
            #expect(devices["invitations"]?.array?.isEmpty == true)
            try await guest(as: "ann", "navctl", "push", "app://after", "--tab", "inbox")
            #expect(try await guest.routes().last == "app://after")
            let kept = "\(Self.data)/navsync.sqlite.before-restore"
            #expect(try await guest("stat", "--format", "%a %U", kept) == "600 navsync")
        }
    }

    @Test("Put back by the next start, it finds a watch that goes on by itself")
    func atNextStart() async throws {
        try await Self.withDevices { guest in
            try await guest(as: "ann", "navctl", "push", "app://kept", "--tab", "inbox")
            try await guest("navctl", "backup", Self.file)
            let tablet = ["navctl", "--device", "/home/bob/tablet", "--output", "json"]
            let watch = try guest.start(tablet + ["watch"], as: "bob")
            try await watch.wait(for: "a feed that is live") { transcript in
                transcript.output.text.contains(#""status":"live""#) ? true : nil
            }
            try await guest("navctl", "restore", Self.file, "--at-next-start")
            try await guest("systemctl", "restart", "navsyncd.service")
            try await guest.untilJournal(tells: Self.detectedRestore, priority: 4)
            // A change from before it is live once more is in the history that it goes on with.
            try await watch.wait(for: "the feed of the restored history") { transcript in
                let times = transcript.output.text.components(separatedBy: #""status":"live""#)
                return times.count > 2 ? true : nil
            }
            try await guest(as: "ann", "navctl", "push", "app://after", "--tab", "inbox")
            try await watch.wait(for: "what happens after") { transcript in
                transcript.output.text.contains("app://after") ? true : nil
            }
            #expect(watch.transcript.ending == nil)
            #expect(try await guest.routes() == ["app://kept", "app://after"])
        }
    }

    @Test("A backup and the key move to a new machine: devices notice nothing else")
    func move() async throws {
        try await Self.withDevices { guest in
            let tablet = ["navctl", "--device", "/home/bob/tablet"]
            try await guest("navctl", "backup", Self.file)
            let fingerprint = try await guest("navctl", "key", "show")
            try await guest("cp", "\(Self.data)/server.key", "/root/server.key")
            try await guest(
                "systemctl", "stop", "navsyncd.socket", "navsyncd-tcp.socket", "navsyncd.service")
            // As on a machine where nothing was but the package.
            try await guest("rm", "-r", Self.data)
            try await guest(
                "install", "-d", "-o", "navsync", "-g", "navsync", "-m", "700", Self.data)
            try await guest(
                "install", "-o", "navsync", "-g", "navsync", "-m", "600", "/root/server.key",
                "\(Self.data)/server.key")
            try await guest("navctl", "restore", Self.file)
            try await guest("systemctl", "start", "navsyncd.socket", "navsyncd-tcp.socket")
            #expect(try await guest("navctl", "--timeout", "60s", "key", "show") == fingerprint)
            let push = try await guest.run(tablet + ["push", "app://moved"], as: "bob")
            #expect(push.ending == .exit(0), "\(push)")
            #expect(try await guest.routes() == ["app://moved"])
        }
    }
}
