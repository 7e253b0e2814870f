import POSIX
import Testing

@Suite("Locked")
struct LockedTests {
    @Test("Additions from many tasks all count")
    func additions() async {
        let total = Shared()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<10_000 { total.add() } }
            }
        }
        #expect(total.value == 80_000)
    }

    @Test("Rethrows the body's error, and releases the lock")
    func throwing() {
        let locked = Locked([1])
        #expect(throws: Failure.self) {
            try locked.withLock { value throws(Failure) in
                value.append(2)
                throw Failure()
            }
        }
        #expect(locked.withLock { $0 } == [1, 2])
    }

    private struct Failure: Error {}

    /// Not one word but two, in memory of its own: a race would show.
    private final class Shared: Sendable {
        private let state = Locked<[Int]>([0, 0])

        func add() {
            state.withLock { state in
                state[0] += 1
                state[1] += 1
            }
        }

        var value: Int { state.withLock { $0[0] == $0[1] ? $0[0] : -1 } }
    }
}
