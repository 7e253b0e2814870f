import Glibc
import Testing

@testable import NavigationStore

@Suite("A watch on a device's directory")
struct DirectoryWatchTests {
    /// A number that is closed twice may be another thread's file by the second time.
    @Test("A watch that can't be had closes its descriptor once")
    func failure() async throws {
        let watching = Task.detached {
            for _ in 0..<2_000 { #expect(throws: (any Error).self) { try DirectoryWatch(of: "/none") } }
        }
        var lost = 0
        for _ in 0..<200_000 {
            let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
            if descriptor >= 0, close(descriptor) != 0 { lost += 1 }
        }
        await watching.value
        #expect(lost == 0)
    }

    @Test("It tells once of what was written and closed, and of nothing else")
    func news() throws {
        let scratch = try Scratch()
        let watch = try DirectoryWatch(of: scratch.path)
        #expect(!watch.drain())
        for _ in 0..<3 { close(unsafe open(scratch("file"), O_WRONLY | O_CREAT, 0o600)) }
        #expect(watch.drain())
        #expect(!watch.drain())
        close(unsafe open(scratch("file"), O_RDONLY))
        #expect(!watch.drain())
    }
}
