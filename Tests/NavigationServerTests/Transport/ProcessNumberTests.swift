import CAcceptGuard
import Foundation
import Glibc
import Testing

@Suite("The number of the process, which libzmq compares before each look at a queue")
struct ProcessNumberTests {
    @Test("After a fork it is the child's own")
    func forked() throws {
        let parent = getpid()
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self")
        #expect(link == "\(parent)")
        let symbol = try unsafe #require(unsafe dlsym(nil, "fork"))
        let fork = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
        let child = fork()
        // Nothing else may run in the child of a process with threads.
        if child == 0 { _exit(getpid() == parent ? 1 : 0) }
        var status: Int32 = -1
        #expect(unsafe waitpid(child, &status, 0) == child)
        #expect(status == 0)
    }
}
