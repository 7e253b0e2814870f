import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("A mirror whose daemon is not what it was")
struct MirrorResumeTests {
    private func push(_ route: String) -> Intent {
        .push(ScreenDescription(route: route), onto: "inbox")
    }

    private func reports(_ bench: MirrorBench) -> [Divergence] {
        bench.effects.compactMap { if case .report(let report) = $0 { report } else { nil } }
    }

    private func isEqual(_ bench: MirrorBench) -> Bool {
        bench.core.confirmed.revision == bench.daemon.revision
            && bench.core.confirmed.state.digest == bench.daemon.state.digest
    }

    @Test(
        "An own change is shown once after a restart, though it is waiting and confirmed",
        arguments: [true, false])
    func shownOnce(isSnapshot: Bool) throws {
        var bench = MirrorBench()
        bench.connect()
        let made = bench.pending(1, .addToBadge("inbox", 1))
        let change = try #require(made)
        bench.commit(change.change)
        // What came of it is never heard: the state comes by itself.
        bench.step(isSnapshot ? .repair : .refresh)
        bench.serve()
        let kept = bench.core.confirmed
        #expect(kept.lastSequence == 1)
        bench.restart(on: kept)
        bench.step(.outbox([change]))
        #expect(bench.core.pending == [change])
        #expect(bench.core.optimisticState(at: bench.now) == bench.daemon.state)
        // In another history it may have been settled as well.
        bench.restart(
            on: ConfirmedScene(
                epoch: Epoch(rawValue: kept.epoch.rawValue ^ 1), revision: kept.revision,
                state: kept.state, lastSequence: 1))
        bench.step(.outbox([change]))
        #expect(bench.core.optimisticState(at: bench.now) == bench.daemon.state)
    }

    @Test("A change settled without a commit is saved with the state, and not applied on top")
    func settledWithoutCommit() throws {
        var bench = MirrorBench()
        bench.connect()
        let made = bench.pending(1, .updateTab("inbox", title: "Mine"))
        let change = try #require(made)
        bench.daemon.lastSequence = 1
        bench.step(.outbox([change]))
        #expect(bench.core.optimisticState(at: bench.now) != bench.daemon.state)
        bench.effects = []
        bench.step(.refresh)
        bench.serve()
        let isKept = bench.effects.contains { effect in
            if case .append = effect { true } else { false }
        }
        #expect(isKept)
        #expect(bench.core.confirmed.lastSequence == 1)
        #expect(bench.core.optimisticState(at: bench.now) == bench.daemon.state)
    }

    @Test("W2: a daemon that has lost revisions in the same epoch is detected at the next reply")
    func aheadOnConnect() {
        var bench = MirrorBench()
        let old = bench.daemon
        for number in 1...3 { bench.commit(push("lost/\(number)")) }
        bench.connect()
        let before = bench.core.confirmed
        #expect(before.revision == 4)
        bench.step(.disconnected)
        bench.daemon = old
        bench.connect()
        #expect(isEqual(bench))
        #expect(bench.core.status == .live)
    }

    @Test("W2: the report of a mirror that is ahead has both states, and the snapshot replaces it")
    func aheadReport() {
        var bench = MirrorBench()
        let old = bench.daemon
        for number in 1...3 { bench.commit(push("lost/\(number)")) }
        bench.connect()
        let before = bench.core.confirmed
        bench.step(.disconnected)
        bench.daemon = old
        bench.step(.connected)
        bench.serve()
        let reported = reports(bench)
        #expect(reported.count == 1)
        #expect(reported.first?.cause == .ahead)
        #expect(reported.first?.mirror == before)
        #expect(reported.first?.daemon.state == bench.daemon.state)
        let order = bench.effects.compactMap { effect -> String? in
            switch effect {
            case .report: "report"
            case .replace: "replace"
            default: nil
            }
        }
        #expect(order == ["report", "replace"])
        #expect(isEqual(bench))
    }

    @Test("Another history with less than the mirror had replaces it, with a report of both")
    func replacedHistory() {
        var bench = MirrorBench()
        let old = bench.daemon
        for number in 1...3 { bench.commit(push("lost/\(number)")) }
        bench.connect()
        let before = bench.core.confirmed
        #expect(before.revision == 4)
        bench.step(.disconnected)
        bench.daemon = MirrorBench.Daemon(
            store: old.store, epoch: Epoch(rawValue: old.epoch.rawValue ^ 1), state: old.state,
            commits: old.commits, sealer: old.sealer, lastSequence: old.lastSequence)
        bench.step(.connected)
        bench.serve()
        #expect(reports(bench).map(\.cause) == [.replaced])
        #expect(reports(bench).first?.mirror == before)
        #expect(isEqual(bench))
        // One that has all of it and more takes nothing away.
        bench.step(.disconnected)
        bench.effects = []
        bench.daemon = MirrorBench.Daemon(
            store: old.store, epoch: Epoch(rawValue: old.epoch.rawValue ^ 2), state: old.state,
            commits: old.commits, sealer: old.sealer, lastSequence: old.lastSequence)
        bench.step(.connected)
        bench.serve()
        #expect(reports(bench).isEmpty)
        #expect(isEqual(bench))
    }

    /// A mirror at revision 4 of a history whose daemon goes on in another, of at least as many revisions.
    private func benchInAnotherHistory(of former: (Epoch) -> [FormerHistory]) -> MirrorBench {
        var bench = MirrorBench()
        let old = bench.daemon
        for number in 1...3 { bench.commit(push("lost/\(number)")) }
        bench.connect()
        bench.step(.disconnected)
        bench.effects = []
        bench.daemon = MirrorBench.Daemon(
            store: old.store, epoch: Epoch(rawValue: old.epoch.rawValue ^ 1), state: old.state,
            commits: old.commits, sealer: old.sealer, lastSequence: old.lastSequence,
            former: former(old.epoch))
        for number in 1...5 { bench.commit(push("new/\(number)")) }
        return bench
    }

    @Test(
        "Another history that contains the mirror's up to a revision drops nothing up to it",
        arguments: [(4, 0), (5, 0), (3, 1), (0, 1)])
    func formerHistory(_ end: UInt64, _ reported: Int) {
        var bench = benchInAnotherHistory {
            [
                FormerHistory(epoch: Epoch(rawValue: 99), end: 9),
                FormerHistory(epoch: $0, end: Revision(rawValue: end)),
            ]
        }
        bench.step(.connected)
        bench.serve()
        #expect(reports(bench).map(\.cause) == Array(repeating: .replaced, count: reported))
        #expect(isEqual(bench))
    }

    @Test(
        "Another history that does not name the mirror's may contain none of it",
        arguments: [[FormerHistory(epoch: Epoch(rawValue: 99), end: Revision(rawValue: .max))], []])
    func unknownHistory(_ former: [FormerHistory]) {
        var bench = benchInAnotherHistory { _ in former }
        bench.daemon.store = StoreID(rawValue: 5)
        bench.step(.connected)
        bench.serve()
        #expect(reports(bench).map(\.cause) == [.replaced])
    }

    @Test("Changes settled behind the end of a restored history are pending again, in any history")
    func requeuedOfOthers() {
        let other = Epoch(rawValue: 98)
        var bench = benchInAnotherHistory {
            [
                FormerHistory(epoch: other, end: 3, isHealed: true),
                FormerHistory(epoch: Epoch(rawValue: 99), end: 3),
                FormerHistory(epoch: $0, end: 9, isHealed: true),
            ]
        }
        let own = bench.core.confirmed.epoch
        bench.step(.connected)
        bench.serve()
        let requeued = bench.effects.compactMap { effect in
            if case .requeue(let epoch, let revision) = effect { (epoch, revision) } else { nil }
        }
        #expect(requeued.map(\.0) == [other, own])
        #expect(requeued.map(\.1) == [3, 9])
    }

    @Test(
        "Changes settled behind the end of a restored history are pending again",
        arguments: [true, false])
    func requeued(_ isHealed: Bool) throws {
        var bench = benchInAnotherHistory {
            [FormerHistory(epoch: $0, end: 4, isHealed: isHealed)]
        }
        let lost = bench.core.confirmed.epoch
        let change = Change(
            device: MirrorBench.device, sequence: 7,
            base: Change.Base(revision: 4, latest: bench.core.confirmed.state.latest),
            operations: [.selectTab("inbox")])
        bench.step(
            .outbox([
                PendingChange(
                    epoch: lost, after: 6, change: change, bytes: change.encoded, made: nil,
                    revision: 5)
            ]))
        bench.effects = []
        bench.step(.connected)
        bench.serve()
        let requeued = bench.effects.compactMap { effect in
            if case .requeue(let epoch, let revision) = effect { (epoch, revision) } else { nil }
        }
        #expect(requeued.count == (isHealed ? 1 : 0))
        #expect(requeued.allSatisfy { $0 == (lost, 4) })
    }

    @Test("A store that has taken the place of the device's own is its home", arguments: [5, 6])
    func successor(_ own: UInt64) {
        var bench = MirrorBench()
        bench.daemon.store = StoreID(rawValue: 8)
        bench.daemon.formerStores = [StoreID(rawValue: 5)]
        bench.step(.home(.store(StoreID(rawValue: own))))
        bench.connect()
        #expect(bench.core.connectedStore == (own == 5 ? .own : .other))
        #expect(bench.core.home == .store(StoreID(rawValue: own == 5 ? 8 : 6)))
    }

    @Test("Damage at the daemon is reported at once, and pending changes are kept")
    func damaged() throws {
        var bench = MirrorBench()
        bench.connect()
        let changes = bench.pushes(1...1)
        bench.send(changes)
        let submit = try #require(bench.takeSubmits().first)
        let failure = Failure(.damaged, "scene ann/main is damaged: so it is")
        bench.effects = []
        bench.reply(submit.request, .failure(failure))
        #expect(bench.core.status == .refused(failure))
        #expect(bench.core.pending.map(\.change) == changes.map(\.change))
        let isRefused = bench.effects.contains { effect in
            if case .refuse = effect { true } else { false }
        }
        #expect(!isRefused)
        // Another connection may tell something else.
        bench.step(.disconnected)
        #expect(bench.core.status == .offline)

        bench = MirrorBench()
        bench.step(.connected)
        for request in bench.takeRequests() {
            switch request.call {
            case .sync: bench.reply(request, .failure(failure))
            default: bench.reply(request, bench.answer(request.call))
            }
        }
        #expect(bench.core.status == .refused(failure))
    }

    @Test(
        "W2: behind by presence too, while the feed is silent; a late head on the feed is nothing")
    func aheadByPresence() {
        var bench = MirrorBench()
        bench.connect()
        let old = bench.daemon
        let late = bench.publication([])
        let commits = (1...3).map { bench.commit(push("lost/\($0)")) }
        bench.step(.feed(bench.publication(commits)))
        #expect(isEqual(bench))
        bench.step(.feed(late))
        #expect(bench.takeRequests().isEmpty, "a head of before is only late")
        bench.daemon = old
        bench.tick(seconds: 30)
        bench.serve()
        #expect(reports(bench).map(\.cause) == [.ahead])
        #expect(isEqual(bench))
        #expect(bench.core.status == .live)
    }

    @Test("W2: a receipt of a lost revision reveals the rollback, once")
    func aheadByReceipt() {
        var bench = MirrorBench()
        bench.connect()
        let changes = bench.pushes(1...1)
        bench.send(changes)
        for (request, _) in bench.takeSubmits() {
            let receipt = Receipt(sequence: 1, outcomes: [.applied], revision: 2)
            bench.reply(request, .receipt(receipt))
        }
        #expect(bench.core.pending.count == 1, "shown until its commit has come")
        bench.step(.disconnected)
        bench.step(.connected)
        bench.serve()
        #expect(reports(bench).map(\.cause) == [.ahead])
        #expect(bench.core.pending.isEmpty)
        #expect(isEqual(bench))
        #expect(bench.core.status == .live || bench.core.status == .syncing)
    }

    @Test("W5: at a differing digest both states are reported and a snapshot is taken, once")
    func differs() {
        var bench = MirrorBench()
        bench.connect()
        let wrong = bench.core.confirmed
        let head = Head(
            scene: .main, epoch: bench.daemon.epoch, revision: 1,
            digest: Digest(hashing: [1]))
        bench.step(.feed(bench.sealed(.scene(head, []))))
        bench.serve()
        #expect(reports(bench).map(\.cause) == [.differs])
        #expect(reports(bench).first?.mirror == wrong)
        #expect(bench.core.status == .live)
        bench.effects = []
        bench.step(.feed(bench.sealed(.scene(head, []))))
        #expect(bench.serve() == 0, "a second time it is the doctor's")
        #expect(bench.core.status == .diverged)
        #expect(reports(bench).isEmpty)

        bench.step(.repair)
        #expect(bench.serve() >= 2)
        #expect(bench.core.status == .live)
        #expect(isEqual(bench))
    }

    @Test("A repair before there is a connection is done with the first sync")
    func repairFirst() {
        var bench = MirrorBench()
        bench.connect()
        bench.step(.disconnected)
        bench.step(.repair)
        bench.effects = []
        bench.step(.connected)
        let epochs = bench.takeRequests().compactMap { request -> Epoch? in
            if case .sync(_, let epoch, _, _) = request.call { epoch } else { nil }
        }
        #expect(epochs == [.none])
    }

    @Test(
        "W3: in a new epoch changes that may be committed are resubmitted under their numbers first"
    )
    func newEpochKnown() {
        var bench = MirrorBench()
        bench.connect()
        let changes = bench.pushes(1...4)
        bench.send(changes)
        for (_, submit) in bench.takeSubmits().prefix(2) {
            // Taken, and in the copy of the database; the answers are lost.
            guard let change = try? Change(encoded: submit.change) else { continue }
            bench.commit(change)
        }
        bench.step(.disconnected)
        bench.daemon = bench.daemon.inNewEpoch
        bench.connect()
        bench.send(changes)
        #expect(bench.takeSubmits().isEmpty, "they are of another epoch")
        #expect(bench.effects.compactMap(\.renumbering) == [2], "the first two keep their numbers")
        bench.send(changes.prefix(2).map { $0.made(partOf: bench.daemon.epoch) })
        let again = bench.takeSubmits()
        #expect(again.map(\.submit.change) == changes.prefix(2).map(\.bytes), "the very same bytes")
        #expect(again.allSatisfy { $0.submit.epoch == bench.daemon.epoch })
        for (index, (request, _)) in again.enumerated() {
            let receipt = Receipt(
                sequence: SequenceNumber(rawValue: UInt64(index) + 1), outcomes: [.applied],
                revision: Revision(rawValue: UInt64(index) + 2))
            bench.reply(request, .receipt(receipt))
        }
        #expect(bench.effects.compactMap(\.storedReceipt) == [1, 2])
    }

    @Test("W3: in a new epoch without any of them all changes continue from sync's number")
    func newEpochUnknown() {
        var bench = MirrorBench()
        bench.connect()
        let changes = bench.pushes(5...6)
        bench.daemon.lastSequence = 3
        bench.step(.disconnected)
        bench.daemon = bench.daemon.inNewEpoch
        bench.connect()
        bench.send(changes)
        #expect(bench.takeSubmits().isEmpty)
        #expect(bench.effects.compactMap(\.renumbering) == [3])
    }
}

extension PendingChange {
    /// The very same change in another epoch: what a device's directory makes of it.
    fileprivate func made(partOf epoch: Epoch) -> PendingChange {
        PendingChange(
            epoch: epoch, after: after, change: change, bytes: bytes, made: made,
            revision: revision)
    }
}

extension MirrorBench.Daemon {
    /// The same past under a new epoch: a copy of the database that was put back.
    fileprivate var inNewEpoch: MirrorBench.Daemon {
        var copy = MirrorBench.Daemon(
            epoch: Epoch(rawValue: epoch.rawValue ^ 1), sealer: sealer)
        copy.state = state
        copy.commits = commits
        copy.lastSequence = lastSequence
        return copy
    }
}
