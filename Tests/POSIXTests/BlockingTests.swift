import POSIX
import Testing

@Suite("Threads that wait for tasks, and tasks that wait for threads")
struct BlockingTests {
    private struct Failure: Error {}

    @Test("A thread waits for asynchronous work, and gets its value or its error")
    func results() async throws {
        let value = try await onThread(named: "waiting") {
            Result {
                try blocking {
                    await Task.yield()
                    return 7
                }
            }
        }
        #expect(try value.get() == 7)
        let failure = try await onThread(named: "failing") {
            Result { () throws -> Int in try blocking { throw Failure() } }
        }
        #expect(throws: Failure.self) { try failure.get() }
    }

    @Test("Many tasks wait for threads that block, and none of them keeps the others back")
    func many() async throws {
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...64 {
                group.addTask {
                    try await onThread(named: "worker") {
                        Result { try blocking { number } }
                    }.get()
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 64 * 65 / 2)
    }
}
