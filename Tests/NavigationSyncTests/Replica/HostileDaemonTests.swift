import NavigationModel
import NavigationSync
import NavigationWire
import Testing

/// A daemon is as little trusted with the end of an exchange as with its content.
@Suite("A mirror of a daemon that answers wrongly")
struct HostileDaemonTests {
    /// The manner in which such a daemon replies; it goes by the rules in all else.
    enum Manner: CaseIterable {
        case otherHistory, headsWithoutCommits, oldCommits, helloFirst, snapshotGone
        case emptyParts, wrongOffsets, wrongReplies
        case otherRevision, endlessParts, longParts, longSnapshot, noSnapshot

        /// The manners that break a promise about snapshots.
        static let ofSnapshots: [Manner] = [
            .emptyParts, .wrongOffsets, .endlessParts, .longParts, .longSnapshot, .noSnapshot,
        ]

        func answer(_ call: Request.Call, _ bench: MirrorBench) -> Reply.Result? {
            let head = bench.daemon.head
            let ahead = Head(
                scene: .main, epoch: head.epoch, revision: 99, digest: head.digest)
            let foreign = Head(
                scene: .main, epoch: Epoch(rawValue: head.epoch.rawValue ^ 1), revision: 1,
                digest: head.digest)
            switch (self, call) {
            case (.helloFirst, _): return .failure(Failure(.helloFirst, "say hello first"))
            case (.wrongReplies, .hello): return nil
            case (.wrongReplies, _): return .done
            case (.otherHistory, .sync): return Self.synced(foreign, .commits([]))
            case (.headsWithoutCommits, .sync): return Self.synced(ahead, .commits([]))
            case (.oldCommits, .sync):
                return Self.synced(ahead, .commits(bench.daemon.commits))
            case (.snapshotGone, .sync), (.emptyParts, .sync), (.wrongOffsets, .sync):
                return Self.synced(ahead, .snapshot(id: 1, revision: 99, length: 1_000))
            case (.otherRevision, .sync):
                return Self.synced(ahead, .snapshot(id: 1, revision: 98, length: 1_000))
            case (.endlessParts, .sync), (.longParts, .sync):
                let length = WireLimits.snapshot
                return Self.synced(ahead, .snapshot(id: 1, revision: 99, length: length))
            case (.longSnapshot, .sync):
                let length = WireLimits.snapshot + 1
                return Self.synced(ahead, .snapshot(id: 1, revision: 99, length: length))
            case (.noSnapshot, .sync):
                return Self.synced(ahead, .snapshot(id: 1, revision: 99, length: 2))
            case (.endlessParts, .snapshotPart(_, _, let offset)):
                return .snapshotContent(offset: offset, content: [1])
            case (.longParts, .snapshotPart(_, _, let offset)):
                let part = [UInt8](repeating: 1, count: WireLimits.chunk + 1)
                return .snapshotContent(offset: offset, content: part)
            case (.noSnapshot, .snapshotPart(_, _, let offset)):
                return .snapshotContent(offset: offset, content: [0xff, 0xff])
            case (.snapshotGone, .snapshotPart): return .failure(Failure(.snapshotGone, "gone"))
            case (.emptyParts, .snapshotPart(_, _, let offset)):
                return .snapshotContent(offset: offset, content: [])
            case (.wrongOffsets, .snapshotPart(_, _, let offset)):
                return .snapshotContent(offset: offset + 1, content: [1])
            default: return nil
            }
        }

        private static func synced(_ head: Head, _ content: SyncReply.Content) -> Reply.Result {
            .synced(SyncReply(head: head, content: content, lastSequence: .zero, time: .zero))
        }
    }

    @Test(
        "It is retried a few times at once, then with a backoff, until it recovers",
        arguments: Manner.allCases.filter { $0 != .endlessParts })
    func bounded(manner: Manner) {
        var bench = MirrorBench(followsFeed: false)
        bench.step(.connected)
        #expect(Self.serve(&bench, manner) < 40, "\(manner)")
        var requests = 0
        for _ in 0..<60 {
            bench.pass(.seconds(1))
            bench.step(.tick)
            requests += Self.serve(&bench, manner)
        }
        #expect(requests < 400, "\(manner): \(requests)")

        Self.expectMended(&bench, manner)
    }

    @Test(
        "An invalid snapshot is dropped and reported, the state stays, and retries back off",
        arguments: Manner.ofSnapshots)
    func brokenSnapshot(manner: Manner) {
        var bench = MirrorBench(followsFeed: false)
        bench.step(.connected)
        bench.serve()
        let before = bench.core.confirmed
        bench.step(.disconnected)
        bench.step(.connected)
        let most = manner == .endlessParts ? WireLimits.snapshotParts + 10 : 10
        #expect(Self.serve(&bench, manner, rounds: most) < most, "\(manner)")
        #expect(bench.core.status == .refused(.unusableSnapshot), "\(manner)")
        #expect(bench.core.confirmed == before, "\(manner)")
        var tries = 0
        for _ in 0..<120 {
            bench.pass(.seconds(1))
            bench.step(.tick)
            let requests = Self.serve(&bench, manner, rounds: most)
            #expect(requests < most, "\(manner)")
            tries += requests == 0 ? 0 : 1
        }
        #expect(1...8 ~= tries, "\(manner): \(tries)")
        #expect(bench.core.confirmed == before, "\(manner)")
        bench.commit(.push(ScreenDescription(route: "since"), onto: "inbox"))
        Self.expectMended(&bench, manner)
    }

    @Test("A snapshot of another revision than the head is requested again at once")
    func otherRevision() {
        var bench = MirrorBench(followsFeed: false)
        bench.step(.connected)
        #expect(Self.serve(&bench, .otherRevision, rounds: 1) == 2)
        bench.serve()
        #expect(bench.core.confirmed.state == bench.daemon.state)
        #expect(bench.core.isUpToDate)
        // So it is for a mirror that has been current: no other would send a request for it.
        bench.commit(.push(ScreenDescription(route: "since"), onto: "inbox"))
        bench.step(.refresh)
        #expect(Self.serve(&bench, .otherRevision, rounds: 1) == 1)
        bench.serve()
        #expect(bench.core.confirmed.state == bench.daemon.state)
    }

    /// Expects that the mirror becomes current when the daemon goes by the rules, as it retries.
    private static func expectMended(_ bench: inout MirrorBench, _ manner: Manner) {
        for _ in 0..<130 where bench.core.confirmed.revision != bench.daemon.revision {
            if bench.hasReconnected {
                bench.effects = []
                bench.step(.connected)
            }
            bench.pass(.seconds(1))
            bench.step(.tick)
            bench.serve()
        }
        #expect(bench.core.confirmed.state == bench.daemon.state, "\(manner)")
        #expect(bench.core.isUpToDate, "\(manner)")
    }

    @Test(
        "With any replies, only submitted changes get outcomes, and an honest daemon gets all",
        arguments: UInt64(1)...60)
    func anyAnswers(seed: UInt64) {
        var world = HostileWorld(seed: seed)
        for _ in 0..<60 { world.lie() }
        #expect(world.mostOutstanding < 200, "seed \(seed)")
        for _ in 0..<400 where !world.isAtRest { world.tellTheTruth() }
        let isAtRest = world.isAtRest
        let bench = world.bench
        #expect(
            isAtRest,
            "seed \(seed): \(bench.core.status), \(world.outbox.count) of \(world.made.count) wait")
        #expect(world.wrongs == [], "seed \(seed)")
        for operations in world.made where !world.answeredByLiar.contains(operations) {
            let isTaken = bench.daemon.commits.contains { $0.operations == operations }
            #expect(isTaken, "seed \(seed): \(operations)")
        }
    }

    /// Replies in its manner until there are no requests, or far too many; returns their number.
    private static func serve(
        _ bench: inout MirrorBench, _ manner: Manner, rounds: Int = 3_000
    ) -> Int {
        var count = 0
        for _ in 0..<rounds {
            let requests = bench.takeRequests()
            guard !requests.isEmpty else { break }
            for request in requests {
                let answer = manner.answer(request.call, bench) ?? bench.answer(request.call)
                bench.reply(request, answer)
            }
            count += requests.count
        }
        return count
    }
}
