import Foundation
import Testing

/// A real file system of a megabyte, seen by the daemon alone.
@Suite("A disk that is full", .inTurns)
struct FullDiskTests {
    static var canMount: Bool {
        geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare")
    }

    @Test(
        "Changes are refused with a word on room, reads go on, and with room changes do too",
        .enabled(if: canMount, "mounting a file system takes root"))
    func recovers() async throws {
        try await Installation.run { place in
            let data = place("data")
            try FileManager.default.createDirectory(
                atPath: data, withIntermediateDirectories: false)
            let port = UInt16.random(in: 10_000...30_000)
            let mount = "mount -t tmpfs -o size=1m,mode=0700 tmpfs \(data)"
            let daemon = try place.start(
                "/usr/bin/unshare",
                [
                    "--mount", "/bin/sh", "-c", "\(mount) && exec \"$@\"", "sh",
                    try Installation.binaries.get() + "/navsyncd", "--data-directory", data,
                ], variables: ["NAVSYNCD_METRICS_LISTEN": "127.0.0.1:\(port)"])
            try await daemon.untilReady()
            try await place.change("apply", Scenes.path("music.en.yaml"))
            try await place.change("push", "music://before")

            // The daemon's own view of its directory: nobody else has it.
            let filler = "/proc/\(daemon.pid)/root\(data)/filler"
            try Self.fill(filler)
            let refused = try await Self.pushUntilRefused(place)
            #expect(refused.errors.text.contains("the disk is full: free some space"), "\(refused)")
            #expect(try await Scrape("/healthz", at: port).status == "200 OK")
            #expect(try await Scrape("/readyz", at: port).status == "503 Service Unavailable")
            let metrics = try await Scrape("/metrics", at: port)
            #expect(try metrics("navsync_ready") == 0)
            #expect(try metrics(#"navsync_store_failures_total{access="write"}"#) > 0)
            #expect(try metrics(#"navsync_requests_refused_total{reason="unavailable"}"#) > 0)
            let before = try await place.status(as: "tablet")["daemon"]?["revision"]
            // The device whose change waits, and is handed over anew each time, is answered, too.
            for device in ["desk", "tablet"] {
                for command in ["status", "presence", "log", "show"] {
                    let start = ContinuousClock.now
                    let read = try await place.navctl(as: device, "--timeout", "100s", command)
                    #expect(read.ending == .exit(command == "status" ? 1 : 0), "\(read)")
                    // What waited for the change would take the timeout, and no less.
                    #expect(ContinuousClock.now - start < .seconds(100), "\(read)")
                    if command == "status", device == "desk" {
                        #expect(read.output.text.contains("accepts no changes now: "), "\(read)")
                    }
                    let isOfScene = command == "log" || command == "show"
                    #expect(!isOfScene || read.output.text.contains("music://before"), "\(read)")
                }
            }
            #expect(daemon.transcript.ending == nil, "\(daemon.transcript)")

            try FileManager.default.removeItem(atPath: filler)
            // First the device that was refused: nothing that others do helps it on.
            try await place.change(as: "desk", "push", "music://again")
            try await place.change(as: "phone", "push", "music://after")
            #expect(try await Scrape("/readyz", at: port).status == "200 OK")
            let after = try await place.status(as: "tablet")["daemon"]?["revision"]
            #expect(before != nil && after != before)
            // And all that was acknowledged is on the disk.
            let export = try await place.navctl(as: "tablet", "export")
            try await daemon.stop()
            #expect(export.output.text.contains("music://before"))
            #expect(export.output.text.contains("music://again"))
            #expect(export.output.text.contains("music://after"))
        }
    }

    /// Pushes until the daemon has no room for it: what is in its log already may be written over.
    private static func pushUntilRefused(_ place: Installation) async throws -> Finished {
        for number in 0..<200 {
            let result = try await place.navctl(
                as: "desk", "--timeout", "1s", "push", "music://full/\(number)")
            if result.ending != .exit(0) { return result }
        }
        throw NeverCame("a change that is refused")
    }

    /// Writes a file until there is no room for more of it.
    private static func fill(_ path: String) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        for size in [4_096, 1] {
            let block = [UInt8](repeating: 1, count: size)
            while unsafe block.withUnsafeBytes({ unsafe write(descriptor, $0.baseAddress, size) })
                > 0
            {}
        }
    }
}
