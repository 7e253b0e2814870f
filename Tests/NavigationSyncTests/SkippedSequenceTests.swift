import NavigationModel
import NavigationWire
import SeededRandom
import Testing

@testable import NavigationSync

/// Numbers form a chain, not a count: some are left out. What comes late under one of those was never
/// taken, and whoever asks is told so.
@Suite("Sequence numbers that were left out")
struct SkippedSequenceTests {
    /// Hands over a change that claims to follow `after`.
    private static func submit(
        _ sequence: UInt64, after: UInt64, _ bench: inout DaemonBench
    ) async -> Reply.Result? {
        guard let epoch = await bench.head()?.epoch else { return nil }
        let change = Change(
            device: DaemonBench.device(1), sequence: SequenceNumber(rawValue: sequence),
            base: Change.Base(revision: .zero, latest: .zero),
            operations: [.setBar("bar", "\(sequence)")])
        return await bench.ask(
            1,
            .submit(
                SubmitRequest(
                    scene: .main, epoch: epoch, after: SequenceNumber(rawValue: after),
                    change: change.encoded, age: 0)))
    }

    @Test("A change that never arrived is never reported as settled", arguments: [false, true])
    func neverCame(isReloaded: Bool) async throws {
        var bench = try await DaemonBench()
        #expect(await Self.submit(2, after: 0, &bench)?.receipt != nil)
        #expect(await Self.submit(7, after: 2, &bench)?.receipt != nil)
        if isReloaded { try await bench.restart() }
        for skipped: UInt64 in [1, 3, 4, 5, 6] {
            let failure = await Self.submit(skipped, after: 0, &bench)?.failure
            #expect(failure?.code == .sequenceSkipped, "\(skipped)")
            #expect(failure?.expected == 7)
        }
        for taken: UInt64 in [2, 7] {
            #expect(await Self.submit(taken, after: 0, &bench)?.receipt?.sequence.rawValue == taken)
        }
        #expect(await Self.submit(9, after: 8, &bench)?.code == .sequenceExpected)
        #expect(await Self.submit(8, after: 7, &bench)?.receipt != nil)
    }

    @Test("A write that failed has left out nothing")
    func takenBack() async throws {
        var bench = try await DaemonBench()
        _ = await bench.hello(DaemonBench.owner990, as: 1, of: DaemonBench.user)
        #expect(await bench.make(DaemonBench.owner990, as: 1)?.receipt?.revision == 1)
        let epoch = try #require(await bench.head()?.epoch)
        let call = { (sequence: UInt64) in
            Request.Call.submit(
                SubmitRequest(
                    scene: .main, epoch: epoch, after: 1,
                    change: Change(
                        device: DaemonBench.device(1),
                        sequence: SequenceNumber(rawValue: sequence),
                        base: Change.Base(revision: .zero, latest: .zero),
                        operations: [.setBar("bar", "\(sequence)")]
                    ).encoded, age: 0))
        }
        let failed = await bench.post(DaemonBench.owner990, call(4))
        await bench.land(failing: true)
        #expect(bench.answer(to: failed)?.code == .unavailable)
        #expect(await bench.ask(DaemonBench.owner990, call(3))?.receipt != nil)
        #expect(await bench.ask(DaemonBench.owner990, call(2))?.code == .sequenceSkipped)
    }

    @Test("Skipping too many ranges of sequence numbers is refused with the number to continue at")
    func bound() async throws {
        var bench = try await DaemonBench()
        let limit = UInt64(DaemonLimits.skippedRanges)
        for number in 1...limit {
            #expect(await Self.submit(2 * number, after: 2 * (number - 1), &bench)?.receipt != nil)
        }
        let failure = await Self.submit(2 * limit + 2, after: 2 * limit, &bench)?.failure
        #expect(failure?.code == .sequenceExpected)
        #expect(failure?.expected?.rawValue == 2 * limit)
        #expect(await Self.submit(2 * limit + 1, after: 2 * limit, &bench)?.receipt != nil)
        #expect(await Self.submit(1, after: 0, &bench)?.code == .sequenceSkipped)
    }

    @Test("Every number is what it was, however many were left out", arguments: 1...UInt64(40))
    func property(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let device = DaemonBench.device(1)
        var changes = SettledChanges(last: [:], skipped: [])
        var taken: Set<SequenceNumber> = []
        var skipped: [SkippedSequences] = []
        var last = SequenceNumber.zero
        func hash(_ number: SequenceNumber) -> Digest {
            Digest(hashing: [UInt8(truncatingIfNeeded: number.rawValue)])
        }
        for _ in 0..<200 {
            let number = SequenceNumber(
                rawValue: last.rawValue + 1 + UInt64(generator.oneIn(4) ? generator.below(5) : 0))
            let storedReceipt = StoredReceipt(
                device: device, sequence: number, hash: hash(number), time: .zero,
                outcomes: [.applied], revision: nil)
            if let numbers = changes.add(storedReceipt) { skipped.append(numbers) }
            taken.insert(number)
            last = number
            // As after a restart: the store knows the last, and what was left out.
            if generator.oneIn(20) {
                changes = SettledChanges(last: [device: storedReceipt], skipped: skipped)
            }
            let sequence = SequenceNumber(rawValue: 1 + UInt64(generator.below(Int(last.rawValue))))
            switch changes.check(sequence, after: .zero, hash: hash(sequence), by: device) {
            case .settled(let known):
                #expect(taken.contains(sequence) && known.sequence == sequence, "seed \(seed)")
            case .compacted: #expect(taken.contains(sequence), "seed \(seed): \(sequence)")
            case .skipped(let end):
                #expect(!taken.contains(sequence) && end == last, "seed \(seed)")
            case .next, .reused, .missing, .tooSparse:
                Issue.record("seed \(seed): \(sequence) of \(last)")
            }
        }
        let range = skipped.flatMap { numbers in
            (numbers.range.lowerBound.rawValue...numbers.range.upperBound.rawValue)
        }
        #expect(Set(range).isDisjoint(with: taken.map(\.rawValue)), "seed \(seed)")
        #expect(range.count + taken.count == Int(last.rawValue), "seed \(seed)")
    }
}
