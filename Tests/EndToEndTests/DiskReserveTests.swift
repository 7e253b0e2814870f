import Foundation
import NavigationClient
import NavigationModel
import Testing

/// A real file system of 20 MB, in a mount namespace that outlives the daemons in it.
@Suite("The reserve of a full disk", .inTurns)
struct DiskReserveTests {
    @Test(
        "Revokes the device that filled the disk, serves reads through a restart, and recovers with room",
        .enabled(if: FullDiskTests.canMount, "mounting a file system takes root"))
    func shutsOut() async throws {
        try await Installation.run { place in
            let disk = try await SmallDisk(in: place)
            let daemon = try await disk.daemon()
            let whole = try disk.reserveLength()
            #expect(whole >= 1 << 20, "a sixteenth of 20 MB")
            try await place.change("apply", Scenes.path("music.en.yaml"))
            try await place.change(as: "phone", "push", "music://before")
            try await place.change(as: "stray", "push", "music://stray")
            try await place.change("user", "add", "eve")
            try await place.change(
                "--user", "eve", "tab", "declare", "inbox", "--title", "Inbox")

            try disk.fill()
            let refused = try await disk.pushUntilRefused()
            #expect(refused.errors.text.contains("the disk is full: free some space"), "\(refused)")
            #expect(try disk.reserveLength() == whole, "changes leave the reserve alone")
            let status = try await place.navctl(as: "tablet", "status")
            #expect(status.output.text.contains("FULL: changes stay"), "\(status)")
            let invited = try await place.navctl("device", "invite", "--name", "late")
            #expect(invited.ending == .exit(1), "\(invited)")

            try await place.change("device", "revoke", "stray")
            let gone = try await place.navctl(as: "stray", "show")
            #expect(gone.ending == .exit(4), "\(gone)")
            try disk.fill()
            try await place.change("user", "remove", "eve", "--erase", "--yes")

            try await daemon.stop()
            try disk.fill()
            let next = try await disk.daemon()
            let shown = try await place.navctl(as: "tablet", "show")
            #expect(shown.output.text.contains("music://before"), "\(shown)")
            let still = try await place.navctl(as: "stray", "show")
            #expect(still.ending == .exit(4), "\(still)")
            let late = try await place.navctl(as: "desk", "--timeout", "1s", "push", "music://no")
            #expect(late.ending != .exit(0), "\(late)")
            try await place.change("device", "revoke", "phone")

            try disk.makeRoom()
            try await place.change(as: "desk", "push", "music://after")
            #expect(try disk.reserveLength() == whole, "the reserve is whole again")
            let after = try await place.navctl(as: "tablet", "status")
            #expect(!after.output.text.contains("FULL: changes stay"), "\(after)")
            try await next.stop()
        }
    }

    @Test(
        "A log that takes the room is written into the database, and nobody has to make room",
        .enabled(if: FullDiskTests.canMount, "mounting a file system takes root"))
    func foldsTheLog() async throws {
        try await Installation.run { place in
            let disk = try await SmallDisk(in: place)
            let daemon = try await disk.daemon()
            let whole = try disk.reserveLength()
            try await place.change("apply", Scenes.path("phone.en.yaml"))
            let load = Load()
            let device = try await LoadingDevice("phone", in: place, load: load)
            async let work: Void = device.work(workers: 3)
            try await load.untilAcknowledged(300)
            load.stop()
            try await work
            await device.client.close()

            try disk.fill()
            _ = try await disk.pushUntilRefused()
            try await daemon.wait(for: "room", within: .seconds(20)) { transcript in
                transcript.errors.text.contains("store recovered") ? () : nil
            }
            try await place.change("push", "music://after")
            #expect(try disk.reserveLength() == whole, "the reserve is whole again")
            try await daemon.stop()
        }
    }

    @Test(
        "A daemon without a reserve starts on a full disk, serves reads, and goes on with room",
        .enabled(if: FullDiskTests.canMount, "mounting a file system takes root"))
    func withoutReserve() async throws {
        try await Installation.run { place in
            let variables = ["NAVSYNCD_DATA_RESERVE": "none"]
            let disk = try await SmallDisk(in: place)
            let daemon = try await disk.daemon(variables)
            try await place.change("apply", Scenes.path("music.en.yaml"))
            try await place.change("push", "music://before")
            try await daemon.kill()
            try disk.fill()
            let next = try await disk.daemon(variables)
            #expect(next.transcript.errors.text.contains("store failed"))
            let shown = try await place.navctl(as: "tablet", "show")
            #expect(shown.output.text.contains("music://before"), "\(shown)")
            let refused = try await disk.pushUntilRefused()
            #expect(refused.errors.text.contains("the disk is full: free some space"), "\(refused)")
            try disk.makeRoom()
            try await place.change("push", "music://after")
            try await next.stop()
            #expect(next.transcript.errors.text.contains("store recovered"))
        }
    }
}

/// A file system of 20 MB for a daemon's data, and daemons on it.
private struct SmallDisk {
    private let place: Installation
    private let data: String
    private let holder: RunningProcess
    /// The directory as the test sees it.
    private var seen: String { "/proc/\(holder.pid)/root\(data)" }

    init(in place: Installation) async throws {
        self.place = place
        data = place("data")
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
        let mount = "mount -t tmpfs -o size=20m,mode=0700 tmpfs \(data)"
        holder = try place.start(
            "/usr/bin/unshare",
            ["--mount", "/bin/sh", "-c", "\(mount) && echo mounted && exec sleep 600"])
        try await holder.wait(for: "a file system") { $0.output.lines.isEmpty ? nil : true }
    }

    /// Starts a daemon, and returns when it serves.
    func daemon(_ variables: [String: String] = [:]) async throws -> RunningProcess {
        let daemon = try place.start(
            "/usr/bin/nsenter",
            [
                "--mount=/proc/\(holder.pid)/ns/mnt",
                try Installation.binaries.get() + "/navsyncd", "--data-directory", data,
            ], variables: variables)
        try await daemon.untilReady()
        return daemon
    }

    /// Bytes of the blocks that the reserve has.
    func reserveLength() throws -> Int {
        var status = stat()
        try #require(unsafe stat("\(seen)/navsync.sqlite.reserve", &status) == 0)
        return Int(status.st_blocks) * 512
    }

    /// Takes all room there is.
    func fill() throws {
        let descriptor = unsafe open("\(seen)/filler", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        for size in [65_536, 4_096, 1] {
            let block = [UInt8](repeating: 1, count: size)
            while unsafe block.withUnsafeBytes({ unsafe write(descriptor, $0.baseAddress, size) })
                > 0
            {}
        }
    }

    /// Gives back what was taken.
    func makeRoom() throws {
        try FileManager.default.removeItem(atPath: "\(seen)/filler")
    }

    /// Pushes until the daemon has no room for it: what is in its log already may be written over.
    func pushUntilRefused() async throws -> Finished {
        for number in 0..<200 {
            let result = try await place.navctl(
                as: "desk", "--timeout", "1s", "push", "music://full/\(number)")
            if result.ending != .exit(0) { return result }
            try fill()
        }
        throw NeverCame("a change that is refused")
    }
}
