import Foundation
import RunningProcesses
import Testing

@Suite("The service under systemd", .bootedSystemd, .serialized)
struct ServiceTests {
    @Test("The first connection starts it; it is ready when it serves, and reports its status")
    func startBySocket() async throws {
        try await Guest.withUnits { guest in
            try await guest("systemctl", "start", "navsyncd.socket")
            #expect(try await guest.property("ActiveState") == "inactive")
            try await guest.admitAnn()
            try await guest(as: "ann", "navctl", "tab", "declare", "inbox", "--title", "Inbox")
            #expect(try await guest.property("ActiveState") == "active")
            // What is started after it finds it serving: systemd waits for the daemon's word.
            try await guest("systemctl", "stop", "navsyncd.service")
            try await guest("systemctl", "start", "navsyncd.service")
            #expect(try await guest.property("SubState") == "running")
            let status = try await guest.property("StatusText")
            #expect(status.wholeMatch(of: /\d+ users?, \d+ devices?, \d+ revisions\/s/) != nil)
            let journal = try await guest("journalctl", "--unit", "navsyncd", "--output", "cat")
            let ready = try #require(journal.range(of: "ready"))
            let started = try #require(journal.range(of: "Started navsyncd.service"))
            #expect(ready.lowerBound < started.lowerBound, "READY=1 follows the first answer")
        }
    }

    @Test("Only the group may connect, and the kernel identifies the user")
    func group() async throws {
        try await Guest.withUnits { guest in
            try await guest("systemctl", "start", "navsyncd.socket")
            try await guest.admitAnn()
            try await guest(as: "ann", "navctl", "status")
            let stranger = try await guest.run(
                ["navctl", "--endpoint", "ipc:///run/navsync/control.sock", "status"], as: "bob")
            #expect(stranger.ending == .exit(4), "\(stranger)")
            let mode = try await guest("stat", "--format", "%a %U %G", "/run/navsync/control.sock")
            #expect(mode == "660 root navsync")
            // In a user namespace all uids but the daemon's own would be one.
            let main = try await guest.mainProcess()
            let own = try await guest("readlink", "/proc/\(main)/ns/user")
            #expect(try await guest("readlink", "/proc/1/ns/user") == own)
        }
    }

    @Test("Stopping the sockets stops the daemon too, and leaves no socket behind")
    func stop() async throws {
        try await Guest.withUnits { guest in
            try await guest("systemctl", "start", "navsyncd.service")
            #expect(try await guest.property("ActiveState", of: "navsyncd.socket") == "active")
            try await guest("systemctl", "stop", "navsyncd.socket")
            #expect(try await guest.property("ActiveState") == "inactive")
            #expect(try await guest.property("Result") == "success")
            #expect(try await guest("ls", "/run/navsync") == "")
            let result = try await guest.run(["navctl", "status"], as: "ann")
            #expect(result.ending == .exit(3), "\(result)")
            // Who may connect is told that nobody listens; who may not, what it takes.
            let named = ["navctl", "--endpoint", "ipc:///run/navsync/control.sock", "status"]
            let member = try await guest.run(named, as: "ann")
            #expect(member.ending == .exit(3), "\(member)")
            #expect(member.errors.text.contains("no listener at"), "\(member)")
            let stranger = try await guest.run(named, as: "bob")
            #expect(stranger.ending == .exit(4), "\(stranger)")
            #expect(stranger.errors.text.contains("group 'navsync'"), "\(stranger)")
        }
    }

    @Test("A daemon that stands still is ended by the watchdog and replaced")
    func watchdog() async throws {
        try await Guest.withUnits { guest in
            try await guest.amend("[Service]\nWatchdogSec=5s\n")
            try await guest("systemctl", "start", "navsyncd.service")
            try await guest.admitAnn()
            let frozen = try await guest.mainProcess()
            try await guest(
                "systemctl", "kill", "--kill-whom=main", "--signal=STOP", "navsyncd.service")
            try await guest.untilJournal(says: "Watchdog timeout")
            // Who comes meanwhile waits for the next daemon.
            try await guest(as: "ann", "navctl", "--timeout", "60s", "status")
            #expect(try await guest.mainProcess() != frozen)
            #expect(try await guest.property("NRestarts") == "1")
        }
    }

    @Test("A daemon that works is not taken for one that hangs")
    func watchdogIsFed() async throws {
        try await Guest.withUnits { guest in
            try await guest.amend("[Service]\nWatchdogSec=2s\n")
            try await guest("systemctl", "start", "navsyncd.service")
            let main = try await guest.mainProcess()
            // Its end is waited for, for four times as long as systemd would be patient.
            let life = try await guest.run([
                "timeout", "8", "tail", "--pid", main, "-f", "/dev/null",
            ])
            #expect(life.ending == .exit(124), "\(life)")
            #expect(try await guest.mainProcess() == main)
        }
    }

    @Test("Systemd's own judgement of the sandbox is that of the units as they are loaded")
    func sandbox() async throws {
        try await Guest.withUnits { guest in
            try await guest("systemctl", "start", "navsyncd.service")
            try await guest("systemd-analyze", "security", "--threshold=15", "navsyncd.service")
            let main = try await guest.mainProcess()
            let status = try await guest("cat", "/proc/\(main)/status")
            for line in ["CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"] {
                #expect(status.contains(line), "\(line)")
            }
            // Seen with the daemon's eyes: root itself can't write there, nor find a home or disk.
            for command in [
                "touch /usr/bin/x", "touch /etc/x", "ls /home/ann", "ls /dev/mem", "/bin/true",
            ] {
                let words = command.split(separator: " ").map(String.init)
                let result = try await guest.run(["nsenter", "--mount", "--target", main] + words)
                #expect(result.ending != .exit(0), "\(command)")
            }
        }
    }

    @Test("A credential that is not there stops nothing, and one that is there is handed over")
    func credential() async throws {
        try await Guest.withUnits { guest in
            let given = "/run/credentials/navsyncd.service/navsync.server-key"
            try await guest("systemctl", "start", "navsyncd.service")
            #expect(try await guest.run(["test", "-e", given]).ending == .exit(1))
            try await guest("systemctl", "stop", "navsyncd.service")
            // The key of the first start, from now on where the administrator keeps it.
            let made = "/var/lib/navsync/server.key"
            try await guest.shell(
                "install -D -m 600 \(made) /etc/credstore/navsync.server-key && rm \(made)")
            try await guest("systemctl", "start", "navsyncd.service")
            try await guest("cmp", "/etc/credstore/navsync.server-key", given)
            #expect(try await guest.run(["test", "-e", made]).ending == .exit(1))
            #expect(try await guest("stat", "--format", "%a %U", given) == "400 navsync")
        }
    }

    @Test("A device of the machine's daemon is not moved to the user's own, nor back, silently")
    func ownBesideTheMachines() async throws {
        try await Guest.withUnits { guest in
            let uid = try await guest("id", "--user", "ann")
            let here = "XDG_RUNTIME_DIR=/run/user/\(uid)"
            func navctl(_ words: String...) async throws -> Finished {
                try await guest.run(["env", here, "navctl", "--output", "json"] + words, as: "ann")
            }
            func source() async throws -> String? {
                let status = try await navctl("status")
                return try JSON(status.output.text)["source"]?.string
            }
            try await guest("systemctl", "start", "user@\(uid).service", "navsyncd.socket")
            try await guest.admitAnn()
            _ = try await navctl("tab", "declare", "inbox", "--title", "Inbox")
            #expect(try await source() == "system")
            let manage = ["env", here, "systemctl", "--user"]
            let start = try await guest.run(
                manage + ["enable", "--now", "navsyncd.socket"], as: "ann")
            #expect(start.ending == .exit(0), "\(start)")
            #expect(try await source() == "system")

            // The machine's is away: what is done waits for it, and goes to no other.
            try await guest("systemctl", "stop", "navsyncd.socket")
            let push = try await navctl("push", "mail://kept")
            #expect(push.ending == .exit(3), "\(push)")
            #expect(push.errors.text.contains("for the daemon at 'ipc:///run/navsync"), "\(push)")
            #expect(!push.errors.text.contains("group"), "nobody lacks it: \(push)")
            try await guest("systemctl", "start", "navsyncd.socket")
            let shown = try await navctl("show")
            let stack = try JSON(shown.output.text)["scene"]?["tabs"]?[0]?["stack"]?.array
            #expect(stack?.map { $0["route"]?.string } == ["mail://kept"], "\(shown)")

            let own = "ipc:///run/user/\(uid)/navsync/control.sock"
            let visit = try await navctl("--endpoint", own, "show")
            #expect(visit.errors.text.contains("another store"), "\(visit)")
            let adopt = try await navctl("--endpoint", own, "device", "adopt")
            #expect(adopt.ending == .exit(0), "\(adopt)")
            #expect(try await source() == "own")
            // And so the other way round.
            _ = try await guest.run(manage + ["stop", "navsyncd.socket"], as: "ann")
            let away = try await navctl("show")
            #expect(away.ending == .exit(3), "\(away)")
            #expect(away.errors.text.contains(own), "\(away)")
        }
    }

    @Test("A user's own daemon starts by its own sockets, without an administrator")
    func ownDaemon() async throws {
        try await Guest.withUnits { guest in
            let uid = try await guest("id", "--user", "bob")
            try await guest("systemctl", "start", "user@\(uid).service")
            let here = "XDG_RUNTIME_DIR=/run/user/\(uid)"
            try await guest(
                as: "bob", "env", here, "systemctl", "--user", "enable", "--now", "navsyncd.socket")
            try await guest(
                as: "bob", "env", here, "navctl", "tab", "declare", "inbox", "--title", "Inbox")
            let state = try await guest(
                as: "bob", "env", here, "systemctl", "--user", "is-active", "navsyncd.service")
            #expect(state == "active")
            // What a user's manager can do of the sandbox: the rest needs privileges.
            try await guest(
                as: "bob", "env", here, "systemd-analyze", "--user", "security", "--threshold=51",
                "navsyncd.service")
            let data = "/home/bob/.local/state/navsync"
            #expect(try await guest("stat", "--format", "%a %U", data) == "700 bob")
        }
    }
}
