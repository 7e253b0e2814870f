import Dispatch
import Glibc
import POSIX
import Synchronization
import Testing

@Suite struct WorkerThreadTests {
    /// Numbers in the order in which they were noted.
    private final class Notes: Sendable {
        private let numbers = Mutex<[Int]>([])

        var all: [Int] { numbers.withLock { $0 } }

        func note(_ number: Int) { numbers.withLock { $0.append(number) } }
    }

    @Test("Pieces run in their order on one thread, and the last one ends it")
    func order() async throws {
        let worker = try WorkerThread(named: "worker", limit: 1_000)
        let notes = Notes()
        let threads = Mutex<Set<UInt>>([])
        for number in 0..<100 {
            let isTaken = worker.run {
                notes.note(number)
                threads.withLock { _ = $0.insert(UInt(pthread_self())) }
            }
            #expect(isTaken)
            // It also sleeps now and then.
            if number % 10 == 0 { try await Task.sleep(for: .microseconds(100)) }
        }
        await withCheckedContinuation { continuation in
            #expect(worker.finish { continuation.resume() })
        }
        #expect(notes.all == Array(0..<100))
        #expect(threads.withLock { $0.count } == 1)
        #expect(!worker.run { notes.note(100) }, "it has ended")
        #expect(!worker.finish { notes.note(101) }, "it has ended before")
        #expect(notes.all.count == 100)
    }

    @Test("More pieces than the limit are refused, and the last one is not")
    func limit() async throws {
        let worker = try WorkerThread(named: "full", limit: 2)
        let (begun, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let notes = Notes()
        let isBlocked = worker.run {
            begun.signal()
            mayGoOn.wait()
        }
        #expect(isBlocked)
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                begun.wait()
                continuation.resume()
            }
        }
        let taken = (0..<4).map { number in worker.run { notes.note(number) } }
        #expect(taken == [true, true, false, false])
        await withCheckedContinuation { continuation in
            #expect(worker.finish { continuation.resume() })
            mayGoOn.signal()
        }
        #expect(notes.all == [0, 1])
    }

    @Test("A released thread finishes its queued pieces")
    func letGo() async throws {
        let notes = Notes()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let worker = try? WorkerThread(named: "let go", limit: 10)
            for number in 0..<3 { _ = worker?.run { notes.note(number) } }
            if worker?.run({ continuation.resume() }) != true { continuation.resume() }
        }
        #expect(notes.all == [0, 1, 2])
    }
}
