import Foundation
import RunningProcesses
import Testing

@Suite("The service reads its configuration again", .bootedSystemd, .serialized)
struct ReloadTests {
    private static let file = "/etc/navsync/navsyncd.yaml"

    @Test("A valid one takes effect, and systemd is notified of its begin and its end")
    func good() async throws {
        try await Guest.withUnits { guest in
            try await guest("systemctl", "start", "navsyncd.service")
            let main = try await guest.mainProcess()
            // From here on systemd writes down what it is told.
            try await guest("systemd-analyze", "log-level", "debug")
            try await guest.write(Self.file, "log:\n  level: debug\nlimits:\n  changeRate: 7\n")
            try await guest("systemctl", "reload", "navsyncd.service")
            try await guest.untilJournal(
                tells: "configuration reloaded", priority: 5,
                ["NAV_CHANGED": "log.level,limits.changeRate"])
            try await guest.untilJournal(says: "(RELOADING=1, MONOTONIC_USEC=")
            let journal = try await guest("journalctl", "--unit=navsyncd", "--output=cat")
            let reloading = try #require(journal.range(of: "(RELOADING=1, "))
            try await guest.untilJournal(says: "(READY=1)")
            let after = try await guest("journalctl", "--unit=navsyncd", "--output=cat")
            #expect(after[reloading.upperBound...].contains("(READY=1)"))
            #expect(try await guest.property("ActiveState") == "active")
            #expect(try await guest.mainProcess() == main)
            // At debug, lines say where in the program they are from.
            try await guest.untilJournal(
                tells: "configuration reloaded", priority: 5, ["CODE_FUNC": "reload()"])
        }
    }

    @Test("A bad one is refused with the place of each mistake, and the one before stays in force")
    func bad() async throws {
        try await Guest.withUnits { guest in
            try await guest.write(Self.file, "log:\n  level: debug\n")
            try await guest("systemctl", "start", "navsyncd.service")
            try await guest.admitAnn()
            let main = try await guest.mainProcess()
            try await guest.write(Self.file, "log:\n  level: loud\nlimits: {changeRate: 0}\n")
            let reload = try await guest.run(["systemctl", "reload", "navsyncd.service"])
            #expect(reload.ending == .exit(1), "\(reload)")
            try await guest.untilJournal(
                tells: "configuration error found", priority: 3,
                ["NAV_PLACE": "\(Self.file):2:10"])
            try await guest.untilJournal(
                tells: "configuration error found", priority: 3,
                ["NAV_PLACE": "\(Self.file):3:22"])
            let refused = try await guest.untilJournal(
                tells: "configuration not reloaded: previous settings kept", priority: 3)
            #expect(refused["NAV_MISTAKES"]?.string == "2")
            #expect(try await guest.metric("navsync_config_reload_successful") == 0)
            // Still at debug, still serving.
            #expect(refused["CODE_FUNC"]?.string == "reload()")
            #expect(try await guest.property("ActiveState") == "active")
            try await guest(as: "ann", "navctl", "tab", "declare", "inbox", "--title", "Inbox")
            #expect(try await guest.mainProcess() == main)

            // With such a file it would not start; and what is wrong can be asked beforehand.
            let check = try await guest.run(["navsyncd", "--check-config", "--config", Self.file])
            #expect(check.ending == .exit(2), "\(check)")
            #expect(check.errors.text.contains("\(Self.file):2:10: "), "\(check)")
        }
    }
}
