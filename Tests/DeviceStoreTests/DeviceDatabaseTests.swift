import DatabaseHarness
import DeviceStore
import Foundation
import NavigationModel
import NavigationSync
import NavigationWire
import StoreSamples
import Testing

/// A device on disk, used by one process.
@Suite struct DeviceDatabaseTests {
    let scratch: Scratch
    let key = SampleHistory().key
    let epoch = SampleHistory().epoch

    init() throws {
        scratch = try Scratch()
    }

    private func open(_ name: DeviceName? = "phone") throws -> DeviceDatabase {
        try DeviceDatabase(opening: scratch("device"), name: name) { SampleHistory.device }
    }

    /// Appends a change of one operation.
    @discardableResult
    private func append(
        _ operation: NavigationModel.Operation = .addToBadge("inbox", 1),
        to directory: DeviceDatabase
    ) throws -> OutboxEntry {
        let made = BootTimeInstant(bootID: "boot", nanoseconds: 5)
        return try #require(
            try directory.appendChange(to: key, madeAt: made) { _ in [operation] })
    }

    private func receipt(_ sequence: SequenceNumber, _ revision: Revision?) -> Receipt {
        Receipt(sequence: sequence, outcomes: [.applied], revision: revision)
    }

    // MARK: Identity

    @Test func theFirstUseMakesTheDevice() throws {
        let first = try open("phone")
        #expect(first.device == SampleHistory.device)
        #expect(first.name == "phone")
        #expect(try mode(of: first.path) == 0o700)
        #expect(try mode(of: first.path + "/device.sqlite") == 0o600)
        let second = try DeviceDatabase(opening: first.path, name: nil) {
            Issue.record("a second id")
            return .daemon
        }
        #expect(second.device == first.device)
        #expect(second.name == "phone")
        #expect(try open("tablet").name == "tablet")
        #expect(try open(nil).name == "tablet")
    }

    @Test func aClosedOneHasNoLogAndSaysSo() throws {
        let directory = try open()
        try append(to: directory)
        let log = directory.path + "/device.sqlite-wal"
        #expect(FileManager.default.fileExists(atPath: log))
        directory.close()
        directory.close()
        #expect(!FileManager.default.fileExists(atPath: log))
        let error = try #require(throws: DeviceDatabaseError.self) {
            try directory.waiting(in: key)
        }
        #expect(error.code == .closed)
        #expect(throws: DeviceDatabaseError.self) { try append(to: directory) }
        #expect(try open().waiting(in: key).count == 1)
    }

    @Test func theFirstUseNeedsAName() throws {
        let error = try #require(throws: DeviceDatabaseError.self) { try open(nil) }
        #expect(error.code == .unusable)
        #expect(error.description.contains("name it to create it"))
    }

    @Test func whatIsNoDirectoryIsRefused() throws {
        try Data([1]).write(to: URL(filePath: scratch("device")))
        let error = try #require(throws: DeviceDatabaseError.self) { try open() }
        #expect(error.code == .unusable)
        #expect(error.description.contains(scratch("device")))
    }

    @Test(arguments: [
        (60, DeviceDatabaseError.Code.newer, "newer navsync"),
        (68, .unusable, "is another database"),
        (0, .damaged, "is damaged"),
    ])
    func aForeignNewerOrDamagedDatabaseIsRefused(
        _ offset: Int, _ code: DeviceDatabaseError.Code, _ says: String
    ) throws {
        _ = try open()
        let path = scratch("device/device.sqlite")
        var data = try contents(of: path)
        data.replaceSubrange(offset..<offset + 4, with: [1, 2, 3, 4])
        try data.write(to: URL(filePath: path))
        let error = try #require(throws: DeviceDatabaseError.self) { try open() }
        #expect(error.code == code)
        #expect(error.description.contains(says))
        #expect(try contents(of: path) == data)
    }

    // MARK: The confirmed state

    @Test func theConfirmedStateOnlyMovesForward() throws {
        let directory = try open()
        #expect(try directory.confirmed(key) == nil)
        var history = SampleHistory(by: .daemon)
        _ = history.write(5)
        let fifth = ConfirmedScene(epoch: epoch, revision: 5, state: history.state)
        #expect(try directory.replaceConfirmed(key, with: fifth))
        _ = history.write(5)
        let tenth = ConfirmedScene(epoch: epoch, revision: 10, state: history.state)
        #expect(try directory.replaceConfirmed(key, with: tenth))
        #expect(try !directory.replaceConfirmed(key, with: fifth))
        #expect(try directory.confirmed(key) == tenth)
        #expect(try open().confirmed(key) == tenth)
        let other = ConfirmedScene(epoch: Epoch(rawValue: 9), revision: 5, state: fifth.state)
        #expect(try directory.replaceConfirmed(key, with: other))
        #expect(try open().confirmed(key) == other)
    }

    @Test("The last settled change is kept with the state that has what it did")
    func theLastSequenceIsKept() throws {
        let directory = try open()
        var history = SampleHistory()
        let commits = history.write(6).decodedCommits
        _ = try directory.appendConfirmed(key, epoch: epoch, commits: Array(commits[..<3]))
        let own = commits[2].stamp.sequence
        #expect(try directory.confirmed(key)?.lastSequence == own)
        #expect(try open().confirmed(key)?.lastSequence == own)
        // One without a commit, as of a revision that is not reached, and then is.
        for (revision, known) in [(4, own), (3, own.next)] as [(Revision, SequenceNumber)] {
            _ = try directory.appendConfirmed(
                key, epoch: epoch, commits: [], acknowledged: (own.next, revision))
            #expect(try open().confirmed(key)?.lastSequence == known)
        }
        // What was told at the very revision stands, if it goes back too.
        _ = try directory.appendConfirmed(key, epoch: epoch, commits: [], acknowledged: (1, 3))
        #expect(try open().confirmed(key)?.lastSequence == 1)
        var scene = try #require(try directory.confirmed(key))
        scene.lastSequence = own.next.next
        #expect(try !directory.replaceConfirmed(key, with: scene), "only that is news")
        #expect(try open().confirmed(key) == scene)
        scene.lastSequence = 1
        scene.epoch = Epoch(rawValue: 9)
        #expect(try directory.replaceConfirmed(key, with: scene))
        #expect(try open().confirmed(key) == scene)
        try directory.discardConfirmed(key)
        #expect(try directory.appendConfirmed(key, epoch: epoch, commits: []) == .zero)
        #expect(try open().confirmed(key)?.lastSequence == .zero)
    }

    @Test func aStateThatDiffersAtItsRevisionIsRepaired() throws {
        let directory = try open()
        var history = SampleHistory(by: .daemon)
        _ = history.write(5)
        let right = ConfirmedScene(epoch: epoch, revision: 5, state: history.state)
        _ = history.write(1)
        let wrong = ConfirmedScene(epoch: epoch, revision: 5, state: history.state)
        #expect(try directory.replaceConfirmed(key, with: wrong))
        #expect(try directory.replaceConfirmed(key, with: right))
        #expect(try !directory.replaceConfirmed(key, with: right), "it is right already")
        #expect(try open().confirmed(key) == right)
    }

    @Test func commitsAppendGaplessly() throws {
        let directory = try open()
        var history = SampleHistory(by: .daemon)
        let commits = history.write(40).decodedCommits
        #expect(
            try directory.appendConfirmed(key, epoch: epoch, commits: Array(commits[..<10])) == 10)
        // What is there already is skipped, and a hole ends it.
        let overlapping = Array(commits[5..<20] + commits[25..<30])
        #expect(try directory.appendConfirmed(key, epoch: epoch, commits: overlapping) == 20)
        #expect(
            try directory.appendConfirmed(
                key, epoch: Epoch(rawValue: 9), commits: Array(commits[20...])) == nil)
        #expect(try directory.confirmed(key)?.revision == 20)
        #expect(try open().appendConfirmed(key, epoch: epoch, commits: commits) == 40)
        let confirmed = try #require(try directory.confirmed(key))
        #expect(confirmed.state == history.state)
        #expect(try open().confirmed(key) == confirmed)
    }

    @Test func aLongTailIsFolded() throws {
        let directory = try open()
        var history = SampleHistory(by: .daemon)
        for _ in 0..<11 {
            try directory.appendConfirmed(
                key, epoch: epoch, commits: history.write(50).decodedCommits)
        }
        let raw = try RawDatabase(ofDevice: scratch("device/device.sqlite"))
        #expect(try raw.value("SELECT snapshot_revision > 0 FROM scene") == "1")
        #expect(
            try raw.value(
                "SELECT snapshot_revision + (SELECT count(*) FROM tail) FROM scene") == "550")
        let excess = try raw.value(
            "SELECT (SELECT coalesce(sum(length(bytes)), 0) FROM tail) - length(snapshot) FROM scene"
        )
        #expect(try #require(excess.flatMap { Int($0) }) <= DeviceLimits.tailLength)
        try directory.appendConfirmed(key, epoch: epoch, commits: history.write(3).decodedCommits)
        #expect(try open().confirmed(key)?.state == history.state)
        #expect(try directory.confirmed(key)?.state == history.state)
    }

    // MARK: The outbox

    @Test func changesFormAChain() throws {
        let directory = try open()
        var seen: [Int] = []
        for _ in 1...3 {
            _ = try directory.appendChange(to: key, madeAt: .now()) { view in
                seen.append(view.entries.count)
                return [.addToBadge("inbox", 1)]
            }
        }
        #expect(seen == [0, 1, 2])
        let waiting = try open().waiting(in: key)
        #expect(waiting.map(\.sequence) == [1, 2, 3])
        #expect(waiting.map(\.after) == [0, 1, 2])
        #expect(waiting.map(\.state) == [.waiting, .waiting, .waiting])
        #expect(try directory.entry(waiting[1].id) == waiting[1])
        let change = try Change(encoded: waiting[2].change)
        #expect(change.device == directory.device)
        #expect(change.sequence == 3)
        #expect(change.base == Change.Base(revision: 0, latest: .zero))
    }

    @Test func aChangeIsBuiltOnWhatIsConfirmed() throws {
        let directory = try open()
        var history = SampleHistory(by: .daemon)
        try directory.appendConfirmed(key, epoch: epoch, commits: history.write(7).decodedCommits)
        var confirmed: ConfirmedScene?
        let entry = try directory.appendChange(
            to: key, madeAt: .now(), requiredRevision: 7, animated: true
        ) { view in
            confirmed = view.confirmed
            return [.selectTab("inbox")]
        }
        #expect(confirmed?.state == history.state)
        let change = try Change(encoded: try #require(entry).change)
        #expect(change.base == Change.Base(revision: 7, latest: history.state.latest))
        #expect(change.requiredRevision == 7)
        #expect(change.animated)
        let renumbered = change.renumbered([1: 4], on: change.base)
        #expect(renumbered.sequence == 4 && renumbered.animated)
        #expect(entry?.epoch == epoch)
    }

    @Test func nothingIsAppendedForNoOperationsOrAnError() throws {
        struct Refusal: Error {}
        let directory = try open()
        let none = try directory.appendChange(to: key, madeAt: .now()) { _ in [] }
        #expect(none == nil)
        #expect(throws: Refusal.self) {
            try directory.appendChange(to: key, madeAt: .now()) { _ in throw Refusal() }
        }
        #expect(try append(to: directory).sequence == 1)
    }

    @Test func limitsAreKept() throws {
        let directory = try open()
        let payload = Attribute(
            field: ScreenField.payload,
            value: Value(bytes: [UInt8](repeating: 1, count: SceneLimits.changeLength)))
        let error = try #require(throws: DeviceDatabaseError.self) {
            try append(.updateTab("inbox", attributes: [payload]), to: directory)
        }
        #expect(error.code == .limitExceeded)
        try append(to: directory)
        let raw = try RawDatabase(ofDevice: scratch("device/device.sqlite"))
        try raw.runOnEntries(
            """
            INSERT INTO entry (scene, epoch, sequence, after, change, boot, nanoseconds)
            WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
            SELECT scene, epoch, i, i - 1, change, boot, nanoseconds FROM entry, n;
            UPDATE scene SET sequence = 10000, chained = 10000;
            """)
        let full = try #require(throws: DeviceDatabaseError.self) { try append(to: directory) }
        #expect(full.code == .outboxFull)
        #expect(full.description.contains("full with 10000 changes"))
        try directory.settle(key, 1, with: receipt(1, 1))
        #expect(try append(to: directory).sequence == 10_001)
    }

    @Test("Long commits are folded into the snapshot soon: each command would read them all")
    func longTail() throws {
        let directory = try open()
        let commits = (1...40).map { number in
            let revision = Revision(rawValue: UInt64(number))
            let stamp = Stamp(
                time: Timestamp(rawValue: Int64(number)), device: .daemon,
                sequence: SequenceNumber(rawValue: UInt64(number)))
            let text = Value(bytes: Array(repeating: UInt8(number), count: 8_000))
            return Commit(
                revision: revision, stamp: stamp, author: "other", operations: [],
                outcomes: [.applied],
                effects: [
                    RegisterWrite(
                        record: .screen("s"), field: ScreenField.payload, stamp: stamp,
                        value: text)
                ])
        }
        for commit in commits {
            try directory.appendConfirmed(key, epoch: epoch, commits: [commit])
        }
        let raw = try RawDatabase(ofDevice: scratch("device/device.sqlite"))
        // Of forty commits 32 are in it.
        #expect(try raw.value("SELECT count(*) FROM tail") == "8")
        #expect(try directory.confirmed(key)?.revision == 40)
        #expect(
            try directory.confirmed(key)?.state[.screen("s"), ScreenField.payload]?.value.bytes
                == Array(repeating: 40, count: 8_000))
    }

    @Test("The base of a device's further changes is the least that is confirmed or waits")
    func oldestBase() throws {
        let directory = try open()
        #expect(try directory.oldestBase(in: key) == nil)
        var history = SampleHistory(by: .daemon)
        try directory.appendConfirmed(key, epoch: epoch, commits: history.write(3).decodedCommits)
        #expect(try directory.oldestBase(in: key) == OldestBase(epoch: epoch, revision: 3))
        try append(to: directory)
        try directory.appendConfirmed(key, epoch: epoch, commits: history.write(2).decodedCommits)
        try append(to: directory)
        #expect(try directory.oldestBase(in: key) == OldestBase(epoch: epoch, revision: 3))
        try directory.settle(key, 1, with: receipt(1, 6))
        #expect(try directory.oldestBase(in: key) == OldestBase(epoch: epoch, revision: 5))
        // Changes that wait from another history have bases of that.
        try RawDatabase(ofDevice: scratch("device/device.sqlite")).runOnEntries(
            "UPDATE entry SET epoch = 7")
        #expect(try directory.oldestBase(in: key) == nil)
    }

    @Test func oldSettledChangesAreForgotten() throws {
        let directory = try open()
        var history = SampleHistory(by: .daemon)
        try directory.appendConfirmed(key, epoch: epoch, commits: history.write(3).decodedCommits)
        try append(to: directory)
        let raw = try RawDatabase(ofDevice: scratch("device/device.sqlite"))
        // Settled in the confirmed state (5,000), above it (1), and refused (1,500).
        try raw.runOnEntries(
            """
            INSERT INTO entry (scene, epoch, sequence, after, change, boot, nanoseconds, state,
                outcomes, revision, code, message)
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 6500)
            SELECT scene, epoch, i + 2, i + 1, change, boot, nanoseconds,
                iif(i <= 5000, 1, 2), x'', iif(i = 0, 4, 3), 1, '' FROM entry, n;
            UPDATE scene SET sequence = 6502, chained = 6502;
            """)
        try append(to: directory)
        #expect(
            try raw.value(
                """
                SELECT group_concat(n, ' ') FROM
                    (SELECT state || ':' || count(*) AS n FROM entry GROUP BY state ORDER BY state)
                """) == "0:2 1:1001 2:1000")
        #expect(try directory.overlay(in: key, above: 3).map(\.sequence) == [1, 2, 6_503])
    }

    @Test func aSettledChangeIsSeenUntilItIsConfirmed() throws {
        let directory = try open()
        var history = SampleHistory()
        let made = (1...3).map { _ in history.advance() }
        for step in made {
            _ = try directory.appendChange(to: key, madeAt: .now()) { _ in
                OutboxDraft(step.commit.operations)
            }
        }
        try directory.appendConfirmed(key, epoch: epoch, commits: [])
        try directory.settle(key, 1, with: receipt(1, 1))
        try directory.settle(key, 1, with: receipt(1, 99))
        #expect(try directory.waiting(in: key).map(\.sequence) == [2, 3])
        #expect(try directory.entry(key, 1)?.state == .settled(receipt(1, 1)))
        // Made before the first contact, so not of the confirmed epoch until it is renumbered.
        #expect(try directory.overlay(in: key, above: 0).map(\.sequence) == [2, 3])
        try directory.renumber(key, epoch: epoch, after: 1)
        try directory.settle(key, 2, with: receipt(2, 2))
        #expect(try directory.overlay(in: key, above: 0).map(\.sequence) == [2, 3])
        #expect(try directory.overlay(in: key, above: 2).map(\.sequence) == [3])
        // A commit of its own settles what still waits.
        try directory.appendConfirmed(key, epoch: epoch, commits: made.map(\.commit))
        #expect(try directory.waiting(in: key).isEmpty)
        #expect(try directory.entry(key, 3)?.state == .settled(receipt(3, 3)))
        #expect(try directory.overlay(in: key, above: 3).isEmpty)
    }

    @Test func aRefusedChangeLeavesTheChain() throws {
        let directory = try open()
        for _ in 1...4 { try append(to: directory) }
        let failure = Failure(.sequenceExpected, "no", expected: 7)
        try directory.refuse(key, 2, because: failure)
        try directory.refuse(key, 2, because: Failure(.busy, "again"))
        #expect(try directory.entry(key, 2)?.state == .refused(failure))
        #expect(try directory.waiting(in: key).map(\.after) == [0, 1, 3])
        try directory.refuse(key, 4, because: failure)
        let next = try append(to: directory)
        #expect(next.sequence == 5)
        #expect(next.after == 3)
    }

    @Test func waitingChangesGetNewNumbers() throws {
        let directory = try open()
        try append(to: directory)
        try directory.settle(key, 1, with: receipt(1, 1))
        let push = try append(.push("a", onto: "inbox", on: nil, attributes: []), to: directory)
        let stamp = Stamp(
            time: .zero, device: directory.device, sequence: push.sequence, index: 0)
        let foreign = Stamp(time: .zero, device: .daemon, sequence: push.sequence)
        let pop = try append(
            .pop(
                [
                    ObservedScreen(id: "a", placement: stamp),
                    ObservedScreen(id: "b", placement: foreign),
                ],
                from: "inbox"), to: directory)
        var history = SampleHistory(by: .daemon)
        _ = history.write(4)
        let newEpoch = Epoch(rawValue: 5)
        try directory.replaceConfirmed(
            key, with: ConfirmedScene(epoch: newEpoch, revision: 4, state: history.state))
        let reused = Set([push.sequence, pop.sequence])
        try directory.renumber(key, epoch: newEpoch, after: 30, reused: reused)

        let waiting = try directory.waiting(in: key)
        #expect(waiting.map(\.id) == [push.id, pop.id])
        #expect(waiting.map(\.sequence) == [31, 32])
        #expect(waiting.map(\.after) == [30, 31])
        #expect(waiting.map(\.epoch) == [newEpoch, newEpoch])
        #expect(waiting.map(\.madeAt) == [push.madeAt, pop.madeAt])
        let changes = try waiting.map { try Change(encoded: $0.change) }
        #expect(changes.map(\.sequence) == [31, 32])
        #expect(changes.allSatisfy { $0.base.revision == 4 })
        #expect(changes.allSatisfy { $0.base.latest == history.state.latest })
        // What the pop saw has the new number too; what another device did keeps its own.
        let popped = try #require(changes[1].operations[0].payload as? PopOperation)
        #expect(popped.screens.names.map(\.placement.sequence) == [31, push.sequence])
        let next = try append(to: directory)
        #expect(next.sequence == 33)
        #expect(next.after == 32)
    }

    @Test("W3: what the daemon may know keeps its number and its bytes, in a new epoch too")
    func knownNumbersStay() throws {
        let directory = try open()
        let older = Epoch(rawValue: 4)
        try directory.appendConfirmed(key, epoch: older, commits: [])
        for _ in 1...4 { try append(to: directory) }
        let before = try directory.waiting(in: key)
        // The daemon has settled three; under the second number it has another change.
        try directory.renumber(key, epoch: epoch, after: 3, reused: [2])
        let after = try directory.waiting(in: key)
        #expect(after.map(\.sequence) == [1, 4, 3, 5])
        #expect(after.map(\.after) == [0, 3, 2, 4])
        #expect(after.allSatisfy { $0.epoch == epoch })
        for index in [0, 2] { #expect(after[index].change == before[index].change) }
        // Numbers that come out the same are not written anew either: they may be on their way.
        try directory.renumber(key, epoch: epoch, after: 3)
        #expect(try directory.waiting(in: key).map(\.change) == after.map(\.change))
    }

    @Test("P12: a change with more in it than this version knows is shelved, not numbered anew")
    func newerChangesAreNotRewritten() throws {
        let directory = try open()
        for _ in 1...3 { try append(to: directory) }
        // A newer version has written the second: with a field 1000 of the change.
        let newer = try #require(try directory.entry(key, 2)).change + [0xc0, 0x3e, 1]
        let digits = newer.map { String(format: "%02x", $0) }.joined()
        try RawDatabase(ofDevice: directory.path + "/device.sqlite").runOnEntries(
            "UPDATE entry SET change = x'\(digits)' WHERE sequence = 2")
        try directory.appendConfirmed(key, epoch: epoch, commits: [])
        try directory.renumber(key, epoch: epoch, after: 9, reused: [1, 2, 3])
        let waiting = try directory.waiting(in: key)
        #expect(waiting.map(\.sequence) == [10, 11])
        #expect(waiting.map(\.after) == [9, 10])
        let shelved = try directory.shelf(of: key).entries
        #expect(shelved.map(\.change) == [newer])
        guard case .refused(let failure)? = shelved.first?.state else { return }
        #expect(failure.code == .unsupported)
        // Nor is what is known of it done again as if it were all.
        let shelf = try #require(shelved.first)
        let retried = try directory.appendRetry(of: shelf.id, to: key, madeAt: .now()) {
            _, operations in
            #expect(operations == [.unknown])
            return OutboxDraft([])
        }
        #expect(retried == nil)
    }
}
