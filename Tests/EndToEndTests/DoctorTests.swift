import Foundation
import SQLite
import RunningProcesses
import Testing

@Suite("navctl doctor, and a database that was put back", .inTurns)
struct DoctorTests {
    private func check(_ name: String, in found: JSON) -> JSON? {
        found["checks"]?.array?.first { $0["name"]?.string == name }
    }

    private func filled(_ place: Installation) async throws -> RunningProcess {
        let daemon = try await place.daemon()
        try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
        try await place.change(as: "phone", "push", "mail://1")
        return daemon
    }

    /// Stops the daemon and puts a copy of its whole data away: the database, and beside it what would
    /// tell that the database alone was put back.
    private func backUp(_ place: Installation, _ daemon: RunningProcess) async throws {
        try await daemon.stop()
        for suffix in ["", ".token", ".mark"] {
            try FileManager.default.copyItem(
                atPath: place.database + suffix, toPath: place("copy.sqlite") + suffix)
        }
    }

    private func restore(_ place: Installation) throws {
        for suffix in ["", "-wal", "-shm", ".token", ".mark"] {
            try? FileManager.default.removeItem(atPath: place.database + suffix)
        }
        for suffix in ["", ".token", ".mark"] {
            try FileManager.default.copyItem(
                atPath: place("copy.sqlite") + suffix, toPath: place.database + suffix)
        }
    }

    @Test("All is in order: memory, log, snapshot, database and mirror agree, digest by digest")
    func fine() async throws {
        try await Installation.run { place in
            _ = try await filled(place)
            _ = try await place.ask(as: "phone", "show")
            let found = try await place.ask(as: "phone", "doctor")
            #expect(found["ok"] == .boolean(true), "\(found)")
            let names = [
                "daemon memory", "log replay", "snapshot and log", "mirror on disk", "mirror now",
            ]
            let digests = names.map { check($0, in: found)?["digest"]?.string }
            #expect(Set(digests).count == 1 && digests[0]?.count == 64, "\(found)")
            for name in names + ["database", "device's database"] {
                #expect(check(name, in: found)?["ok"] == .boolean(true), "\(name)")
            }
            let text = try await place.navctl(as: "phone", "doctor")
            #expect(text.ending == .exit(0))
            #expect(text.output.text.contains("log replay"), "\(text)")
            // A device that has never been there has nothing to compare.
            let fresh = try await place.navctl(as: "fresh", "doctor")
            #expect(fresh.ending == .exit(0), "\(fresh)")
        }
    }

    @Test("Without a daemon it reports that, with the exit status of every command")
    func noDaemon() async throws {
        try await Installation.run { place in
            let alone = try await place.navctl("doctor")
            #expect(alone.ending == .exit(3), "\(alone)")
        }
    }

    @Test(
        "W5: data put back whole without --new-epoch is noticed, both states are kept, doctor says")
    func putBack() async throws {
        try await Installation.run { place in
            try await backUp(place, try await filled(place))
            let second = try await place.daemon()
            try await place.change(as: "phone", "push", "mail://lost")
            try await second.stop()
            try restore(place)
            try await place.daemon()
            // The phone knows by its receipt of a revision that the daemon does not have.
            let ahead = try await place.navctl(as: "phone", "--output", "json", "doctor")
            #expect(ahead.ending == .exit(1), "\(ahead)")
            let found = try JSON(ahead.output.text)
            #expect(found["ok"] == .boolean(false))
            let advice = check("replaced", in: found)?["advice"]?.string
            #expect(advice?.contains("--new-epoch") == true, "\(found)")
            let report = try #require(found["reports"]?.array?.first?.string)
            #expect(FileManager.default.fileExists(atPath: report + "/mirror.snapshot"))
            #expect(
                OfflineTests.routes(try await place.ask(as: "phone", "show"))
                    == ["mail://", "mail://1"])
            // And then all is well again.
            let after = try await place.ask(as: "phone", "doctor")
            #expect(after["ok"] == .boolean(true), "\(after)")
            let status = try await place.status(as: "phone")
            #expect(status["equal"] == .boolean(true))
        }
    }

    @Test("W5: equal revisions with unequal records are noticed by the next command of the device")
    func differs() async throws {
        try await Installation.run { place in
            try await backUp(place, try await filled(place))
            let second = try await place.daemon()
            try await place.change(as: "phone", "push", "mail://lost")
            _ = try await place.ask(as: "phone", "show")
            let watch = try await place.watch(as: "tablet")
            try await second.stop()
            try restore(place)
            try await place.daemon()
            // Who follows the scene says so too.
            try await watch.wait(for: "a word about what was lost") { transcript in
                transcript.output.lines.contains {
                    $0.contains("replaced") && $0.contains("please report this")
                } ? true : nil
            }
            try await place.change(as: "desk", "push", "mail://other")
            let before = try await place.navctl(as: "phone", "--output", "json", "doctor")
            #expect(before.ending == .exit(1), "\(before)")
            let found = try JSON(before.output.text)
            #expect(check("mirror on disk", in: found)?["ok"] == .boolean(false), "\(found)")
            #expect(check("mirror now", in: found)?["ok"] == .boolean(true), "\(found)")
            let shown = try await place.ask(as: "phone", "show")
            #expect(OfflineTests.routes(shown) == ["mail://", "mail://1", "mail://other"])
        }
    }

    @Test("After --new-epoch nobody goes on from the lost past, and what waited comes once each")
    func newEpoch() async throws {
        try await Installation.run { place in
            try await backUp(place, try await filled(place))
            let second = try await place.daemon()
            try await place.change(as: "phone", "push", "mail://lost")
            let epoch = try await place.ask(as: "phone", "show")["epoch"]?.string
            let watch = try await place.watch(as: "tablet")
            try await second.stop()
            for number in 1...3 {
                let push = try await place.navctl(as: "phone", "push", "mail://waits/\(number)")
                #expect(push.ending == .exit(3))
            }
            try restore(place)
            try await place.daemon("--new-epoch")
            try await place.change(as: "phone", "push", "mail://last")
            let shown = try await place.ask(as: "phone", "show")
            #expect(shown["epoch"]?.string != epoch && shown["pending"]?.integer == 0)
            let expected =
                ["mail://", "mail://1"] + (1...3).map { "mail://waits/\($0)" } + ["mail://last"]
            #expect(OfflineTests.routes(shown) == expected)
            let doctor = try await place.ask(as: "phone", "doctor")
            #expect(doctor["ok"] == .boolean(true), "\(doctor)")
            // What it has seen of the lost past is kept, though there are as many revisions now.
            #expect(doctor["reports"]?.array?.count == 1, "\(doctor)")
            #expect(try await place.status(as: "phone")["remembered"]?.integer == 1)
            // Who followed all the while is taken along.
            let digest = try #require(shown["digest"]?.string)
            try await watch.wait(for: "the scene of the new epoch") { transcript in
                transcript.output.lines.contains { $0.contains(digest) } ? true : nil
            }
        }
    }

    @Test("An unreadable outbox is reported by every command that flushes it")
    func unreadableOutbox() async throws {
        try await Installation.run { place in
            let daemon = try await filled(place)
            try await place.change(as: "phone", "push", "mail://2")
            try await daemon.stop()
            let kept = try await place.navctl(as: "phone", "push", "mail://waits")
            #expect(kept.ending == .exit(3), "\(kept)")
            try await onOwnThread {
                let queue = try DatabaseQueue(path: place.device("phone") + "/device.sqlite")
                // An outcome that is none, of a change that the mirror would have to show.
                try queue.writeWithoutTransaction { db in
                    try db.execute(
                        sql: "UPDATE entry SET outcomes = NULL, revision = 1 << 40 WHERE state = 1")
                }
                try queue.close()
            }
            try await place.daemon()
            for command in ["show", "status", "doctor", "log"] {
                let result = try await place.navctl(as: "phone", command)
                let output = result.errors.text + result.output.text
                #expect(output.contains(place.device("phone") + " is damaged"), "\(result)")
            }
            let doctor = try await place.navctl(as: "phone", "doctor")
            #expect(doctor.ending == .exit(1), "\(doctor)")
        }
    }

    @Test("An unreadable mirror is reported and repaired")
    func unreadableMirror() async throws {
        try await Installation.run { place in
            _ = try await filled(place)
            _ = try await place.ask(as: "phone", "show")
            let file = URL(filePath: place.device("phone") + "/device.sqlite")
            var data = try Data(contentsOf: file)
            #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
            // The name of a record is text, and what is no UTF-8 can't be read.
            while let range = data.range(of: Data("inbox".utf8)) {
                data.replaceSubrange(range, with: Data(repeating: 0xff, count: range.count))
            }
            try data.write(to: file)
            let sick = try await place.navctl(as: "phone", "doctor")
            #expect(sick.ending == .exit(1), "\(sick)")
            #expect(sick.output.text.contains("doctor --repair"), "\(sick)")
            let repaired = try await place.navctl(as: "phone", "doctor", "--repair")
            #expect(repaired.output.text.contains("it has been replaced"), "\(repaired)")
            let well = try await place.navctl(as: "phone", "doctor")
            #expect(well.ending == .exit(0), "\(well)")
            let shown = try await place.ask(as: "phone", "show")
            #expect(OfflineTests.routes(shown) == ["mail://", "mail://1"])
        }
    }
}
