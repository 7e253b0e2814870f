import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("A mirror that hands over its device's changes")
struct MirrorSubmissionTests {
    private func receipt(_ sequence: SequenceNumber, _ revision: Revision?) -> Reply.Result {
        .receipt(Receipt(sequence: sequence, outcomes: [.applied], revision: revision))
    }

    @Test("Changes go in their order, a window at a time, and the sender is released at the end")
    func window() {
        var bench = MirrorBench()
        bench.connect()
        let changes = bench.pushes(1...100)
        bench.step(.outbox(changes))
        #expect(bench.hasAcquired)
        #expect(bench.takeSubmits().isEmpty, "not before it may")
        bench.send(changes)
        var submits = bench.takeSubmits()
        #expect(submits.count == MirrorLimits.submitWindow)
        var sent: [SequenceNumber] = []
        while !submits.isEmpty {
            for (request, submit) in submits {
                guard let change = try? Change(encoded: submit.change) else { continue }
                sent.append(change.sequence)
                let commit = bench.commit(change)
                bench.reply(request, receipt(change.sequence, commit?.revision))
            }
            submits = bench.takeSubmits()
        }
        #expect(sent == (1...100).map(SequenceNumber.init(rawValue:)))
        #expect(bench.effects.compactMap(\.storedReceipt) == sent)
        #expect(bench.hasReleased)
        #expect(!bench.core.pending.isEmpty, "shown until the commits themselves have come")
        // As many in one publication as fit.
        for start in stride(from: 0, to: bench.daemon.commits.count, by: 25) {
            let some = bench.daemon.commits.dropFirst(start).prefix(25)
            bench.step(.feed(bench.publication(Array(some))))
        }
        #expect(bench.core.pending.isEmpty)
        #expect(bench.core.confirmed.state == bench.daemon.state)
    }

    @Test("A submission is announced before it is sent, so that it can be recorded")
    func saidBefore() throws {
        var bench = MirrorBench()
        bench.connect()
        let changes = bench.pushes(1...100)
        bench.send(changes)
        var announced: Set<SequenceNumber> = []
        var sent = 0
        for effect in bench.effects {
            switch effect {
            case .submitting(let sequences): announced.formUnion(sequences)
            case .send(let request):
                guard case .submit(let submit) = request.call else { continue }
                sent += 1
                #expect(announced.contains(try Change(encoded: submit.change).sequence))
            default: continue
            }
        }
        #expect(sent == MirrorLimits.submitWindow)
        #expect(announced.count == sent, "and no more than that")
    }

    @Test(
        "Nothing is sent before the mirror is where the daemon is, nor after the connection broke")
    func onlyWhenSynced() {
        var bench = MirrorBench(followsFeed: false)
        bench.connect()
        bench.step(.disconnected)
        bench.step(.outbox(bench.pushes(1...3)))
        #expect(!bench.hasAcquired)
        bench.step(.connected)
        #expect(!bench.hasAcquired)
        bench.serve()
        #expect(bench.hasAcquired)
        bench.effects = []
        bench.step(.disconnected)
        #expect(bench.hasReleased)
        bench.step(.senderAcquired)
        #expect(bench.takeSubmits().isEmpty)
    }

    @Test("A change lost on the way is sent again on the next connection, the very same bytes")
    func resubmission() {
        var bench = MirrorBench()
        bench.connect()
        let changes = bench.pushes(1...2)
        bench.send(changes)
        let first = bench.takeSubmits().map(\.submit.change)
        bench.step(.disconnected)
        bench.connect()
        bench.send(changes)
        #expect(bench.takeSubmits().map(\.submit.change) == first)
        #expect(first == changes.map(\.bytes))
    }

    @Test("W3: expected after another: the changes get new numbers after the one that is there")
    func sequenceExpected() {
        var bench = MirrorBench()
        bench.connect()
        bench.send(bench.pushes(5...6))
        for (request, _) in bench.takeSubmits() {
            bench.reply(
                request, .failure(Failure(.sequenceExpected, "the last was 2", expected: 2)))
        }
        #expect(bench.effects.compactMap(\.renumbering) == [2], "once, when all have answered")
        #expect(bench.hasAcquired)
    }

    @Test("A number that was passed over: the change was never taken, and gets another number")
    func sequenceSkipped() {
        var bench = MirrorBench()
        bench.connect()
        let changes = bench.pushes(3...4)
        bench.send(changes)
        for (request, _) in bench.takeSubmits() {
            bench.reply(
                request, .failure(Failure(.sequenceSkipped, "the last was 9", expected: 9)))
        }
        #expect(bench.effects.compactMap(\.refusal).isEmpty, "nothing is given up")
        #expect(bench.effects.compactMap(\.renumbering) == [9], "once, when all have answered")
        #expect(bench.effects.compactMap(\.renumbered) == [[3, 4]])
        bench.effects = []
        bench.send(bench.pushes(10...11))
        #expect(bench.takeSubmits().count == 2)
    }

    @Test("W3: a number used in another life: sync first, then new numbers after the last one")
    func sequenceReused() {
        var bench = MirrorBench()
        bench.connect()
        bench.daemon.lastSequence = 9
        let changes = bench.pushes(1...2)
        bench.send(changes)
        for (request, _) in bench.takeSubmits() {
            bench.reply(request, .failure(Failure(.sequenceReused, "another change")))
        }
        #expect(bench.effects.compactMap(\.renumbering).isEmpty)
        bench.serve()
        bench.send(changes)
        #expect(bench.effects.compactMap(\.renumbering) == [9])
    }

    @Test("Another life's commit under the same number does not pass for the change")
    func foreignCommit() {
        var bench = MirrorBench()
        bench.connect()
        bench.step(.outbox(bench.pushes(1...1)))
        let foreign = Change(
            device: MirrorBench.device, sequence: 1,
            base: Change.Base(revision: 1, latest: bench.daemon.state.latest),
            operations: [
                .push(
                    "theirs", onto: "inbox", on: nil,
                    attributes: [
                        Attribute(field: ScreenField.route, value: .text("theirs"))
                    ])
            ])
        bench.step(.feed(bench.publication([bench.commit(foreign)])))
        #expect(bench.core.pending.map(\.change.sequence) == [1])
    }

    @Test("W3: changes of no epoch get numbers in this one before they are sent")
    func newEpoch() {
        var bench = MirrorBench()
        bench.connect()
        bench.daemon.lastSequence = 4
        bench.step(.disconnected)
        bench.connect()
        bench.send(bench.pushes(1...2, epoch: Epoch.none))
        #expect(bench.takeSubmits().isEmpty)
        #expect(bench.effects.compactMap(\.renumbering) == [4])

        bench.effects = []
        bench.send(bench.pushes(5...5))
        for (request, _) in bench.takeSubmits() {
            bench.reply(request, .failure(Failure(.epochChanged, "sync first")))
        }
        #expect(bench.serve() == 1)
    }

    @Test("A busy daemon is left alone for a moment, then gets the same again")
    func busy() {
        var bench = MirrorBench()
        bench.connect()
        bench.send(bench.pushes(1...2))
        let first = bench.takeSubmits()
        for (request, _) in first { bench.reply(request, .failure(Failure(.busy, "later"))) }
        #expect(bench.takeSubmits().isEmpty)
        #expect(bench.core.nextTick(after: bench.now) == bench.now + MirrorLimits.busyBackoff)
        bench.pass(MirrorLimits.busyBackoff)
        bench.step(.tick)
        #expect(bench.takeSubmits().map(\.submit.change) == first.map(\.submit.change))
    }

    @Test("A refusal of hello that a client does not know keeps its changes until it is accepted")
    func unknownRefusal() {
        var bench = MirrorBench(followsFeed: false)
        bench.connect()
        let changes = bench.pushes(1...3)
        bench.send(changes)
        // The user has moved to another node of a fleet.
        let helloFirst = Failure(.helloFirst, "hello first")
        for (request, _) in bench.takeSubmits() { bench.reply(request, .failure(helloFirst)) }
        // An older client reads MOVED as a failure without a code.
        let moved = Failure(.unspecified, "user ann is served by node b", advice: "use that node")
        var hellos = 0
        for _ in 0..<100 {
            for request in bench.takeRequests() {
                guard case .hello = request.call else { continue }
                hellos += 1
                bench.reply(request, .failure(moved))
            }
            bench.tick(seconds: 1)
        }
        #expect(bench.core.status == .refused(moved))
        #expect(hellos > 2, "it tries again, without being told")
        #expect(bench.core.pending.map(\.change.sequence) == [1, 2, 3])
        #expect(!bench.effects.contains { if case .refuse = $0 { true } else { false } })
        // The user is back.
        for _ in 0..<120 where !bench.core.isUpToDate {
            bench.tick(seconds: 1)
            bench.serve()
        }
        bench.send(changes)
        let submits = bench.takeSubmits()
        #expect(submits.count == 3)
        for (request, submit) in submits {
            guard let change = try? Change(encoded: submit.change) else { continue }
            bench.reply(request, receipt(change.sequence, bench.commit(change)?.revision))
        }
        #expect(bench.effects.compactMap(\.storedReceipt) == [1, 2, 3])
    }

    @Test("A change that is refused for good is dropped; the next go on as the outbox links them")
    func refusal() {
        var bench = MirrorBench()
        bench.connect()
        let changes = bench.pushes(1...2)
        bench.send(changes)
        for (index, (request, _)) in bench.takeSubmits().enumerated() {
            let failure =
                index == 0
                ? Failure(.malformed, "no") : Failure(.sequenceExpected, "1", expected: .zero)
            bench.reply(request, .failure(failure))
        }
        #expect(bench.effects.compactMap(\.refusal) == [1])
        #expect(bench.effects.compactMap(\.renumbering).isEmpty, "the numbers stand")
        let next = PendingChange(
            epoch: changes[1].epoch, after: .zero, change: changes[1].change,
            bytes: changes[1].bytes, made: changes[1].made, revision: nil)
        bench.send([next])
        #expect(bench.takeSubmits().map(\.submit.after) == [.zero])
    }

    @Test("Own changes show at once, on what the device saw, and stay where they were")
    func overlay() {
        var bench = MirrorBench()
        bench.connect()
        bench.step(.outbox(bench.pushes(1...2)))
        #expect(bench.core.optimisticState(at: bench.now).inbox == ["inbox", "own/1", "own/2"])
        #expect(bench.core.confirmed.state.inbox == ["inbox"])
        // An own push would vanish if its stamp stayed before a setItems that it had not seen.
        bench.pass(.seconds(5))
        bench.step(.feed(bench.publication([bench.commit(.pop(from: "inbox"))])))
        bench.step(
            .feed(
                bench.publication([
                    bench.commit(.push(ScreenDescription(route: "theirs"), onto: "inbox"))
                ])))
        #expect(
            bench.core.optimisticState(at: bench.now).inbox
                .filter { $0.hasPrefix("own") } == ["own/1", "own/2"])
    }

    @Test("A snapshot that contains an own change, whose outcome is still to come, shows it once")
    func containedInSnapshot() {
        var bench = MirrorBench()
        bench.connect()
        let badge = [1, 2].compactMap { number in
            bench.pending(SequenceNumber(rawValue: number), .addToBadge("inbox", 5))
        }
        bench.send(Array(badge.prefix(1)))
        for change in badge.prefix(1) { bench.commit(change.change) }
        bench.step(.disconnected)
        // Too long ago for commits: the daemon answers with a snapshot.
        let head = bench.daemon.head
        bench.step(.connected)
        for request in bench.takeRequests() {
            guard case .sync = request.call else {
                bench.reply(request, bench.answer(request.call))
                continue
            }
            let offer = SyncReply.Content.snapshot(
                id: 1, revision: head.revision, length: bench.daemon.state.snapshot.count)
            bench.reply(
                request,
                .synced(SyncReply(head: head, content: offer, lastSequence: 1, time: .zero)))
        }
        bench.serve()
        bench.step(.outbox(badge))
        let shown = bench.core.optimisticState(at: bench.now).scene.tab("inbox")?.badge
        #expect(shown == "10", "five from the snapshot, five from the second")
        #expect(bench.core.pending.count == 2, "both still wait for their outcome")
    }

    @Test(
        "An own change is on top until the confirmed state has its revision, and not at it",
        arguments: [(ahead: -1, shown: "5"), (ahead: 0, shown: "5"), (ahead: 1, shown: "10")])
    func atItsRevision(ahead: Int, shown: String) throws {
        var bench = MirrorBench()
        bench.connect()
        let made = bench.pending(1, .addToBadge("inbox", 5))
        let change = try #require(made)
        let commit = bench.commit(change.change)
        bench.step(.feed(bench.publication([commit])))
        let revision = UInt64(Int(bench.core.confirmed.revision.rawValue) + ahead)
        // As the outbox has it, which another process has read a moment before.
        bench.step(
            .outbox([
                PendingChange(
                    epoch: change.epoch, after: change.after, change: change.change,
                    bytes: change.bytes, made: change.made, revision: Revision(rawValue: revision))
            ]))
        let scene = bench.core.optimisticState(at: bench.now).scene
        #expect(scene.tab("inbox")?.badge == shown)
        #expect(bench.core.pending.count == (ahead > 0 ? 1 : 0))
    }

    @Test("The outcome of a change whose commit was there first leaves nothing on top")
    func lateReceipt() throws {
        var bench = MirrorBench()
        bench.connect()
        let made = bench.pending(1, .addToBadge("inbox", 5))
        let change = try #require(made)
        bench.send([change])
        let submits = bench.takeSubmits()
        let (request, _) = try #require(submits.first)
        let commit = bench.commit(change.change)
        bench.step(.feed(bench.publication([commit])))
        bench.step(.outbox([change]))
        bench.reply(request, receipt(1, commit?.revision))
        #expect(bench.core.optimisticState(at: bench.now).scene.tab("inbox")?.badge == "5")
        #expect(bench.core.pending.isEmpty)
    }

    @Test("A first change that another process has submitted is shown once as its commit comes")
    func firstSubmittedElsewhere() throws {
        var bench = MirrorBench()
        bench.connect()
        // The other process has given it the epoch in the outbox, which is not read again yet.
        let made = bench.pending(1, .addToBadge("inbox", 5), epoch: Epoch.none)
        let change = try #require(made)
        bench.step(.outbox([change]))
        let commit = bench.commit(change.change)
        bench.step(.feed(bench.publication([commit])))
        #expect(bench.core.optimisticState(at: bench.now).scene.tab("inbox")?.badge == "5")
        #expect(bench.core.pending.isEmpty)
    }
}
