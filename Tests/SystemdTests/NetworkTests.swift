import Foundation
import RunningProcesses
import Testing

@Suite("The service on a network", .bootedSystemd, .serialized)
struct NetworkTests {
    private static let restarts = 3
    private static let file = "/etc/navsync/navsyncd.yaml"

    @Test("A device pairs over systemd's sockets, works through restarts, and is revoked")
    func pairedDevice() async throws {
        try await Guest.withUnits { guest in
            try await guest.joinNetwork()
            try await guest.write(Self.file, "listen: {advertise: ['\(Guest.address):7311']}\n")
            try await guest("systemctl", "start", "navsyncd.socket", "navsyncd-tcp.socket")
            try await guest.admitAnn()
            try await guest(as: "ann", "navctl", "tab", "declare", "inbox", "--title", "Inbox")
            try await guest.pairTablet()
            try await guest.untilJournal(
                tells: "device paired", priority: 5,
                ["NAV_DEVICE_NAME": "tablet", "NAV_USER_ID": "ann", "NAV_DEVICE_ROLE": "full"])
            let status = try JSON(
                try await guest(
                    as: "bob", "navctl", "--device", "/home/bob/tablet", "--output", "json",
                    "status"))
            #expect(status["endpoint"]?.string == "tcp://\(Guest.address):7311")

            try await Self.workThroughRestarts(guest)

            try await guest(as: "ann", "navctl", "device", "revoke", "tablet", "--yes")
            let refused = try await guest.run(
                ["navctl", "--device", "/home/bob/tablet", "push", "app://late"], as: "bob")
            #expect(refused.ending == .exit(4), "\(refused)")
            try await guest.untilJournal(tells: "access denied: connections closed", priority: 5)
            #expect(try await !guest.routes().contains("app://late"))
        }
    }

    /// Has the tablet write and watch while the daemon is restarted: no connection is refused, none
    /// of what was acknowledged is lost, and all of it is seen.
    private static func workThroughRestarts(_ guest: Guest) async throws {
        let watch = try guest.start(
            ["navctl", "--device", "/home/bob/tablet", "--output", "json", "watch"], as: "bob")
        try await watch.wait(for: "a feed that is live") { transcript in
            transcript.output.text.contains(#""status":"live""#) ? true : nil
        }
        let writer = try guest.start(
            [
                "bash", "-c",
                """
                for ((change = 1; ; change++)); do
                    navctl --device ~/tablet --timeout 60s push "app://$change" --tab inbox || exit 1
                    [ ! -e /tmp/enough ] || exit 0
                done
                """,
            ], as: "bob")
        // Attempts that nobody waits for: each has to be taken, whether a daemon runs or not.
        let attempts = try guest.start([
            "bash", "-c",
            """
            until [ -e /tmp/enough ]; do
                exec 3<>/dev/tcp/\(Guest.address)/7311 || exit 1
                echo taken
                read -r -t 0.05 -u 3 _
                exec 3>&-
            done
            """,
        ])
        for restart in 1...restarts {
            try await writer.wait(for: "changes") { transcript in
                transcript.output.lines.count >= 4 * restart ? true : nil
            }
            try await guest("systemctl", "restart", "navsyncd.service")
        }
        try await writer.wait(for: "changes by the last daemon") { transcript in
            transcript.output.lines.count >= 4 * (restarts + 1) ? true : nil
        }
        try await guest("touch", "/tmp/enough")
        let written = try await writer.end()
        #expect(written.ending == .exit(0) && written.errors.text == "", "\(written)")
        let tried = try await attempts.end()
        #expect(tried.ending == .exit(0) && tried.errors.text == "", "\(tried)")
        #expect(tried.output.lines.count > restarts)
        let acknowledged = (1...written.output.lines.count).map { "app://\($0)" }
        #expect(try await guest.routes() == acknowledged)
        let last = acknowledged.last ?? ""
        try await watch.wait(for: "the last change") { transcript in
            transcript.output.text.contains(last) ? true : nil
        }
        #expect(watch.transcript.ending == nil)
    }

    @Test("A running service is opened to the network, and to one address, by its unit")
    func address() async throws {
        try await Guest.withUnits { guest in
            try await guest.joinNetwork()
            try await guest("systemctl", "start", "navsyncd.socket", "navsyncd.service")
            #expect(try await !guest.answers(at: Guest.address, port: 7311))
            try await guest("systemctl", "enable", "navsyncd-tcp.socket")
            try await guest("systemctl", "restart", "navsyncd.service")
            #expect(try await guest.answers(at: Guest.address, port: 7311))
            #expect(try await guest.answers(at: Guest.address, port: 7312))
            try await guest.amend(
                """
                [Socket]
                ListenStream=
                ListenStream=\(Guest.address):17311
                ListenStream=\(Guest.address):17312

                """, of: "navsyncd-tcp.socket")
            try await guest("systemctl", "stop", "navsyncd-tcp.socket")
            try await guest("systemctl", "restart", "navsyncd.service")
            #expect(try await guest.answers(at: Guest.address, port: 17311))
            #expect(try await guest.answers(at: Guest.address, port: 17312))
            // What it knocked at to try its doors is gone: its two pairs are all that listens.
            let listening = try await guest(
                "ss", "--no-header", "--listening", "--tcp", "--numeric")
            let own = listening.split(separator: "\n").filter { $0.contains(":1731") }
            #expect(own.count == 2, "\(listening)")
        }
    }

    @Test(
        "Its own tcp listener is reachable by this machine alone, and a warning is logged",
        arguments: ["*", Guest.address])
    func confined(host: String) async throws {
        try await Guest.withUnits { guest in
            // With another machine's side of it, so that there is an address beside loopback's.
            try await guest.joinNetwork()
            try await guest("ip", "link", "add", "near", "type", "veth", "peer", "far")
            try await guest("ip", "address", "add", "192.0.2.8/32", "dev", "near")
            try await guest("ip", "link", "set", "near", "up")
            try await guest.write(Self.file, "listen: {tcp: '\(host):4250'}\n")
            try await guest("systemctl", "start", "navsyncd.service")
            let entry = try await guest.untilJournal(
                tells: "tcp address unreachable from other machines", priority: 4,
                ["NAV_ADDRESS": "\(host):4250"])
            #expect(entry["NAV_REASON"]?.string?.contains("navsyncd-tcp.socket") == true)
            #expect(try await !guest.answers(at: Guest.address, port: 4250))
            #expect(try await guest.answers(at: "127.0.0.1", port: 4250) == (host == "*"))
        }
    }
}
