import Foundation
import SQLite
import Testing

@Suite("Healing from devices", .inTurns)
struct HealTests {
    private static let devices = ["desk", "phone", "wall"]

    /// Makes a scene on three devices, each of which has seen more than the one before; the first has an
    /// acknowledged change whose commit it has not seen.
    private func makeScene(_ place: Installation) async throws {
        try await place.change("tab", "declare", "inbox", "--title", "Inbox")
        try await place.change(as: "phone", "push", "mail://1")
        try await place.change(as: "wall", "push", "mail://2")
        try await place.change("push", "mail://3")
        try await place.change(as: "wall", "push", "mail://4")
        _ = try await place.ask(as: "phone", "show")
        try await place.change(as: "phone", "push", "mail://5")
    }

    private func routes(_ place: Installation, as device: String) async throws -> [String] {
        OfflineTests.routes(try await place.ask(as: device, "show"))
    }

    @Test("The whole state directory is lost, and all comes back from three devices")
    func wholeDirectory() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await makeScene(place)
            try await daemon.stop()
            try FileManager.default.removeItem(atPath: place.data)
            let next = try await place.daemon("--new-state")
            // Nothing is taken from who only looks.
            let list = try await place.navctl(as: "phone", "heal", "--list")
            #expect(list.ending == .exit(0), "\(list)")
            #expect(list.output.text.contains("the acknowledged revision is unknown"), "\(list)")
            #expect(list.output.text.contains("pushed mail://1"), "\(list)")
            #expect(try await routes(place, as: "new").isEmpty)
            // In whatever order.
            for device in ["phone", "wall", "desk"] {
                let healing = try await place.navctl(as: device, "heal")
                #expect(healing.ending == .exit(0), "\(device): \(healing)")
                // A state that is back is not said to be missing.
                #expect(!healing.errors.text.contains("new epoch"), "\(device): \(healing)")
            }
            let log = try await place.navctl("log")
            #expect(log.errors.text.contains("the log begins at revision"), "\(log)")
            let expected = Set((1...5).map { "mail://\($0)" })
            for device in Self.devices + ["new"] {
                let show = try await place.navctl(as: device, "show")
                #expect(show.ending == .exit(0), "\(device): \(show)")
                #expect(!show.errors.text.contains("another store"), "\(device): \(show)")
                let routes = try await routes(place, as: device)
                #expect(Set(routes) == expected && routes.count == 5, "\(device): \(routes)")
            }
            // They go on as one, and nobody has anything more to bring.
            try await place.change(as: "wall", "push", "mail://6")
            #expect(try await routes(place, as: "desk").last == "mail://6")
            for device in Self.devices {
                let again = try await place.navctl(as: device, "heal")
                #expect(again.ending == .exit(0), "\(device): \(again)")
                #expect(!again.output.text.contains("healed"), "\(device): \(again)")
            }
            #expect(try await place.navctl("doctor").ending == .exit(0))
            #expect(next.transcript.errors.text.contains("scene healed"))
        }
    }

    @Test("A scene in which bits have flipped comes back from a device that mirrors it")
    func rottenScene() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            try await place.change(as: "phone", "push", "mail://1")
            try await daemon.stop()
            try await onOwnThread {
                let queue = try DatabaseQueue(path: place.database)
                try queue.writeWithoutTransaction { db in
                    try db.execute(
                        sql: "UPDATE log SET bytes = zeroblob(length(bytes))")
                }
                try queue.close()
            }
            try await place.daemon()
            let show = try await place.navctl(as: "phone", "show")
            #expect(show.ending == .exit(1) && show.errors.text.contains("damaged"), "\(show)")
            let healing = try await place.navctl(as: "phone", "heal")
            #expect(healing.ending == .exit(0), "\(healing)")
            for device in ["phone", "desk"] {
                #expect(try await routes(place, as: device) == ["mail://1"])
            }
            try await place.change(as: "desk", "push", "mail://2")
            #expect(try await routes(place, as: "phone").last == "mail://2")
        }
    }

    @Test("Leaves a copy that lacks acknowledged changes to a person")
    func checkedAgainstTheMark() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            _ = try await place.ask(as: "phone", "show")
            try await place.change("push", "mail://1")
            try await place.change("push", "mail://2")
            try await daemon.stop()
            for suffix in ["", "-wal", "-shm", ".token"] {
                try? FileManager.default.removeItem(atPath: place.database + suffix)
            }
            try await place.daemon("--new-state")
            let early = try await place.navctl(as: "phone", "heal")
            #expect(early.ending == .exit(1), "\(early)")
            #expect(early.output.text.contains("it lacks 2 acknowledged revisions"), "\(early)")
            #expect(early.errors.text.contains("--accept-loss"), "\(early)")
            #expect(try await routes(place, as: "new").isEmpty)
            let all = try await place.ask("heal")
            #expect(all["healed"]?.array?.count == 1, "\(all)")
            #expect(try await routes(place, as: "phone") == ["mail://1", "mail://2"])
        }
    }

    @Test("Restores from devices what an earlier backup lacks, and keeps what was done since")
    func afterABackup() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            try await place.change("push", "mail://1")
            let copy = place("copy")
            #expect(try await place.navctl("backup", copy).ending == .exit(0))
            try await place.change("push", "mail://2")
            _ = try await place.ask("show")
            // Of this one no state is left: its commit has come to nobody.
            try await place.change("push", "mail://2b")
            try await daemon.stop()
            try FileManager.default.removeItem(atPath: place.data)
            try FileManager.default.createDirectory(
                atPath: place.data, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
            let restored = try await place.navctl(
                "restore", copy, "--data-directory", place.data)
            #expect(restored.ending == .exit(0), "\(restored)")
            let next = try await place.daemon()
            try await place.change(as: "phone", "push", "mail://3")
            let show = try await place.navctl("show")
            #expect(show.errors.text.contains("navctl heal"), "\(show)")
            #expect(try await routes(place, as: "desk") == ["mail://1", "mail://3"])
            #expect(next.transcript.errors.text.contains("device ahead of the store"))
            let status = try await place.status()
            #expect(status["remembered"]?.integer == 1, "\(status)")
            let healing = try await place.navctl("heal")
            #expect(healing.ending == .exit(0), "\(healing)")
            for device in ["desk", "phone"] {
                #expect(
                    Set(try await routes(place, as: device))
                        == ["mail://1", "mail://2", "mail://2b", "mail://3"], "\(device)")
            }
            #expect(try await place.status()["remembered"]?.integer == 0)
        }
    }

    @Test("Of two histories a person chooses, by the beginning of a digest")
    func twoHistories() async throws {
        try await Installation.run { place in
            for (device, route) in [("desk", "mail://a"), ("phone", "mail://b")] {
                let daemon = try await place.daemon("--new-state")
                try await place.change(as: device, "tab", "declare", "inbox", "--title", "Inbox")
                try await place.change(as: device, "push", route)
                _ = try await place.ask(as: device, "show")
                try await daemon.stop()
                try FileManager.default.removeItem(atPath: place.data)
            }
            try await place.daemon("--new-state")
            _ = try await place.navctl("heal", "--list")
            let both = try await place.navctl(as: "phone", "heal")
            #expect(both.ending == .exit(1), "\(both)")
            #expect(both.errors.text.contains("different logs"), "\(both)")
            let states = try #require(try await place.ask("heal", "--list")["states"]?.array)
            #expect(states.count == 2)
            let wrong = try await place.navctl("heal", "nothing")
            #expect(wrong.ending == .exit(1), "\(wrong)")
            let digest = try #require(states.first?["digest"]?.string)
            let chosen = try await place.navctl("heal", String(digest.prefix(8)))
            #expect(chosen.ending == .exit(0), "\(chosen)")
            let healed = try await routes(place, as: "new")
            #expect(healed == ["mail://a"] || healed == ["mail://b"], "\(healed)")
        }
    }

    @Test("A scene that was removed is nothing that the daemon has lost")
    func removedScene() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("--scene", "notes", "tab", "declare", "inbox", "--title", "In")
            #expect(try await place.navctl("scene", "remove", "notes", "--yes").ending == .exit(0))
            let anew = try await place.navctl(
                "--scene", "notes", "tab", "declare", "b", "--title", "B")
            #expect(anew.ending == .exit(0), "\(anew)")
            #expect(!anew.errors.text.contains("heal"), "\(anew)")
            #expect(try await place.status()["remembered"]?.integer == 0)
        }
    }
}
