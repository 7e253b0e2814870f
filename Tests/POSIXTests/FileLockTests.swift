import Foundation
import Glibc
import POSIX
import Testing

@Suite("Locks on files")
struct FileLockTests {
    @Test("A released lock is free, though a process that is being started has a copy of it")
    func inherited() throws {
        let scratch = try Scratch()
        let path = scratch.path + "/lock"
        let lock = try #require(try FileLock(trying: path))
        #expect(try FileLock(trying: path) == nil)
        let number = try #require(Self.descriptor(of: path))
        let copy = try FileDescriptor(duplicating: number, named: path)
        lock.release()
        try withExtendedLifetime(copy) {
            let next = try #require(try FileLock(trying: path))
            next.release()
        }
    }

    /// Returns the number of a descriptor of this process that is open at a path.
    private static func descriptor(of path: String) -> CInt? {
        let folder = "/proc/self/fd"
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let found = numbers.first { number in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)"))
                == path
        }
        return found.flatMap { CInt($0) }
    }
}
