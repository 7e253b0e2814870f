import DatabaseHarness
import DeviceStore
import NavigationModel
import NavigationSync
import NavigationWire
import StoreSamples
import Testing

@Suite("The states that a device keeps since a daemon may have lost them")
struct LostStateTests {
    private static let own = StoreID(rawValue: 5)
    private let key = SampleHistory().key
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func open() throws -> DeviceDatabase {
        try DeviceDatabase(opening: scratch("device"), name: "phone") { SampleHistory.device }
    }

    private func confirmed(_ epoch: UInt64, _ count: Int) -> ConfirmedScene {
        var history = SampleHistory()
        _ = history.write(count)
        return ConfirmedScene(
            epoch: Epoch(rawValue: epoch), revision: history.revision, state: history.state)
    }

    @Test("Of a history the newest is kept, across processes, and its bytes are the state's")
    func newest() throws {
        let directory = try open()
        try directory.bind(to: Self.own, at: "ipc:///own", source: "own")
        for count in [3, 5, 4] {
            try directory.keepLost(confirmed(7, count), of: key, at: Timestamp(rawValue: 1))
        }
        #expect(try directory.lostStateCount(of: key.user) == 1)
        let next = try open()
        let lost = try #require(try next.lostStates(of: key.user, withMirrored: false).first)
        #expect(lost.position.revision == 5 && lost.store == Self.own)
        #expect(lost.position.digest == confirmed(7, 5).state.digest)
        #expect(try SceneState(snapshot: lost.snapshot) == confirmed(7, 5).state)
        #expect(try next.lostStates(of: "bob", withMirrored: false).isEmpty)
    }

    @Test(
        "A later state that another process has kept is not given up for the earlier one that a mirror had"
    )
    func later() throws {
        let directory = try open()
        try directory.bind(to: Self.own, at: "ipc:///own", source: "own")
        func lost() throws -> [Revision] {
            try directory.lostStates(of: key.user, withMirrored: false).map(\.position.revision)
        }
        // It was noticed that the daemon has lost something.
        try directory.replaceConfirmed(key, with: confirmed(7, 5))
        try directory.keepLost(confirmed(7, 3), of: key, at: .zero)
        #expect(try lost() == [5])
        // It has all that the mirror had seen.
        try directory.replaceConfirmed(key, with: confirmed(8, 4), insteadOf: confirmed(7, 3))
        try directory.replaceConfirmed(key, with: confirmed(9, 2), insteadOf: confirmed(8, 2))
        #expect(try lost() == [5, 4])
        // The same: nothing is given up for that.
        try directory.replaceConfirmed(key, with: confirmed(10, 2), insteadOf: confirmed(9, 2))
        #expect(try lost() == [5, 4])
    }

    @Test(
        "A state of a history that the mirror never was in is kept, unless the daemon has all of it",
        arguments: [nil, 1, 3, 4] as [UInt64?])
    func unseenHistory(end: UInt64?) throws {
        let directory = try open()
        try directory.bind(to: Self.own, at: "ipc:///own", source: "own")
        // Another process was quicker, and the daemon was restored twice.
        try directory.replaceConfirmed(key, with: confirmed(8, 3))
        let state = confirmed(9, 2)
        let former = end.map {
            [FormerHistory(epoch: Epoch(rawValue: 8), end: Revision(rawValue: $0))]
        }
        let next = ConfirmedScene(
            epoch: state.epoch, revision: state.revision, state: state.state, former: former ?? [])
        try directory.replaceConfirmed(key, with: next, insteadOf: confirmed(7, 5))
        let lost = try directory.lostStates(of: key.user, withMirrored: false)
        #expect(lost.map(\.position.revision) == (end ?? 0 < 3 ? [3] : []))
        #expect(try directory.confirmed(key)?.epoch == state.epoch)
    }

    @Test("The histories that a state's contains are kept with it, mirrored and lost")
    func former() throws {
        let former = [
            FormerHistory(epoch: Epoch(rawValue: 3), end: 9, isHealed: true),
            FormerHistory(epoch: Epoch(rawValue: 4), end: 2),
        ]
        let state = confirmed(7, 3)
        let scene = ConfirmedScene(
            epoch: state.epoch, revision: state.revision, state: state.state, former: former)
        let first = try open()
        try first.replaceConfirmed(key, with: scene)
        #expect(try first.confirmed(key)?.former == former)
        let directory = try open()
        #expect(try directory.confirmed(key)?.former == former)
        let mirrored = try #require(try directory.confirmed(key))
        #expect(mirrored.former == former)
        try directory.keepLost(mirrored, of: key, at: .zero)
        #expect(try open().lostStates(of: key.user, withMirrored: false).map(\.former) == [former])
        #expect(
            try open().lostStates(of: key.user, withMirrored: true).map(\.former) == [
                former, former,
            ])
        // They are a help and no more: without them the state is what it was.
        try RawDatabase(ofDevice: directory.path + "/device.sqlite").run(
            "UPDATE scene SET former = x'ff'; UPDATE lost_state SET former = x'ff'")
        #expect(try open().confirmed(key)?.former == [])
        #expect(try open().lostStates(of: key.user, withMirrored: false).map(\.former) == [[]])
    }

    @Test("Of a scene those of the last histories are kept, and one goes when the daemon has it")
    func several() throws {
        let directory = try open()
        for epoch in 1...6 as ClosedRange<UInt64> {
            try directory.keepLost(confirmed(epoch, 3), of: key, at: .zero)
        }
        var states = try directory.lostStates(of: key.user, withMirrored: false)
        #expect(states.map(\.position.epoch.rawValue) == [3, 4, 5, 6])
        let earlier = Head(
            scene: key.scene, epoch: Epoch(rawValue: 4), revision: 2, digest: .zero)
        try directory.discardLostState(earlier, of: key)
        try directory.discardLostState(states[2].position, of: key)
        states = try directory.lostStates(of: key.user, withMirrored: false)
        #expect(states.map(\.position.epoch.rawValue) == [3, 4, 6])
    }

    @Test("At another store what it mirrors of its own is among them")
    func visiting() throws {
        let directory = try open()
        try directory.bind(to: Self.own, at: "ipc:///own", source: "own")
        var history = SampleHistory()
        try directory.appendConfirmed(
            key, epoch: history.epoch, commits: history.write(4).decodedCommits)
        #expect(try directory.lostStates(of: key.user, withMirrored: false).isEmpty)
        let state = try #require(try directory.lostStates(of: key.user, withMirrored: true).first)
        #expect(state.position.revision == 4 && state.noticed == nil)
        #expect(state.position.digest == history.state.digest)
    }

    @Test("A device that adopts another store keeps what it has mirrored")
    func adopting() throws {
        let directory = try open()
        try directory.bind(to: Self.own, at: "ipc:///own", source: "own")
        var history = SampleHistory()
        try directory.appendConfirmed(
            key, epoch: history.epoch, commits: history.write(4).decodedCommits)
        _ = try directory.adopt(StoreID(rawValue: 6), at: "ipc:///b", source: "own")
        #expect(try directory.confirmed(key) == nil)
        let state = try #require(try directory.lostStates(of: key.user, withMirrored: false).first)
        #expect(state.position.revision == 4 && state.store == Self.own)
    }

    @Test("A change acknowledged before the first commit came is not left behind at another store")
    func adoptingUnseen() throws {
        let directory = try open()
        try directory.bind(to: Self.own, at: "ipc:///own", source: "own")
        try directory.replaceConfirmed(key, with: confirmed(1, 0))
        #expect(try directory.lostStates(of: key.user, withMirrored: true).isEmpty)
        let entry = try #require(
            try directory.appendChange(to: key, madeAt: .now()) { _ in
                OutboxDraft([.addToBadge("inbox", 1)], reversal: nil)
            })
        try directory.settle(
            key, entry.sequence,
            with: Receipt(sequence: entry.sequence, outcomes: [.applied], revision: 1))
        #expect(try directory.lostStates(of: key.user, withMirrored: true).map(\.settled) == [[1]])
        _ = try directory.adopt(StoreID(rawValue: 6), at: "ipc:///b", source: "own")
        let state = try #require(try directory.lostStates(of: key.user, withMirrored: false).first)
        #expect(state.position.revision == 0 && state.settled == [1])
        // The daemon there contains nothing after revision 0 of that history.
        try directory.requeue(key, of: state.position.epoch, after: 0)
        #expect(try directory.waiting(in: key).map(\.id) == [entry.id])
    }

    @Test(
        "At a store that took the place of its own that waits again which is in nothing it was healed from",
        arguments: [(true, 4), (true, 5), (false, 4)] as [(Bool, Revision)])
    func succession(_ isSucceeded: Bool, _ end: Revision) throws {
        let directory = try open()
        try directory.bind(to: Self.own, at: "ipc:///own", source: "own")
        var history = SampleHistory(by: DeviceID(high: 5, low: 5))
        try directory.appendConfirmed(
            key, epoch: history.epoch, commits: history.write(4).decodedCommits)
        for revision in [4, 5] as [Revision] {
            let entry = try #require(
                try directory.appendChange(to: key, madeAt: .now()) { _ in
                    OutboxDraft([.addToBadge("inbox", 1)], reversal: nil)
                })
            try directory.settle(
                key, entry.sequence,
                with: Receipt(sequence: entry.sequence, outcomes: [.applied], revision: revision))
        }
        let next = StoreID(rawValue: 6)
        let bound = try directory.bind(
            to: next, at: "ipc:///b", source: "own", after: isSucceeded ? [Self.own] : [])
        #expect(bound == (isSucceeded ? next : Self.own))
        // Another device's state may have had it.
        #expect(try directory.waiting(in: key).isEmpty)
        #expect(try directory.lostStateCount(of: key.user) == (isSucceeded ? 1 : 0))
        guard isSucceeded else { return }
        // That of revision 4 is in the state that it keeps, however little the store has of its history.
        try directory.requeue(key, of: history.epoch, after: end == 4 ? 1 : end)
        #expect(try directory.waiting(in: key).map(\.sequence) == (end == 4 ? [2] : []))
    }

    @Test(
        "At a store that took the place of its own that waits again, too, which an earlier history had"
    )
    func successionAfterRestore() throws {
        let directory = try open()
        try directory.bind(to: Self.own, at: "ipc:///own", source: "own")
        var history = SampleHistory(by: DeviceID(high: 5, low: 5))
        try directory.appendConfirmed(
            key, epoch: history.epoch, commits: history.write(4).decodedCommits)
        let entry = try #require(
            try directory.appendChange(to: key, madeAt: .now()) { _ in
                OutboxDraft([.addToBadge("inbox", 1)], reversal: nil)
            })
        try directory.settle(
            key, entry.sequence,
            with: Receipt(sequence: entry.sequence, outcomes: [.applied], revision: 5))
        // Its own store was restored from a backup, and then lost altogether.
        let mirrored = try #require(try directory.confirmed(key))
        try directory.keepLost(mirrored, of: key, at: .zero)
        try directory.replaceConfirmed(key, with: confirmed(9, 2))
        let next = StoreID(rawValue: 6)
        try directory.bind(to: next, at: "ipc:///b", source: "own", after: [Self.own])
        try directory.requeue(key, of: history.epoch, after: 4)
        #expect(try directory.waiting(in: key).count == 1)
    }

    @Test("One that was lost, and one that got its number since, are two changes until the end")
    func sameNumber() throws {
        let directory = try open()
        try directory.replaceConfirmed(key, with: confirmed(1, 4))
        func append(_ operation: NavigationModel.Operation) throws -> OutboxEntry {
            try #require(
                try directory.appendChange(to: key, madeAt: .now()) { view in
                    OutboxDraft(
                        [operation],
                        reversal: InverseChange(
                            sequence: view.sequence, done: [operation],
                            inverse: [pop(view.sequence)]))
                })
        }
        func pop(_ sequence: SequenceNumber) -> NavigationModel.Operation {
            let stamp = Stamp(time: .zero, device: directory.device, sequence: sequence)
            return .pop([ObservedScreen(id: "a", placement: stamp)], from: "inbox")
        }
        let push = NavigationModel.Operation.push("a", onto: "inbox", on: nil, attributes: [])
        let lost = try append(push)
        try directory.settle(
            key, 1, with: Receipt(sequence: 1, outcomes: [.applied], revision: 5))
        // A backup of the daemon was restored: there the device has made no change yet.
        try directory.replaceConfirmed(key, with: confirmed(2, 4))
        try directory.renumber(key, epoch: Epoch(rawValue: 2), after: 0)
        let later = [try append(push), try append(pop(1)), try append(push)]
        #expect(later.map(\.sequence) == [1, 2, 3])
        // Then the store was lost, and healed from a copy of the first history.
        try directory.requeue(key, of: Epoch(rawValue: 1), after: 4)
        #expect(try directory.waiting(in: key).map(\.sequence) == [1, 1, 2, 3])

        // An outcome, or a refusal, is of the one that can have been submitted.
        let epoch = Epoch(rawValue: 3)
        try directory.refuse(key, 3, because: Failure(.malformed, "no"))
        try directory.renumber(key, epoch: epoch, after: 0)
        let waiting = try directory.waiting(in: key)
        #expect(waiting.map(\.id) == [lost.id, later[0].id, later[1].id])
        #expect(waiting.map(\.sequence) == [1, 2, 3])
        #expect(waiting.map(\.after) == [0, 1, 2])
        let changes = try waiting.map { try Change(encoded: $0.change) }
        #expect(changes.map(\.sequence) == [1, 2, 3])
        #expect(changes[2].operations == [pop(2)])
        // The undo of each refers to what it has made, under its present number.
        for number in [3, 2, 1] as [SequenceNumber] {
            let step = try directory.appendUndo(.undo, to: key, madeAt: .now()) { view, reversal in
                #expect(reversal.inverse == [pop(number)] && reversal.sequence == number)
                return OutboxDraft(reversal.inverse, reversal: nil)
            }
            #expect(step != nil)
        }
    }

    @Test("The outcome of a number is of the change that was submitted under it, not of a lost one")
    func sameNumberSettled() throws {
        let directory = try open()
        try directory.replaceConfirmed(key, with: confirmed(1, 4))
        func append() throws -> OutboxEntry {
            try #require(
                try directory.appendChange(to: key, madeAt: .now()) { _ in
                    OutboxDraft([.addToBadge("inbox", 1)], reversal: nil)
                })
        }
        let lost = try append()
        try directory.settle(
            key, 1, with: Receipt(sequence: 1, outcomes: [.applied], revision: 5))
        try directory.replaceConfirmed(key, with: confirmed(2, 4))
        try directory.renumber(key, epoch: Epoch(rawValue: 2), after: 0)
        let later = try append()
        try directory.requeue(key, of: Epoch(rawValue: 1), after: 4)
        try directory.settle(
            key, 1, with: Receipt(sequence: 1, outcomes: [.applied], revision: 6))
        #expect(try directory.waiting(in: key).map(\.id) == [lost.id])
        guard case .settled = try directory.entry(later.id)?.state else {
            Issue.record("the later one has no outcome")
            return
        }
    }

    @Test("Of a history that was brought back, what was settled behind its end waits again")
    func requeued() throws {
        let directory = try open()
        var history = SampleHistory(by: DeviceID(high: 5, low: 5))
        try directory.appendConfirmed(
            key, epoch: history.epoch, commits: history.write(4).decodedCommits)
        for revision in [3, 5] as [Revision] {
            let entry = try #require(
                try directory.appendChange(to: key, madeAt: .now()) { _ in
                    OutboxDraft([.addToBadge("inbox", 1)], reversal: nil)
                })
            try directory.settle(
                key, entry.sequence,
                with: Receipt(sequence: entry.sequence, outcomes: [.applied], revision: revision))
        }
        try directory.requeue(key, of: Epoch(rawValue: 99), after: .zero)
        #expect(try directory.waiting(in: key).isEmpty)
        try directory.requeue(key, of: history.epoch, after: 4)
        #expect(try directory.waiting(in: key).map(\.sequence) == [2])
    }
}
