import DatabaseHarness
import DeviceStore
import Foundation
import NavigationModel
import NavigationSync
import StoreSamples
import Testing

/// A device on disk, used by many processes and threads at once.
@Suite(.serialized) struct DeviceConcurrencyTests {
    let scratch: Scratch
    let key = SampleHistory().key

    init() throws {
        scratch = try Scratch()
    }

    @Test func fiftyProcessesAppendAtOnce() throws {
        let path = scratch("device")
        let writers = try (0..<50).map { _ in try WriterProcess("append", path, "4") }
        let lines = writers.flatMap { $0.remainingLines() }
        let fields = lines.map { $0.split(separator: " ") }
        // Every process came first, and yet there is one device.
        #expect(Set(fields.map { $0[2] }).count == 1)
        let numbers = fields.compactMap { Int($0[0]) }.sorted()
        #expect(numbers == Array(1...200))
        // The author of change n had observed the n − 1 before it.
        #expect(fields.allSatisfy { Int($0[0]) == (Int($0[1]) ?? 0) + 1 })
        let directory = try DeviceDatabase(opening: path, name: nil) { .daemon }
        let waiting = try directory.waiting(in: key)
        #expect(waiting.map(\.sequence.rawValue) == Array(1...200))
        #expect(waiting.map(\.after.rawValue) == Array(0..<200))
    }

    @Test func fiftyThreadsAppendAtOnce() throws {
        let path = scratch("device")
        let finished = DispatchGroup()
        let seen = SeenCounts()
        for _ in 0..<50 {
            let thread = Thread {
                defer { finished.leave() }
                do {
                    let directory = try DeviceDatabase(opening: path, name: "phone") {
                        SampleHistory.device
                    }
                    for _ in 0..<4 {
                        _ = try directory.appendChange(to: SampleHistory().key, madeAt: .now()) {
                            seen.add($0.entries.count)
                            return [.addToBadge("inbox", 1)]
                        }
                    }
                } catch {
                    Issue.record(error)
                }
            }
            finished.enter()
            thread.start()
        }
        #expect(finished.wait(timeout: .now() + 120) == .success)
        #expect(seen.all.sorted() == Array(0..<200))
        let directory = try DeviceDatabase(opening: path, name: nil) { .daemon }
        #expect(try directory.waiting(in: key).map(\.sequence.rawValue) == Array(1...200))
    }

    @Test func appendedChangesSurviveSIGKILL() throws {
        let path = scratch("device")
        var acknowledged = 0
        for round in 0..<6 {
            let writer = try WriterProcess("append", path, "1000000")
            for _ in 0...(round * 5) {
                let number = try #require(writer.nextLine()?.split(separator: " ").first)
                acknowledged = Int(number) ?? 0
            }
            writer.kill()
            for line in writer.remainingLines() {
                acknowledged = Int(line.split(separator: " ")[0]) ?? 0
            }
            let directory = try DeviceDatabase(opening: path, name: nil) { .daemon }
            let numbers = try directory.waiting(in: key).map { Int($0.sequence.rawValue) }
            #expect(numbers == Array(1...numbers.count))
            #expect((acknowledged...acknowledged + 1).contains(numbers.count))
        }
    }

    @Test func oneSenderAtATime() throws {
        let first = try DeviceDatabase(opening: scratch("device"), name: "phone") { .daemon }
        let second = try DeviceDatabase(opening: scratch("device"), name: "phone") { .daemon }
        let lock = try #require(try first.trySenderLock())
        #expect(try second.trySenderLock() == nil)
        #expect(try first.trySenderLock() == nil)
        #expect(try second.senderLock(within: .milliseconds(20)) == nil)
        lock.release()
        lock.release()
        let next = try #require(try second.trySenderLock())
        #expect(try first.trySenderLock() == nil)
        next.release()
    }

    @Test func aDeadSenderLetsTheNextIn() throws {
        let directory = try DeviceDatabase(opening: scratch("device"), name: "phone") { .daemon }
        let writer = try WriterProcess("send", scratch("device"))
        #expect(writer.nextLine() == "locked")
        #expect(try directory.trySenderLock() == nil)
        writer.kill()
        #expect(try directory.senderLock(within: .seconds(60)) != nil)
    }
}

/// Counts collected from many threads.
private final class SeenCounts: @unchecked Sendable {
    // Guarded by `lock`.
    private var counts: [Int] = []
    private let lock = NSLock()

    var all: [Int] { lock.withLock { counts } }

    func add(_ count: Int) { lock.withLock { counts.append(count) } }
}
