import Foundation
import Testing

@Suite("Storage that lies", .inTurns)
struct LyingStorageTests {
    @Test("A corrupt log is refused untouched; the rest continues, and mirrors report it")
    func rottenLog() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            for number in 1...12 { try await place.change("push", "mail://\(number)") }
            try await daemon.kill()
            let log = URL(filePath: place.database + "-wal")
            var data = try Data(contentsOf: log)
            data[Self.frames(data).count / 2] ^= 4
            try data.write(to: log)

            let refusal = try await place.daemonThatEnds()
            #expect(refusal.ending == .exit(1), "\(refusal)")
            let words = refusal.errors.text
            #expect(words.contains("valid frames follow it"), "\(refusal)")
            #expect(words.contains(log.path) && words.contains("--accept-loss"), "\(refusal)")
            #expect(try Data(contentsOf: log) == data)

            let next = try await place.daemon("--accept-loss")
            #expect(next.transcript.errors.text.contains("loss of acknowledged changes accepted"))
            let show = try await place.navctl("show")
            #expect(show.ending == .exit(0), "\(show)")
            #expect(show.errors.text.contains("had up to revision 1"), "\(show)")
            let doctor = try await place.navctl("doctor")
            #expect(doctor.output.text.contains(place.device("desk") + "/reports/"), "\(doctor)")
            try await next.stop()
            let after = try await place.daemon()
            #expect(!after.transcript.errors.text.contains("lost"))
        }
    }

    @Test("A log that lost its end is refused by the mark beside it", arguments: [2, 50])
    func cutLog(_ part: Int) async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            for number in 1...6 { try await place.change("push", "mail://\(number)") }
            try await daemon.kill()
            let log = URL(filePath: place.database + "-wal")
            let frames = Self.frames(try Data(contentsOf: log))
            try frames.dropLast(frames.count / part).write(to: log)
            let refusal = try await place.daemonThatEnds()
            #expect(refusal.ending == .exit(1), "\(refusal)")
            #expect(refusal.errors.text.contains("/main had revision 7, has "), "\(refusal)")
        }
    }

    /// The header and the frames of a log, without the space ahead of it.
    private static func frames(_ log: Data) -> Data {
        let (header, frame) = (32, 24 + 4_096)
        var end = header
        while log.count >= end + frame, log[end..<end + 24].contains(where: { $0 != 0 }) {
            end += frame
        }
        return log.prefix(end)
    }

    private static let losses: [(name: String, lose: @Sendable (Installation) throws -> Void)] = [
        (
            "its files",
            { place in
                for suffix in ["", "-wal", "-shm", ".mark", ".token"] {
                    try FileManager.default.removeItem(atPath: place.database + suffix)
                }
            }
        ),
        (
            "its log",
            { place in
                try FileManager.default.removeItem(atPath: place.database + "-wal")
            }
        ),
        (
            "its directory",
            { place in
                try FileManager.default.moveItem(atPath: place.data, toPath: place("away"))
            }
        ),
        (
            "half of its log",
            { place in
                let log = URL(filePath: place.database + "-wal")
                let length = frames(try Data(contentsOf: log)).count
                let handle = try FileHandle(forUpdating: log)
                try handle.truncate(atOffset: UInt64(length / 2))
                try handle.close()
            }
        ),
    ]

    @Test(
        "Without its files a daemon acknowledges nothing, ends, and does not start anew",
        arguments: losses.indices)
    func filesMissing(_ index: Int) async throws {
        let (name, lose) = Self.losses[index]
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            for number in 1...6 { try await place.change("push", "mail://\(number)") }
            try lose(place)
            let push = try await place.navctl("push", "mail://lost")
            // The daemon may be gone before its answer has left.
            let isTold = push.ending == .exit(1)
            #expect(isTold || push.ending == .exit(3), "\(name): \(push)")
            #expect(!push.output.text.hasPrefix("pushed"), "\(name): \(push)")
            #expect(
                !isTold || push.errors.text.contains("replaced while open"), "\(name): \(push)")
            let end = try await daemon.end()
            #expect(end.ending == .exit(1), "\(name): \(end)")
            let words = end.errors.text
            #expect(words.contains(" error store files removed or replaced"), "\(name): \(end)")
            // What was only removed the daemon still had, and put where it belongs.
            guard name != "its log" else {
                try await place.daemon()
                let routes = OfflineTests.routes(try await place.ask(as: "new", "show"))
                return #expect(routes.prefix(6) == (1...6).map { "mail://\($0)" }[...])
            }
            let refusal = try await place.daemonThatEnds()
            #expect(refusal.ending == .exit(1), "\(name): \(refusal)")
            let why = refusal.errors.text
            #expect(
                why.contains("lost") || why.contains("is missing"), "\(name): \(refusal)")
        }
    }

    @Test("An empty state directory where there was a store is refused, and begun anew on request")
    func emptyDirectory() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            let before = try await place.ask("show")
            try await daemon.stop()
            try FileManager.default.removeItem(atPath: place.data)
            let refusal = try await place.daemonThatEnds()
            #expect(refusal.ending == .exit(1), "\(refusal)")
            #expect(refusal.errors.text.contains("is missing, but"), "\(refusal)")
            #expect(refusal.errors.text.contains("--new-state"), "\(refusal)")
            try await place.daemon("--new-state")
            // The device keeps what it has of the store that it belongs to.
            let other = try await place.navctl("show")
            #expect(other.errors.text.contains("another store"), "\(other)")
            let status = try await place.status()
            #expect(status["deviceStore"] != status["store"])
            #expect(before["revision"]?.integer == 1)
        }
    }

    @Test("A missing server key is not replaced while devices are paired with it")
    func missingKey() async throws {
        try await Installation.run { place in
            let (first, _) = try await place.daemonWithTCP()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            try await first.stop()
            let key = place.data + "/server.key"
            try FileManager.default.removeItem(atPath: key)
            // Nobody knew it.
            let (second, _) = try await place.daemonWithTCP()
            try await place.pair("phone", try await place.invite("phone").url)
            try await second.stop()
            let kept = try Data(contentsOf: URL(filePath: key))
            try FileManager.default.removeItem(atPath: key)
            let refusal = try await place.daemonThatEnds()
            #expect(refusal.ending == .exit(1), "\(refusal)")
            #expect(refusal.errors.text.contains("1 device is paired with it"), "\(refusal)")
            #expect(!FileManager.default.fileExists(atPath: key))
            try kept.write(to: URL(filePath: key))
            unsafe chmod(key, 0o600)
            try await place.daemon()
        }
    }

    @Test("An unreadable scene is reported by every command at once, and stays so")
    func damagedScene() async throws {
        try await Installation.run { place in
            let first = try await place.daemon()
            for scene in ["main", "other"] {
                try await place.change("--scene", scene, "tab", "declare", "inbox", "--title", "I")
            }
            try await place.change("push", "mail://rotten-route")
            try await first.stop()
            try Self.flip("mail://rotten-route", in: place.database)

            let port = UInt16.random(in: 10_000...30_000)
            let daemon = try await place.daemon(
                variables: ["NAVSYNCD_METRICS_LISTEN": "127.0.0.1:\(port)"])
            #expect(try await Scrape("/readyz", at: port).status == "200 OK")
            let began = ContinuousClock.now
            for command in [["show"], ["status"], ["push", "mail://2"], ["doctor"], ["log"]] {
                let result = try await place.startNavctl(as: "new", command).end()
                #expect(result.ending == .exit(1), "\(command): \(result)")
                let words = "/main is damaged: revisions 1 to 2 have a wrong checksum"
                #expect(result.errors.text.contains(words), "\(command): \(result)")
                #expect(result.errors.text.contains("navctl restore"), "\(command): \(result)")
                #expect(!result.errors.text.contains("timed out"), "\(command): \(result)")
            }
            // Each has far more patience than that.
            #expect(ContinuousClock.now - began < timeout)
            try await place.change("--scene", "other", "push", "mail://3")
            let errors = daemon.transcript.errors.text
            #expect(errors.contains(" error scene damaged: not served"))
            #expect(!errors.contains("store recovered"))
            #expect(try await Scrape("/readyz", at: port).status.hasPrefix("503"))
            #expect(try await Scrape("/metrics", at: port)("navsync_store_damaged_scenes") == 1)
            let status = try await place.status("--scene", "other")
            #expect(status["daemon"]?["figures"]?["scenesDamaged"]?.integer == 1)
            let words = try await place.navctl("--scene", "other", "status")
            #expect(words.output.text.contains("DAMAGED"), "\(words)")
            // The devices of a scene that can't be read can be shut out all the same.
            let listed = try await place.ask("device", "list")["devices"]?.array?.first
            let device = try #require(listed?["id"]?.string)
            let shutOut = try await place.navctl("device", "revoke", device, "--yes")
            #expect(shutOut.ending == .exit(0), "\(shutOut)")
        }
    }

    @Test("A device ahead of the store is reported to its user and by the daemon")
    func deviceAhead() async throws {
        try await Installation.run { place in
            var daemon = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            try await daemon.stop()
            let files = FileManager.default
            try files.copyItem(atPath: place.data, toPath: place("snapshot"))
            daemon = try await place.daemon()
            for number in 1...3 { try await place.change("push", "mail://\(number)") }
            try await daemon.stop()
            try files.removeItem(atPath: place.data)
            try files.moveItem(atPath: place("snapshot"), toPath: place.data)
            daemon = try await place.daemon()
            let show = try await place.navctl("show")
            #expect(show.errors.text.contains("the daemon has lost commits"), "\(show)")
            let line = try await daemon.wait(for: "what the device had") { transcript in
                transcript.errors.lines.first { $0.contains("device ahead of the store") }
            }
            #expect(line.contains(" error ") && line.contains("nav.revision=3"), "\(line)")
            #expect(line.contains("nav.head=1"), "\(line)")
            let status = try await place.status()
            #expect(status["daemon"]?["figures"]?["scenesBehind"]?.integer == 1)
            #expect(status["daemon"]?["figures"]?["devicesAhead"]?.integer == 1)
            let words = try await place.navctl("status")
            #expect(words.output.text.contains("LOST"), "\(words)")
        }
    }

    @Test(
        "A device's directory that is put back as a whole, or has a copy that is used, says so once"
    )
    func deviceTwin() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            let (device, copy) = (place.device("desk"), place.device("copy"))
            try FileManager.default.copyItem(atPath: device, toPath: copy)
            let words = "an earlier copy was restored, or the directory was copied"
            for number in 1...3 {
                let push = try await place.navctl("push", "mail://\(number)")
                #expect(push.errors.text.isEmpty, "\(push)")
            }
            let show = try await place.navctl(as: "copy", "show")
            #expect(show.errors.lines.count { $0.contains(words) } == 1, "\(show)")
            #expect(show.errors.text.contains("up to number 4, but \(copy) ends at 1"))
            let again = try await place.navctl(as: "copy", "show")
            #expect(again.errors.text.isEmpty, "\(again)")
            // It goes on with numbers of its own; and now the other is the one that lacks some.
            try await place.change(as: "copy", "push", "mail://4")
            let other = try await place.navctl("show")
            #expect(other.errors.text.contains(words), "\(other)")
            try await place.change("push", "mail://5")
            let shown = try await place.navctl("show")
            #expect(shown.errors.text.isEmpty && shown.output.text.contains("mail://4"))
            #expect(shown.output.text.contains("mail://5"))
        }
    }

    /// Flips a bit of a text that stands in a file.
    static func flip(_ text: String, in path: String) throws {
        var data = try Data(contentsOf: URL(filePath: path))
        var search = data.startIndex..<data.endIndex
        var places: [Range<Data.Index>] = []
        while let found = data.range(of: Data(text.utf8), in: search) {
            places.append(found)
            search = found.upperBound..<data.endIndex
        }
        guard !places.isEmpty else { throw NeverCame("\(text) in \(path)") }
        for place in places { data[place.lowerBound] ^= 4 }
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        try handle.write(contentsOf: data)
        try handle.close()
    }
}
