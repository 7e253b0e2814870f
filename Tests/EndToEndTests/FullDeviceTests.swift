import Foundation
import Testing

/// A device's directory on a file system of a megabyte.
@Suite("A device whose disk is full", .inTurns)
struct FullDeviceTests {
    @Test(
        "A full disk is reported; the device keeps its data and resumes when there is space",
        .enabled(if: FullDiskTests.canMount, "mounting a file system takes root"))
    func recovers() async throws {
        try await Installation.run { place in
            _ = try await place.daemonWithTab()
            let disk = place("disk")
            try FileManager.default.createDirectory(
                atPath: disk, withIntermediateDirectories: false)
            let script = """
                disk=$1; shift
                mount -t tmpfs -o size=1m,mode=0700 tmpfs "$disk" || exit 9
                "$@" --device "$disk/phone" push full://before || exit 8
                head -c 2m /dev/zero >"$disk/filler" 2>/dev/null
                "$@" --device "$disk/phone" push full://none && exit 7
                "$@" --device "$disk/phone" show && exit 6
                rm "$disk/filler"
                "$@" --device "$disk/phone" push full://after || exit 5
                "$@" --device "$disk/phone" show
                """
            let device = try await place.start(
                "/usr/bin/unshare",
                [
                    "--mount", "/bin/sh", "-c", script, "sh", disk,
                    try Installation.binaries.get() + "/navctl",
                ]
            ).end()
            #expect(device.ending == .exit(0), "\(device)")
            let words = device.errors.text.split(separator: "\n")
            #expect(words.count == 2, "\(device)")
            #expect(
                words.allSatisfy { $0.hasSuffix("the disk is full: free some space") }, "\(device)")
            let shown = device.output.text
            #expect(shown.contains("full://before") && shown.contains("full://after"))
            #expect(!shown.contains("full://none"))
        }
    }
}
