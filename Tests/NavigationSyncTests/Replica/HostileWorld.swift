import DeviceStore
import NavigationModel
import NavigationSync
import NavigationWire
import SeededRandom

/// A mirror with its device's outbox before a daemon that answers as it likes, and later by the rules.
struct HostileWorld {
    private(set) var bench: MirrorBench
    /// The promises that were broken, in words.
    private(set) var wrongs: [String] = []
    /// The most that was asked between two ticks.
    private(set) var mostOutstanding = 0
    /// The changes that were made, and of these the ones that the liar has given an outcome.
    private(set) var made: [[Operation]] = []
    private(set) var answeredByLiar: Set<[Operation]> = []
    private(set) var outbox: [PendingChange] = []

    private var generator: SeededGenerator
    private var isHonest = false
    private var outstanding: [Request] = []
    private var handedOver: Set<[UInt8]> = []
    private var lastNumber = SequenceNumber.zero
    private var receipts: [SequenceNumber: (bytes: [UInt8], receipt: Receipt)] = [:]

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        bench = MirrorBench(seed: seed)
        step(.connected)
    }

    /// A Boolean value: everything has come to rest at an honest daemon.
    var isAtRest: Bool {
        outbox.isEmpty && bench.core.isUpToDate && bench.core.confirmed.state == bench.daemon.state
    }

    /// A second in which things are done, asked and answered by a liar.
    mutating func lie() {
        if generator.oneIn(3) { make() }
        if generator.oneIn(10) {
            step(.disconnected)
            step(.connected)
        }
        if generator.oneIn(3) {
            step(.feed(bench.sealed(.scene(head(), generator.oneIn(2) ? [] : commits()))))
        }
        pass { world, request in
            world.generator.oneIn(3) ? world.truth(request.call) : world.lie(about: request.call)
        }
    }

    /// A second in which all is answered by the rules.
    mutating func tellTheTruth() {
        isHonest = true
        // A state that differs and was replaced once is a person's to repair.
        if bench.core.status == .diverged { step(.repair) }
        step(.feed(bench.sealed(.scene(bench.daemon.head, []))))
        for _ in 0..<20 where !outstanding.isEmpty {
            pass { world, request in world.truth(request.call) }
        }
        pass { world, request in world.truth(request.call) }
    }

    // MARK: The device

    private mutating func make() {
        lastNumber = max(lastNumber, outbox.last?.change.sequence ?? .zero).next
        let operations: [Operation] = [.setBar("bar", "\(made.count)")]
        made.append(operations)
        let change = Change(
            device: MirrorBench.device, sequence: lastNumber, base: base, operations: operations)
        outbox.append(
            PendingChange(
                epoch: bench.core.confirmed.epoch, after: outbox.last?.change.sequence ?? .zero,
                change: change, bytes: change.encoded, made: bench.now, revision: nil))
        step(.outbox(outbox))
    }

    private var base: Change.Base {
        let confirmed = bench.core.confirmed
        return Change.Base(revision: confirmed.revision, latest: confirmed.state.latest)
    }

    private mutating func step(_ event: MirrorCore.Event) {
        var events = [event]
        while !events.isEmpty {
            bench.step(events.removeFirst())
            outstanding += bench.takeRequests()
            let effects = bench.effects
            bench.effects = []
            for effect in effects { events += perform(effect) }
        }
        _ = bench.core.optimisticState(at: bench.now).scene
        for request in outstanding {
            if case .submit(let submit) = request.call { handedOver.insert(submit.change) }
        }
    }

    private mutating func perform(_ effect: MirrorCore.Effect) -> [MirrorCore.Event] {
        switch effect {
        case .readOldestBase: return []
        case .acquireSender: return [.outbox(outbox), .senderAcquired]
        case .settle(let sequence, let receipt):
            if receipt.sequence != sequence { wrongs.append("a receipt is for another change") }
            finish(sequence)
        case .refuse(let sequence, _): finish(sequence)
        case .renumber(let last, let reused):
            renumber(after: last, reused)
            return [.outbox(outbox)]
        case .reconnect:
            outstanding = []
            return [.disconnected, .connected]
        default: break
        }
        return []
    }

    private mutating func finish(_ sequence: SequenceNumber) {
        guard let index = outbox.firstIndex(where: { $0.change.sequence == sequence }) else {
            return
        }
        let change = outbox.remove(at: index)
        if !handedOver.contains(change.bytes) {
            wrongs.append("change \(sequence) has an outcome, and was never handed over")
        }
        if !isHonest { answeredByLiar.insert(change.change.operations) }
    }

    private mutating func renumber(after: SequenceNumber, _ reused: Set<SequenceNumber>) {
        var last = after
        outbox = outbox.map { pending in
            var change = pending.change
            var previous = pending.after
            let isNew = pending.epoch == .none || change.sequence > after
            if isNew || reused.contains(change.sequence) {
                previous = last
                last = last.next
                change = Change(
                    device: change.device, sequence: last, base: base,
                    operations: change.operations)
            }
            return PendingChange(
                epoch: bench.core.confirmed.epoch, after: previous, change: change,
                bytes: change.encoded, made: pending.made, revision: nil)
        }
        lastNumber = last
    }

    // MARK: The daemon

    private mutating func pass(
        _ answer: (inout HostileWorld, Request) -> Reply.Result
    ) {
        bench.pass(.seconds(1))
        step(.tick)
        mostOutstanding = max(mostOutstanding, outstanding.count)
        let requests = outstanding
        outstanding = []
        for request in requests {
            let result = answer(&self, request)
            step(.reply(Reply(id: request.id, result: result).encoded))
        }
    }

    private mutating func truth(_ call: Request.Call) -> Reply.Result {
        guard case .submit(let submit) = call else { return bench.answer(call) }
        guard submit.epoch == bench.daemon.epoch else {
            return .failure(Failure(.epochChanged, "another history"))
        }
        guard let change = try? Change(encoded: submit.change) else {
            return .failure(Failure(.malformed, "no change"))
        }
        if let (bytes, receipt) = receipts[change.sequence] {
            return bytes == submit.change
                ? .receipt(receipt) : .failure(Failure(.sequenceReused, "another change"))
        }
        let last = bench.daemon.lastSequence
        guard submit.after == last, change.sequence > last else {
            return .failure(Failure(.sequenceExpected, "in order", expected: last))
        }
        let commit = bench.commit(change)
        let receipt = Receipt(
            sequence: change.sequence, outcomes: [.applied], revision: commit?.revision)
        receipts[change.sequence] = (submit.change, receipt)
        return .receipt(receipt)
    }

    private mutating func lie(about call: Request.Call) -> Reply.Result {
        guard !generator.oneIn(4) else { return .failure(failure()) }
        switch call {
        case .sync:
            return .synced(
                SyncReply(
                    head: head(), content: content(), lastSequence: number(),
                    time: Timestamp(rawValue: Int64(bitPattern: any()))))
        case .snapshotPart(_, _, let offset):
            let bytes = bench.daemon.state.snapshot.dropFirst(offset).prefix(generator.below(200))
            let isLong = generator.oneIn(10)
            return .snapshotContent(
                offset: generator.oneIn(6) ? 7 : offset,
                content: isLong ? bench.daemon.state.snapshot + [0] : Array(bytes))
        case .presence:
            return .heads(
                HeadsReply(
                    [head()], topic: bench.daemon.sealer.topic,
                    time: Timestamp(rawValue: Int64(bitPattern: any())),
                    nodes: generator.oneIn(9) ? ["\(any())"] : []))
        case .submit(let submit):
            let sequence = (try? Change(encoded: submit.change))?.sequence ?? .zero
            return .receipt(
                Receipt(
                    sequence: generator.oneIn(2) ? sequence : number(),
                    outcomes: Array(repeating: .applied, count: generator.below(4)),
                    revision: generator.oneIn(2) ? nil : Revision(rawValue: any())))
        default: return generator.oneIn(8) ? .done : bench.answer(call)
        }
    }

    private mutating func failure() -> Failure {
        let codes: [Failure.Code] = [
            .busy, .unavailable, .epochChanged, .sequenceExpected, .sequenceReused,
            .sequenceSkipped, .settled, .helloFirst, .revoked, .snapshotGone, .malformed,
            .notPermitted,
        ]
        return Failure(
            generator.pick(codes) ?? .busy, "so it says", expected: number(),
            retryAfter: generator.oneIn(2) ? .seconds(1_000_000) : nil)
    }

    private mutating func content() -> SyncReply.Content {
        guard generator.oneIn(2) else { return .commits(commits()) }
        let own = bench.daemon.state.snapshot.count
        let length = generator.pick([0, 10, own, WireLimits.snapshot, .max])
        return .snapshot(id: any(), revision: Revision(rawValue: any()), length: length ?? 0)
    }

    private mutating func commits() -> [Commit] {
        let forged = Commit(
            revision: bench.core.confirmed.revision.next,
            stamp: Stamp(
                time: Timestamp(rawValue: Int64(bitPattern: any())), device: MirrorBench.device,
                sequence: number()),
            author: "nobody", operations: made.randomElement(using: &generator) ?? [],
            outcomes: [], effects: [])
        let known = bench.daemon.commits.dropFirst(generator.below(4))
        return generator.oneIn(2) ? Array(known) : [forged] + known.shuffled(using: &generator)
    }

    private mutating func head() -> Head {
        let head = bench.daemon.head
        return Head(
            scene: .main,
            epoch: generator.oneIn(4) ? Epoch(rawValue: any()) : head.epoch,
            revision: generator.oneIn(3) ? head.revision : Revision(rawValue: any()),
            digest: generator.oneIn(3) ? .zero : head.digest)
    }

    private mutating func number() -> SequenceNumber { SequenceNumber(rawValue: any()) }

    /// A figure: small, of the scene, or at an edge.
    private mutating func any() -> UInt64 {
        switch generator.below(6) {
        case 0: UInt64(generator.below(4))
        case 1: bench.daemon.revision.rawValue
        case 2: bench.core.confirmed.revision.next.rawValue
        case 3: .max - UInt64(generator.below(2))
        case 4: UInt64(Int64.max)
        default: generator.next()
        }
    }
}
