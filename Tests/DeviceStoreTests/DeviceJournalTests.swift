import DatabaseHarness
import DeviceStore
import NavigationModel
import NavigationWire
import StoreSamples
import Testing

/// Undo and redo on a device.
@Suite struct DeviceJournalTests {
    let scratch: Scratch
    let directory: DeviceDatabase
    let key = SampleHistory().key

    init() throws {
        scratch = try Scratch()
        directory = try DeviceDatabase(opening: scratch("device"), name: "phone") {
            SampleHistory.device
        }
    }

    private func reversal(_ count: Int64, isPossible: Bool = true) -> InverseChange {
        InverseChange(
            sequence: 0, done: [.addToBadge("inbox", count)],
            inverse: isPossible ? [.addToBadge("inbox", -count)] : [])
    }

    @discardableResult
    private func append(_ count: Int64, isPossible: Bool = true) throws -> OutboxEntry? {
        try directory.appendChange(to: key, madeAt: .now()) { _ in
            OutboxDraft(
                [.addToBadge("inbox", count)], reversal: reversal(count, isPossible: isPossible))
        }
    }

    /// Takes a step back or forth; returns what it was about.
    private func step(_ direction: UndoStep.Direction) throws -> UndoStep? {
        try directory.appendUndo(direction, to: key, madeAt: .now()) { view, reversal in
            OutboxDraft(
                reversal.inverse,
                reversal: InverseChange(
                    sequence: view.sequence, done: reversal.inverse, inverse: reversal.done))
        }
    }

    private func counts(_ operations: [Operation]?) -> [Int64] {
        (operations ?? []).compactMap {
            ($0.payload as? AddToBadgeOperation)?.count
        }
    }

    @Test("The newest is undone first, and redone last; a new change leaves nothing to redo")
    func order() throws {
        for count: Int64 in 1...3 { try append(count) }
        #expect(counts(try step(.undo)?.done) == [3])
        #expect(counts(try step(.undo)?.done) == [2])
        #expect(counts(try step(.redo)?.done) == [-2])
        #expect(counts(try step(.redo)?.done) == [-3])
        #expect(try step(.redo) == nil)
        for count: Int64 in [3, 2, 1] { #expect(counts(try step(.undo)?.done) == [count]) }
        #expect(try step(.undo) == nil)
        try append(4)
        #expect(try step(.redo) == nil)
    }

    @Test("Skips entries that can't be undone, and names them")
    func skipped() throws {
        try append(1)
        try append(2, isPossible: false)
        try append(3, isPossible: false)
        let step = try #require(try self.step(.undo))
        #expect(step.skipped.map(counts) == [[3], [2]])
        #expect(counts(step.done) == [1])
        try append(4, isPossible: false)
        let last = try #require(try self.step(.undo))
        #expect(last.entry == nil)
        #expect(last.done.isEmpty)
        #expect(last.skipped.count == 1)
    }

    @Test("A change of which nothing is left counts as undone")
    func nothingLeft() throws {
        try append(1)
        try append(2)
        let step = try directory.appendUndo(.undo, to: key, madeAt: .now()) { _, _ in [] }
        #expect(step?.entry == nil)
        #expect(counts(step?.done) == [2])
        #expect(counts(try self.step(.undo)?.done) == [1])
    }

    @Test("A change that was rejected, refused or dropped can't be undone")
    func rejected() throws {
        for count: Int64 in 1...4 { try append(count) }
        try directory.settle(
            key, 1, with: Receipt(sequence: 1, outcomes: [.rejected(.expired)], revision: nil))
        try directory.refuse(key, 2, because: Failure(.tooLarge, "no"))
        let lock = try #require(try directory.trySenderLock())
        let third = try #require(try directory.entry(key, 3))
        #expect(try directory.drop(third.id, of: key, as: lock) == .dropped)
        #expect(counts(try step(.undo)?.done) == [4])
        #expect(try step(.undo) == nil)
    }

    @Test("It follows a change to its new number, and keeps the newest hundred")
    func numbersAndBounds() throws {
        for count: Int64 in 1...Int64(DeviceLimits.journal) + 5 { try append(count) }
        let reused = Set(try directory.waiting(in: key).map(\.sequence))
        try directory.renumber(key, epoch: SampleHistory().epoch, after: 1_000, reused: reused)
        var steps = 0
        var sequences: [SequenceNumber] = []
        while true {
            let step = try directory.appendUndo(.undo, to: key, madeAt: .now()) { _, reversal in
                sequences.append(reversal.sequence)
                return []
            }
            guard step != nil else { break }
            steps += 1
        }
        #expect(steps == DeviceLimits.journal)
        #expect(sequences.first == 1_105)
        #expect(sequences.last == 1_006)
    }

    @Test("P3: spans follow the numbers of the changes in them, in the outbox and in the journal")
    func spans() throws {
        let span = { (device: DeviceID, first: SequenceNumber, last: SequenceNumber) in
            ObservedSpan(
                device: device, first: ObservedSpan.Number(sequence: first, index: 3),
                last: ObservedSpan.Number(sequence: last, index: 4))
        }
        let own = directory.device
        for count: Int64 in 1...5 { try append(count) }
        // The first two are settled, and the fourth was dropped.
        for sequence: SequenceNumber in [1, 2] {
            try directory.settle(
                key, sequence, with: Receipt(sequence: sequence, outcomes: [.applied], revision: 1))
        }
        let lock = try #require(try directory.trySenderLock())
        let fourth = try #require(try directory.entry(key, 4))
        _ = try directory.drop(fourth.id, of: key, as: lock)
        let spans = [span(own, 1, 5), span(.daemon, 1, 5), span(own, 9, 12)]
        _ = try directory.appendChange(to: key, madeAt: .now()) { view in
            OutboxDraft(
                [.pop(.spans(spans), from: "inbox")],
                reversal: InverseChange(
                    sequence: view.sequence, done: [.pop(.spans(spans), from: "inbox")],
                    inverse: [.restore(.spans(spans), to: "inbox")]))
        }
        try directory.renumber(key, epoch: SampleHistory().epoch, after: 20, reused: [3, 5, 6])
        let waiting = try directory.waiting(in: key)
        #expect(waiting.map(\.sequence) == [21, 22, 23])
        let most = UInt32.max
        let expected = [
            ObservedSpan(
                device: own, first: ObservedSpan.Number(sequence: 1, index: 3),
                last: ObservedSpan.Number(sequence: 2, index: most)),
            ObservedSpan(
                device: own, first: ObservedSpan.Number(sequence: 21, index: 0),
                last: ObservedSpan.Number(sequence: 22, index: 4)),
            span(.daemon, 1, 5), span(own, 9, 12),
        ]
        let sorted = { (spans: [ObservedSpan]) in
            spans.sorted { ($0.device, $0.first) < ($1.device, $1.first) }
        }
        let change = try Change(encoded: try #require(waiting.last).change)
        guard
            case .spans(let renumbered)? = (change.operations.first?.payload as? PopOperation)?
                .screens
        else {
            Issue.record("\(change)")
            return
        }
        #expect(sorted(renumbered) == sorted(expected))
        var inverse: [Operation] = []
        _ = try directory.appendUndo(.undo, to: key, madeAt: .now()) { _, reversal in
            inverse = reversal.inverse
            return []
        }
        guard case .spans(let led)? = (inverse.first?.payload as? RestoreOperation)?.screens else {
            Issue.record("\(inverse)")
            return
        }
        #expect(sorted(led) == sorted(expected))
    }
}
