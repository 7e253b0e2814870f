import DatabaseHarness
import DeviceStore
import Foundation
import NavigationModel
import NavigationSync
import NavigationWire
import StoreSamples
import Testing

/// The shelf of refused changes, and discarding from it.
@Suite struct DeviceShelfTests {
    let scratch: Scratch
    let key = SampleHistory().key

    init() throws {
        scratch = try Scratch()
    }

    private func open() throws -> DeviceDatabase {
        try DeviceDatabase(opening: scratch("device"), name: "phone") { SampleHistory.device }
    }

    @discardableResult
    private func append(
        to directory: DeviceDatabase, animated: Bool = false, isSubmitted: Bool = false
    ) throws -> OutboxEntry {
        try #require(
            try directory.appendChange(
                to: key, madeAt: .now(), animated: animated, isSubmitted: isSubmitted
            ) { _ in [.addToBadge("inbox", 1)] })
    }

    private func reject(
        _ sequence: SequenceNumber, _ reason: Rejection, in directory: DeviceDatabase
    ) throws {
        let receipt = Receipt(sequence: sequence, outcomes: [.rejected(reason)], revision: nil)
        try directory.settle(key, sequence, with: receipt)
    }

    @Test("Refused and rejected changes go to the shelf, and no others")
    func shelved() throws {
        let directory = try open()
        for _ in 1...4 { try append(to: directory) }
        try directory.settle(
            key, 1, with: Receipt(sequence: 1, outcomes: [.noop()], revision: nil))
        try reject(2, .answered, in: directory)
        try directory.refuse(key, 3, because: Failure(.tooLarge, "too large"))
        let shelf = try open().shelf(of: key)
        #expect(shelf.entries.map(\.sequence) == [2, 3])
        #expect(shelf.entries[1].state == .refused(Failure(.tooLarge, "too large")))
        #expect(try #require(shelf.entries[0].date).rawValue > 0)
        #expect(try directory.shelfCount(of: key) == 2)
        #expect(try directory.waiting(in: key).map(\.sequence) == [4])
    }

    @Test(
        "Once acknowledged, only changes that may pass later stay on the shelf",
        arguments: Rejection.allCases)
    func reported(reason: Rejection) throws {
        let directory = try open()
        let entry = try append(to: directory)
        try reject(1, reason, in: directory)
        #expect(try directory.shelfCount(of: key) == 1)
        try directory.acknowledge(entry.id)
        let staying: Set<Rejection> = [
            .unspecified, .limitExceeded, .unsupported, .expired, .notPermitted,
        ]
        #expect(try directory.shelfCount(of: key) == (staying.contains(reason) ? 1 : 0))
    }

    @Test("A retry takes a change off the shelf with the new one, or leaves all as it was")
    func retry() throws {
        struct Refusal: Error {}
        let directory = try open()
        let entry = try append(to: directory, animated: true)
        try reject(1, .expired, in: directory)
        #expect(throws: Refusal.self) {
            try directory.appendRetry(of: entry.id, to: key, madeAt: .now()) { _, _ in
                throw Refusal()
            }
        }
        #expect(try directory.shelfCount(of: key) == 1)
        let retried = try directory.appendRetry(of: entry.id, to: key, madeAt: .now()) {
            view, operations in
            #expect(view.sequence == 2)
            return OutboxDraft(operations)
        }
        #expect(retried?.sequence == 2)
        #expect(try retried.map { try Change(encoded: $0.change).animated } == true)
        #expect(try directory.shelfCount(of: key) == 0)
        let gone = try #require(throws: DeviceDatabaseError.self) {
            try directory.appendRetry(of: entry.id, to: key, madeAt: .now()) { _, _ in [] }
        }
        #expect(gone.code == .notFound)
    }

    @Test("A full shelf drops its oldest changes and counts them; nothing else is dropped")
    func overflow() throws {
        let directory = try open()
        try append(to: directory)
        let raw = try RawDatabase(ofDevice: scratch("device/device.sqlite"))
        try raw.runOnEntries(
            """
            INSERT INTO entry (scene, epoch, sequence, after, change, boot, nanoseconds, state,
                outcomes, shelved)
            WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
            SELECT scene, epoch, i, i - 1, change, boot, nanoseconds, 1, x'', 1 FROM entry, n;
            UPDATE scene SET sequence = 1001, chained = 1001;
            """)
        #expect(try directory.shelfCount(of: key) == 1_000)
        for sequence: SequenceNumber in [1_002, 1_003] {
            try append(to: directory)
            try reject(sequence, .expired, in: directory)
        }
        try append(to: directory)
        let shelf = try directory.shelf(of: key)
        #expect(shelf.overflowed == 2)
        #expect(shelf.entries.count == 1_000)
        #expect(shelf.entries.last?.sequence == 1_003)
        try directory.dropShelved(shelf.entries[0].id, of: key)
        #expect(throws: DeviceDatabaseError.self) {
            try directory.dropShelved(shelf.entries[0].id, of: key)
        }
        #expect(try directory.dropAllShelved(of: key) == 999)
        #expect(try directory.shelf(of: key) == Shelf(entries: [], overflowed: 0))
    }

    @Test("A dropped change leaves the chain, and one that may be with the daemon stays")
    func drop() throws {
        let directory = try open()
        let entries = try (1...5).map { number in
            try append(to: directory, isSubmitted: number == 1)
        }
        try directory.noteSubmission(of: [entries[1].id])
        let lock = try #require(try directory.trySenderLock())
        #expect(try directory.drop(entries[0].id, of: key, as: lock) == .submitted)
        #expect(try directory.drop(entries[1].id, of: key, as: lock) == .submitted)
        #expect(try directory.drop(entries[2].id, of: key, as: lock) == .dropped)
        #expect(try directory.drop(entries[2].id, of: key, as: lock) == .notWaiting)
        #expect(try directory.drop(entries[4].id, of: key, as: lock) == .dropped)
        #expect(try directory.waiting(in: key).map(\.sequence) == [1, 2, 4])
        #expect(try directory.waiting(in: key).map(\.after) == [0, 1, 2])
        #expect(try directory.entry(entries[2].id)?.state == .dropped)
        let next = try append(to: directory)
        #expect(next.sequence == 6)
        #expect(next.after == 4)
        // Under new numbers it was never submitted.
        let reused = Set(try directory.waiting(in: key).map(\.sequence))
        try directory.renumber(key, epoch: SampleHistory().epoch, after: 9, reused: reused)
        #expect(try directory.waiting(in: key).map(\.isSubmitted) == [false, false, false, false])
    }
}
