import Foundation
import NavigationClient
import NavigationModel
import Testing

@Suite("Backing up a daemon that runs", .inTurns)
struct BackupCommandTests {
    @Test("Under a flood of changes: all that was acknowledged before it began is in it")
    func underLoad() async throws {
        try await Installation.run { place in
            let first = try await place.daemon()
            try await place.change("apply", Scenes.path("phone.en.yaml"))
            try await first.stop()
            try await BulkyDatabase.fill(place.database)
            let daemon = try await place.daemon()
            let load = Load()
            let phone = try await LoadingDevice("phone", in: place, load: load)
            let tablet = try await LoadingDevice("tablet", in: place, load: load)
            async let work: Void = withThrowingTaskGroup(of: Void.self) { group in
                for device in [phone, tablet] {
                    group.addTask { try await device.work(workers: 2) }
                }
                try await group.waitForAll()
            }
            try await load.untilAcknowledged(40)
            let before = load.revisions
            let backup = try await place.navctl("backup", place("b"), "--progress")
            #expect(backup.ending == .exit(0), "\(backup)")
            #expect(backup.errors.lines.first?.contains("0 % of ") == true, "\(backup)")
            #expect(backup.errors.lines.last?.contains("100 %") == true, "\(backup)")
            // The devices were not held up: they go on while it is made, and after it.
            try await load.untilAcknowledged(load.acknowledged + 20)
            load.stop()
            try await work
            try await daemon.stop()

            let restored = try await place.navctl("restore", place("b"))
            #expect(restored.ending == .exit(0), "\(restored)")
            try await place.daemon()
            let log = try await place.ask("log", "--limit", "1000000")
            let revisions = Dictionary(
                (log["commits"]?.array ?? []).map { commit in
                    (
                        Load.ChangeID(
                            author: commit["author"]?.string ?? "",
                            sequence: UInt64(commit["sequence"]?.integer ?? 0)),
                        UInt64(commit["revision"]?.integer ?? 0)
                    )
                }
            ) { $1 }
            #expect(before.count > 30)
            for (change, revision) in before { #expect(revisions[change] == revision) }
            #expect(revisions.count < load.revisions.count + 1, "what came later is not in it")
            // And the mirrors, which were further, take what there is now.
            let daemonDigest = try await place.status()["daemon"]?["digest"]?.string
            for device in [phone, tablet] {
                try await device.reach(digest: try #require(daemonDigest))
                await device.client.close()
            }
        }
    }

    @Test("A backup goes to standard output whole; an existing file stays; the JSON describes it")
    func targets() async throws {
        try await Installation.run { place in
            _ = try await place.daemonWithTab()
            try await place.change("push", "mail://1")
            let file = place("b")
            let report = try await place.ask("backup", file)
            #expect(report["file"]?.string == file && report["directory"]?.string == place.data)
            #expect(report["users"]?.integer == 1 && report["scenes"]?.integer == 1)
            let bytes = try Data(contentsOf: URL(filePath: file))
            #expect(report["bytes"]?.integer == Int64(bytes.count))
            #expect(report["made"]?.string?.hasSuffix("Z") == true)

            let again = try await place.navctl("backup", file)
            #expect(again.ending == .exit(1) && again.errors.text.contains("--force"), "\(again)")
            #expect(try Data(contentsOf: URL(filePath: file)) == bytes)
            try await place.change("backup", file, "--force")
            let missing = try await place.navctl("backup", place("none/b"))
            #expect(missing.ending == .exit(1), "\(missing)")
            #expect(missing.errors.text.contains("No such file"), "\(missing)")

            let streamed = try await place.navctl(
                "backup", "-", variables: ["TMPDIR": place("run")])
            #expect(streamed.ending == .exit(0), "\(streamed.errors.text)")
            #expect(streamed.errors.bytes.isEmpty)
            #expect(try place.names(in: place("run")) == ["navsync"], "nothing is left of it")
            try Data(streamed.output.bytes).write(to: URL(filePath: place("streamed")))
            let restored = try await place.navctl("restore", place("streamed"), "--at-next-start")
            #expect(restored.ending == .exit(0), "\(restored)")
            let elsewhere = try await place.navctl(
                "backup", place("c"), "--data-directory", place("nowhere"))
            #expect(elsewhere.ending == .exit(1), "\(elsewhere)")
            #expect(elsewhere.errors.text.contains("--data-directory"), "\(elsewhere)")
        }
    }

    @Test(
        "Given up or killed in its midst, it leaves nothing in the way",
        arguments: [SIGINT, SIGKILL])
    func cutOff(_ signal: Int32) async throws {
        try await Installation.run { place in
            try await place.daemonWithTab().stop()
            try await BulkyDatabase.fill(place.database)
            try await place.daemon()
            let before = try place.names(in: place.data)
            let backup = try await place.copyHalfway(["backup", place("b")])
            backup.signal(signal)
            backup.signal(SIGCONT)
            let end = try await backup.end()
            if signal == SIGINT {
                #expect(end.ending == .exit(1) && end.errors.text.contains("interrupted"), "\(end)")
                #expect(try !place.names(in: place.root).contains { $0.hasPrefix("b") })
            }
            #expect(try !place.names(in: place.root).contains("b"))
            try await place.change("push", "mail://1")
            try await place.change("backup", place("b"))
            #expect(try !place.names(in: place.root).contains { $0.hasPrefix("b.") })
            #expect(try place.names(in: place.data) == before)
        }
    }

    @Test("A daemon that is killed meanwhile does not harm it")
    func killedDaemon() async throws {
        try await Installation.run { place in
            try await place.daemonWithTab().stop()
            try await BulkyDatabase.fill(place.database)
            let daemon = try await place.daemon()
            try await place.change("push", "mail://1")
            let backup = try await place.copyHalfway(["backup", place("b")])
            try await daemon.kill()
            backup.signal(SIGCONT)
            let end = try await backup.end()
            #expect(end.ending == .exit(0), "\(end)")
            try await place.change("restore", place("b"))
            try await place.daemon()
            #expect(OfflineTests.routes(try await place.ask("show")) == ["mail://1"])
        }
    }

    @Test(
        "Without room for it there is a word on room, and no file",
        .enabled(if: FullDiskTests.canMount, "mounting a file system takes root"))
    func fullDisk() async throws {
        try await Installation.run { place in
            try await place.daemonWithTab().stop()
            try await BulkyDatabase.fill(place.database)
            try await place.daemon()
            let target = place("small")
            try FileManager.default.createDirectory(
                atPath: target, withIntermediateDirectories: false)
            let script = """
                mount -t tmpfs -o size=1m tmpfs "$1" && "$2" backup "$1/b"; code=$?; ls -A "$1"
                exit $code
                """
            let backup = try await place.start(
                "/usr/bin/unshare",
                [
                    "--mount", "/bin/sh", "-c", script, "sh", target,
                    try Installation.binaries.get() + "/navctl",
                ]
            ).end()
            #expect(backup.ending == .exit(1), "\(backup)")
            #expect(backup.errors.text.contains("the disk is full: free some space"), "\(backup)")
            #expect(backup.output.text.isEmpty, "\(backup)")
        }
    }
}
