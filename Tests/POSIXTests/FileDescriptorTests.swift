import Foundation
import Glibc
import Testing

@testable import POSIX

@Suite("An open file")
struct FileDescriptorTests {
    @Test("Zeros are appended, in several writes where they are many")
    func zeros() throws {
        let scratch = try Scratch()
        let file = try FileDescriptor(opening: scratch("file"), O_RDWR | O_CREAT)
        try file.write([1, 2, 3])
        file.appendZeros(200_000, at: 3)
        let content = try DurableFiles.read(scratch("file"), atMost: 1 << 20)
        #expect(content.prefix(3) == [1, 2, 3])
        #expect(content.count == 200_003 && content.dropFirst(3).allSatisfy { $0 == 0 })
    }

    @Test("A file that can't become so long stays as it was")
    func noRoom() async {
        // The limit is that of a process.
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let file = try FileDescriptor(opening: scratch("file"), O_RDWR | O_CREAT)
            try file.write([UInt8](repeating: 1, count: 50_000))
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 150_000, rlim_max: 150_000)
            let result = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            try #require(result == 0)
            file.appendZeros(200_000, at: 50_000)
            #expect(try DurableFiles.size(of: scratch("file")) == 50_000)
        }
    }
}
