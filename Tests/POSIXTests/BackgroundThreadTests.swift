import POSIX
import Glibc
import Testing

@Suite struct BackgroundThreadTests {
    /// The priority of the thread that runs it, as `nice` has it.
    private static let niceness: @Sendable () -> CInt = {
        getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    }

    @Test("Background work gives way to others; awaited work does not")
    func priorities() async {
        let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
        #expect(await BackgroundThread(named: "slow").run(Self.niceness) == max(own, 10))
        let awaited = BackgroundThread(named: "awaited", isAwaited: true)
        #expect(await awaited.run(Self.niceness) == own)
    }

    @Test("Pieces run on one thread, whatever their caller")
    func order() async {
        let thread = BackgroundThread(named: "one")
        let threads = await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { await thread.run { UInt(pthread_self()) } } }
            return await group.reduce(into: Set<UInt>()) { $0.insert($1) }
        }
        #expect(threads.count == 1)
    }
}
