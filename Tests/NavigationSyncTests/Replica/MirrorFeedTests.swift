import NavigationModel
import NavigationSync
import NavigationWire
import SeededRandom
import Testing

@Suite("A mirror that follows the feed")
struct MirrorFeedTests {
    private func push(_ route: String) -> Intent {
        .push(ScreenDescription(route: route), onto: "inbox")
    }

    private func isEqual(_ bench: MirrorBench) -> Bool {
        bench.core.confirmed.revision == bench.daemon.revision
            && bench.core.confirmed.state.recomputedDigest == bench.daemon.state.digest
    }

    @Test("The first connection sends hello and sync at once, downloads the snapshot, subscribes")
    func firstContact() {
        var bench = MirrorBench()
        for number in 0..<20 { bench.commit(push("a/\(number)")) }
        bench.step(.connected)
        let requests = bench.takeRequests()
        guard case .hello = requests.first?.call, case .sync = requests.last?.call else {
            Issue.record("\(requests)")
            return
        }
        for request in requests { bench.reply(request, bench.answer(request.call)) }
        #expect(bench.core.status == .syncing)
        let parts = bench.serve()
        #expect(parts > 2, "the snapshot comes in parts")
        #expect(isEqual(bench))
        #expect(bench.core.isUpToDate)
        #expect(bench.core.status == .syncing, "the feed has not shown that it is live")
        bench.step(.feed(bench.sealed(.live)))
        bench.serve()
        #expect(bench.core.status == .live)
    }

    @Test("W2: a hole is synced, and what comes behind it is applied once")
    func hole() {
        var bench = MirrorBench()
        bench.connect()
        bench.commit(push("lost"))
        let second = bench.commit(push("second"))
        bench.step(.feed(bench.publication([second])))
        #expect(bench.core.confirmed.revision == 1, "nothing is applied behind a hole")
        #expect(bench.serve() == 1)
        #expect(isEqual(bench))
        bench.step(.feed(bench.publication([second])))
        #expect(bench.serve() == 0)
        #expect(isEqual(bench))
    }

    @Test("W2: a lost tail is found by the repeated head, and by presence")
    func lostTail() {
        var bench = MirrorBench()
        bench.connect()
        bench.commit(push("lost"))
        bench.step(.feed(bench.publication([])))
        #expect(bench.serve() == 1)
        #expect(isEqual(bench))
        bench.commit(push("lost too"))
        bench.tick(seconds: 29)
        #expect(bench.takeRequests().isEmpty)
        bench.tick(seconds: 1)
        #expect(bench.serve() == 2, "presence, then sync")
        #expect(isEqual(bench))
    }

    @Test("Repeated, late and early messages change nothing and cause no requests")
    func repeatedMessages() {
        var bench = MirrorBench()
        bench.connect()
        let first = bench.commit(push("first"))
        let early = bench.publication([first])
        bench.step(.feed(early))
        let second = bench.commit(push("second"))
        bench.step(.feed(bench.publication([first, second])))
        bench.step(.feed(early))
        bench.step(.feed(bench.publication([second])))
        #expect(bench.takeRequests().isEmpty)
        #expect(isEqual(bench))
        let applied = bench.effects.flatMap { effect -> [Revision] in
            if case .append(let commits) = effect { commits.map(\.revision) } else { [] }
        }
        #expect(applied == [2, 3])
    }

    @Test("A batch in several messages is waited for before it counts as a hole")
    func batch() {
        var bench = MirrorBench()
        bench.connect()
        let first = bench.commit(push("first"))
        let second = bench.commit(push("second"))
        bench.step(.feed(bench.publication([first])))
        #expect(bench.takeRequests().isEmpty)
        #expect(bench.core.nextTick(after: bench.now) == bench.now + MirrorLimits.batchTimeout)
        bench.step(.feed(bench.publication([second])))
        #expect(isEqual(bench))
        let third = bench.commit(push("third"))
        bench.commit(push("lost"))
        bench.step(.feed(bench.publication([third])))
        bench.pass(MirrorLimits.batchTimeout)
        bench.step(.tick)
        #expect(bench.serve() == 1, "the rest did not come: it is synced")
        #expect(isEqual(bench))
    }

    @Test("A publication during a sync causes one more sync")
    func overtaken() {
        var bench = MirrorBench()
        bench.connect()
        bench.step(.disconnected)
        bench.step(.connected)
        let requests = bench.takeRequests()
        let answers = requests.map { bench.answer($0.call) }
        // Between the answer to the sync and the subscription: on no way to the mirror.
        bench.commit(push("between"))
        for (request, answer) in zip(requests, answers) { bench.reply(request, answer) }
        bench.step(.feed(bench.sealed(.live)))
        bench.serve()
        #expect(isEqual(bench))
    }

    @Test("W2: a snapshot that the feed has overtaken is not fetched: a mirror never goes back")
    func overtakenSnapshot() {
        var bench = MirrorBench()
        bench.connect()
        let missed = (0..<3).map { bench.commit(push("missed/\($0)")) }
        bench.step(.feed(bench.publication([missed.last ?? nil])))
        let requests = bench.takeRequests()
        #expect(requests.count == 1, "the hole is asked about")
        let snapshot = SyncReply(
            head: bench.daemon.head,
            content: .snapshot(
                id: 1, revision: bench.daemon.revision, length: bench.daemon.state.snapshot.count),
            lastSequence: .zero, time: .zero)
        bench.step(.feed(bench.publication(missed + [bench.commit(push("newest"))])))
        #expect(isEqual(bench))
        bench.effects = []
        for request in requests { bench.reply(request, .synced(snapshot)) }
        #expect(bench.takeRequests().isEmpty)
        #expect(isEqual(bench))
        #expect(bench.core.isUpToDate)
    }

    @Test("W5: unequal digests take one snapshot; if they stay unequal, the status is diverged")
    func divergence() {
        var bench = MirrorBench()
        bench.connect()
        let head = Head(
            scene: .main, epoch: bench.daemon.epoch, revision: bench.daemon.revision,
            digest: Digest(hashing: [1]))
        bench.step(.feed(bench.sealed(.scene(head, []))))
        bench.serve()
        #expect(bench.core.status == .live, "the snapshot agreed")
        let replacements = bench.effects.count { if case .replace = $0 { true } else { false } }
        #expect(replacements == 1)

        bench.effects = []
        bench.step(.feed(bench.sealed(.scene(head, []))))
        for _ in 0..<20 {
            for request in bench.takeRequests() {
                guard case .synced(let synced) = bench.answer(request.call) else {
                    bench.reply(request, bench.answer(request.call))
                    continue
                }
                let lie = SyncReply(
                    head: head, content: synced.content, lastSequence: .zero, time: synced.time)
                bench.reply(request, .synced(lie))
            }
        }
        #expect(bench.core.status == .diverged)
        bench.step(.feed(bench.sealed(.scene(head, []))))
        #expect(bench.takeRequests().isEmpty, "not a second time")
    }

    @Test("After a standstill it sends presence at once, and late replies are no timeout")
    func standstill() {
        var bench = MirrorBench()
        bench.connect()
        bench.step(.tick)
        bench.commit(push("missed"))
        bench.pass(.seconds(90))
        bench.step(.tick)
        let requests = bench.takeRequests()
        #expect(requests.count == 1)
        #expect(!bench.hasReconnected)
        for request in requests { bench.reply(request, bench.answer(request.call)) }
        bench.serve()
        #expect(isEqual(bench))
    }

    @Test("A feed that does not answer is reported, and the mirror follows by asking each second")
    func blockedFeed() {
        var bench = MirrorBench()
        bench.step(.connected)
        bench.serve()
        for _ in 0..<4 {
            bench.tick(seconds: 1)
            bench.serve()
        }
        #expect(bench.core.status == .feedBlocked)
        bench.commit(push("unheard"))
        bench.tick(seconds: 1)
        bench.serve()
        #expect(isEqual(bench))
        bench.step(.feed(bench.sealed(.live)))
        bench.serve()
        #expect(bench.core.status == .live)
    }

    @Test("An unresponsive daemon is disconnected at the timeout, and all requests are sent again")
    func silence() {
        var bench = MirrorBench()
        bench.step(.connected)
        _ = bench.takeRequests()
        bench.tick(seconds: 6)
        #expect(bench.hasReconnected)
        bench.connect()
        #expect(bench.core.status == .live)
        #expect(isEqual(bench))
    }

    @Test("Lost and found: offline keeps what was confirmed; a new epoch replaces it")
    func reconnect() {
        var bench = MirrorBench()
        bench.connect()
        let before = bench.core.confirmed
        bench.step(.disconnected)
        #expect(bench.core.status == .offline)
        #expect(bench.core.confirmed == before)
        bench.commit(push("meanwhile"))
        bench.connect()
        #expect(isEqual(bench))

        bench.step(.disconnected)
        let restored = MirrorBench(seed: 2)
        bench.daemon = restored.daemon
        bench.connect()
        #expect(bench.core.confirmed.epoch == restored.daemon.epoch)
        #expect(isEqual(bench))
    }

    @Test("A daemon without the session, and one with a new topic, get a new hello")
    func helloAgain() {
        var bench = MirrorBench()
        bench.connect()
        bench.tick(seconds: 30)
        for request in bench.takeRequests() {
            bench.reply(request, .failure(Failure(.helloFirst, "who are you?")))
        }
        #expect(bench.serve() >= 2)
        #expect(bench.core.isUpToDate)

        var generator = SystemRandomNumberGenerator()
        bench.daemon.sealer = FeedSealer(using: &generator)
        bench.effects = []
        bench.step(.feed(FeedFrame.expiredFrame))
        bench.step(.feed(FeedFrame.expiredFrame))
        #expect(bench.serve() == 1)
        let followed = bench.effects.contains {
            if case .follow(_, bench.daemon.sealer.topic) = $0 { true } else { false }
        }
        #expect(followed)
    }

    @Test("A feed whose topic has expired is not blocked before the next one was asked for")
    func expiredTopic() {
        var bench = MirrorBench()
        bench.connect()
        #expect(bench.core.status == .live)
        bench.step(.feed(FeedFrame.expiredFrame))
        #expect(bench.core.status == .syncing)
    }

    @Test("A daemon with other nodes beside it than hello told gets a new hello, once")
    func otherNodes() {
        var bench = MirrorBench()
        bench.nodes = ["b:7311"]
        bench.connect()
        // An older daemon names none at a presence.
        for (nodes, hellos) in [([], 0), (["b:7311"], 0), (["c:7311"], 1), (["c:7311"], 0)] {
            bench.presentNodes = nodes
            bench.tick(seconds: 30)
            var said = 0
            while case let requests = bench.takeRequests(), !requests.isEmpty {
                for request in requests {
                    if case .hello = request.call {
                        said += 1
                        bench.nodes = nodes
                    }
                    bench.reply(request, bench.answer(request.call))
                }
            }
            #expect(said == hellos, "\(nodes)")
        }
        #expect(bench.core.isUpToDate)
    }

    @Test("A refused mirror retries with growing delays, after 'busy' soon")
    func refusal() {
        var bench = MirrorBench()
        bench.step(.connected)
        let failure = Failure(.versionUnsupported, "too new")
        for request in bench.takeRequests() { bench.reply(request, .failure(failure)) }
        #expect(bench.core.status == .refused(failure))
        bench.tick(seconds: 1)
        for request in bench.takeRequests() { bench.reply(request, .failure(failure)) }
        bench.tick(seconds: 1)
        #expect(bench.takeRequests().isEmpty)
        bench.tick(seconds: 1)
        #expect(bench.takeRequests().count == 2, "hello, and a sync behind it")
        // While that is not answered there is nothing to be done before the next look.
        #expect(bench.core.nextTick(after: bench.now) == bench.now + MirrorLimits.tick)
        let due = bench.now + MirrorLimits.replyTimeout
        bench.pass(MirrorLimits.replyTimeout - .milliseconds(300))
        #expect(bench.core.nextTick(after: bench.now) == due)

        bench.step(.connected)
        for request in bench.takeRequests() {
            bench.reply(request, .failure(Failure(.busy, "later")))
        }
        bench.tick(seconds: 1)
        bench.serve()
        #expect(bench.core.isUpToDate)
    }

    @Test("Random bytes on either connection change nothing", arguments: 1...UInt64(20))
    func noise(seed: UInt64) {
        var bench = MirrorBench()
        bench.connect()
        var generator = SeededGenerator(seed: seed)
        let before = bench.core.confirmed
        for _ in 0..<200 {
            let length = Int.random(in: 0...200, using: &generator)
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            bench.step(Bool.random(using: &generator) ? .feed(bytes) : .reply(bytes))
        }
        #expect(bench.core.confirmed == before, "seed \(seed)")
    }

    @Test(
        "A silent daemon is left after five seconds, and after four where there are other nodes",
        arguments: [(nodes: [], seconds: 5), (nodes: ["b:7311"], seconds: 4)])
    func silence(nodes: [String], seconds: Int) {
        var bench = MirrorBench()
        bench.nodes = nodes
        bench.connect()
        bench.step(.refresh)
        #expect(!bench.takeRequests().isEmpty)
        let start = bench.now
        while !bench.hasReconnected, bench.now < start + .seconds(10) {
            bench.pass(bench.core.nextTick(after: bench.now) - bench.now)
            bench.step(.tick)
        }
        #expect(bench.now - start == .seconds(seconds))
    }
}
