import DatabaseHarness
@testable import POSIX
@testable import DeviceStore
import Foundation
import Glibc
import Testing

@Suite("A watch on a directory")
struct DirectoryWatchTests {
    @Test("A watch that can't be had leaves no descriptor behind")
    func failure() async {
        // Descriptors are those of a process: one of its own, in which no other test runs.
        await #expect(processExitsWith: .success) {
            let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            for _ in 0..<64 {
                #expect(throws: FileError.self) {
                    try DirectoryWatch(of: "/nowhere", for: .written)
                }
            }
            let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            #expect(after < before + 64)
        }
    }

    @Test("It reports removed and moved entries once, and nothing else")
    func removals() throws {
        let scratch = try Scratch()
        let watch = try DirectoryWatch(of: scratch.path, for: .removed)
        for name in ["file", "other"] {
            close(unsafe open(scratch(name), O_WRONLY | O_CREAT, 0o600))
        }
        #expect(!watch.drain())
        unsafe unlink(scratch("file"))
        #expect(watch.drain())
        #expect(!watch.drain())
        unsafe rename(scratch("other"), scratch.path + "-moved")
        #expect(watch.drain())
        unsafe unlink(scratch.path + "-moved")
        #expect(!watch.drain())
    }

    @Test("It reports a written and closed file once, and nothing else")
    func news() throws {
        let scratch = try Scratch()
        let watch = try DirectoryWatch(of: scratch.path, for: .written)
        #expect(!watch.drain())
        for _ in 0..<3 { close(unsafe open(scratch("file"), O_WRONLY | O_CREAT, 0o600)) }
        #expect(watch.drain())
        #expect(!watch.drain())
        close(unsafe open(scratch("file"), O_RDONLY))
        #expect(!watch.drain())
    }
}
