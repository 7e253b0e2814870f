import NavigationModel
import NavigationStore
import NavigationSync
import SeededRandom

/// The store of a fleet: what `PostgresStore` and its server do, with all that befalls them.
extension Simulation {
    /// The time after which a write without a reply is given up, as in navsyncd.
    private static let patience = Duration.seconds(10)

    // MARK: Steps

    /// Executes an action of a node's step; the reply may get lost.
    mutating func execute(_ action: FleetMember.Action) {
        if let end = daemon.fleet?.writerIsBlockedUntil, end > now, action != .readMap {
            return queue.add(.fleet(incarnation: daemon.incarnation, .action(action)), at: end)
        }
        let isLost = hasLostStore
        if isLost, !network.oneIn(3) { return reply(.none) }
        let reply = perform(action)
        self.reply(isLost ? .none : reply)
    }

    private mutating func reply(_ reply: ActionReply) {
        queue.add(
            .fleet(incarnation: daemon.incarnation, .reply(reply)),
            at: now + chance(disk.latency / 4, disk.latency))
    }

    private mutating func perform(_ action: FleetMember.Action) -> ActionReply {
        guard let session = daemon.fleet?.session, let map = table?.map(at: now) else {
            return .none
        }
        switch action {
        case .readMap: return .map(map)
        case .take(let shards):
            settle()
            let isGrowing = !bugs(.keepsTerm)
            let terms = table?.take(shards, by: session.node, at: now, growing: isGrowing)
            for shard in (terms ?? [:]).keys.sorted() {
                fleetRecord.owners[shard] = daemon.incarnation
                note("node \(turn + 1) takes shard \(shard.number)")
            }
            return .taken(terms ?? [:])
        case .handOver(let shards, let node):
            settle()
            if daemon.core?.isWriting(shards) ?? false {
                fail(.completed, "node \(turn + 1) hands over what it still writes")
            }
            for shard in shards { daemon.fleet?.session.terms[shard] = nil }
            let moved = table?.handOver(shards, from: session.node, to: node) ?? []
            for shard in moved.sorted() {
                fleetRecord.owners[shard] = nil
                note("node \(turn + 1) hands over shard \(shard.number)")
            }
            return .done
        case .place, .awaitDurable: return .done
        }
    }

    /// Begins a new session after a write of unknown result: no write of the one before takes effect
    /// any more. The node learns which shards it still owns.
    private mutating func settle() {
        guard let session = daemon.fleet?.session, !session.isSettled, let table else { return }
        daemon.fleet?.session.isSettled = true
        guard !bugs(.guessesOutcome) else { return }
        let owned = table.shards(of: session.node)
        let terms = session.terms.filter {
            owned.contains($0.key) && table.term(of: $0.key) == $0.value
        }
        daemon.fleet?.session.terms = terms
        if let begun = self.table?.beginSession(of: session.node) {
            daemon.fleet?.session.generation = begun.generation
        }
        guard terms.count < session.terms.count else { return }
        note("node \(turn + 1) finds shards lost")
        daemon.fleet?.lease.noteLoss()
        queue.add(
            .fleet(incarnation: daemon.incarnation, .lossSeen),
            at: now + chance(.zero, .milliseconds(1)))
    }

    // MARK: Reads and writes

    /// Executes what a node's core has asked its store for; returns `false` for what the node does
    /// itself.
    mutating func finishInFleet(_ work: DiskWork) -> Bool {
        switch work {
        case .encode, .prune: return false
        case .load(let key): loadInFleet(key)
        case .commit(let writes, let changes): commitInFleet(writes, changes)
        case .fetch(_, let readID):
            guard daemon.sleepsUntil <= now, hasLostStore else { return false }
            stepDaemon(.fetched(readID, .failure(.failed("the store is away"))))
        case .compact(let key, _):
            guard daemon.sleepsUntil <= now, let session = daemon.fleet?.session else {
                return false
            }
            let isOwner = table?.admits(session, to: [Shard(of: key.user)]) ?? false
            guard hasLostStore || !isOwner else { return false }
            stepDaemon(.compacted(key, .failure(.failed("another node owns the shard"))))
        }
        return true
    }

    /// Reads a scene under the node's terms. A node that stands still may have asked before.
    private mutating func loadInFleet(_ key: SceneKey) {
        guard daemon.sleepsUntil <= now || network.oneIn(2) else {
            return queue.add(
                .disk(incarnation: daemon.incarnation, .load(key)), at: daemon.sleepsUntil)
        }
        let result = read(key)
        guard network.oneIn(8) else { return handle(.loaded(key, result), of: daemon.incarnation) }
        // A long log, on a server that has much to do.
        let end = now + chance(.zero, .seconds(8))
        troubleAll(until: end)
        queue.add(.fleet(incarnation: daemon.incarnation, .loaded(key, result)), at: end)
    }

    private mutating func read(
        _ key: SceneKey
    ) -> Result<StoredScene?, DaemonCore.PersistenceFailure> {
        if hasLostStore { return .failure(.failed("the store is away")) }
        settle()
        let shard = Shard(of: key.user)
        let isOwner = daemon.fleet?.session.terms[shard] == table?.term(of: shard)
        guard isOwner else {
            return .failure(.failed("another node owns the shard"))
        }
        return load(key)
    }

    private mutating func commitInFleet(_ writes: [SceneWrite], _ changes: [RegistryChange]) {
        let work = DiskWork.commit(writes, changes)
        if daemon.sleepsUntil > now, network.oneIn(2) {
            // It was not sent before the node stood still.
            return queue.add(
                .disk(incarnation: daemon.incarnation, work), at: daemon.sleepsUntil)
        }
        let trouble = daemon.trouble
        daemon.trouble = nil
        switch trouble {
        case nil: append(writes, changes)
        case .standsStill(let time):
            standStill(for: time)
            commitInFleet(writes, changes)
        case .losesStore(let time):
            loseStore(for: time)
            append(writes, changes)
        case .crash(.before), .crash(.during): killDaemon("crashes before it writes")
        case .crash(.unsynced), .crash(.after):
            // The server goes on with what it was sent.
            if let session = daemon.fleet?.session {
                land(writes, changes, of: session, daemon.incarnation)
            }
            killDaemon("crashes after it has written")
        case .failure:
            note("node \(turn + 1) can't write")
            tell(.failure(.failed("the server refuses it")))
        case .unknown(let isWritten):
            if isWritten { landOwn(writes, changes) }
            note("node \(turn + 1) can't tell whether it has written")
            leaveUnknown()
        }
    }

    /// Appends a batch, if the node has a connection to the store; else it goes on looking for it.
    private mutating func append(_ writes: [SceneWrite], _ changes: [RegistryChange]) {
        guard let node = daemon.fleet?.session.node, let batch = table?.batch(of: node) else {
            return
        }
        guard !hasLostStore else {
            switch network.below(3) {
            case 0: landOwn(writes, changes)
            case 1: break
            default: sendLate(writes, changes)
            }
            return planRetry(writes, changes, after: batch, since: now)
        }
        settle()
        if landOwn(writes, changes) { return tell(.success(())) }
        guard violation == nil else { return }
        daemon.fleet?.session.isSettled = false
        settle()
        tell(.failure(.failed("another node owns the shard")))
    }

    /// Looks for the outcome of a write that had no reply, under a new session: if it is not done it is
    /// done now.
    mutating func retry(
        _ writes: [SceneWrite], _ changes: [RegistryChange], after batch: Int64, _ since: Duration
    ) {
        daemon.fleet?.session.isSettled = false
        guard !hasLostStore else {
            guard now < since + Self.patience else { return leaveUnknown() }
            return planRetry(writes, changes, after: batch, since: since)
        }
        settle()
        guard let node = daemon.fleet?.session.node, let found = table?.batch(of: node) else {
            return
        }
        if found > batch, !bugs(.guessesOutcome) { return tell(.success(())) }
        append(writes, changes)
    }

    /// The writer does nothing else until it has tried again.
    private mutating func planRetry(
        _ writes: [SceneWrite], _ changes: [RegistryChange], after batch: Int64,
        since: Duration
    ) {
        let due = min(daemon.storeLostUntil, since + Self.patience)
        daemon.fleet?.writerIsBlockedUntil = due
        queue.add(
            .fleet(
                incarnation: daemon.incarnation,
                .retry(writes, changes, after: batch, since: since)), at: due)
    }

    private mutating func leaveUnknown() {
        daemon.fleet?.session.isSettled = false
        tell(
            bugs(.guessesOutcome)
                ? .failure(.failed("it is as if it was not done"))
                : .failure(.indeterminate("the outcome is unknown")))
    }

    /// A write of the node's present session reaches the store; returns `false` if that refuses it.
    @discardableResult
    private mutating func landOwn(_ writes: [SceneWrite], _ changes: [RegistryChange]) -> Bool {
        guard let session = daemon.fleet?.session else { return false }
        return land(writes, changes, of: session, daemon.incarnation)
    }

    /// A write reaches the store so late that its node may have begun another session, or have ended.
    private mutating func sendLate(_ writes: [SceneWrite], _ changes: [RegistryChange]) {
        guard let session = daemon.fleet?.session else { return }
        queue.add(
            .landing(
                LateWrite(
                    writes: writes, changes: changes, session: session, place: turn,
                    incarnation: daemon.incarnation, persisted: daemon.persisted)),
            at: now + chance(.milliseconds(10), .seconds(12)))
    }

    /// A write that was on its way comes to the store.
    mutating func land(_ late: LateWrite) {
        turn = late.place
        let persisted = daemon.persisted
        daemon.persisted = late.persisted
        land(late.writes, late.changes, of: late.session, late.incarnation)
        daemon.persisted = persisted
    }

    /// The store does a write, if its session is its node's last and has the terms of all shards;
    /// returns `false` if not.
    @discardableResult
    private mutating func land(
        _ writes: [SceneWrite], _ changes: [RegistryChange], of session: FleetSession,
        _ incarnation: UInt64
    ) -> Bool {
        let shards = Set((writes.map(\.key.user) + changes.map(\.user)).map(Shard.init(of:)))
        let isAdmitted = table?.admits(session, to: shards) ?? false
        guard isAdmitted || bugs(.writesUnfenced) else {
            note("the store refuses a batch of \(ShardTable.name(session.node))")
            return false
        }
        for shard in shards.sorted() where fleetRecord.owners[shard] != incarnation {
            fail(.fenced, "shard \(shard.number) is written by a node that does not own it")
        }
        table?.countBatch(of: session.node)
        return write(writes, changes)
    }

    /// Tells a node the outcome of its write, when it goes on.
    private mutating func tell(_ result: Result<Void, DaemonCore.PersistenceFailure>) {
        handle(.written(result), of: daemon.incarnation)
    }

    // MARK: Faults

    /// The node stands still: its clocks go on, and so does all that it has sent.
    mutating func standStill(for time: Duration) {
        note("node \(turn + 1) stands still for \(time.inWords)")
        daemon.sleepsUntil = max(daemon.sleepsUntil, now + time)
        troubleAll(until: daemon.sleepsUntil)
    }

    /// The node has no connection to the store.
    mutating func loseStore(for time: Duration) {
        note("node \(turn + 1) loses the store for \(time.inWords)")
        daemon.storeLostUntil = max(daemon.storeLostUntil, now + time)
        troubleAll(until: daemon.storeLostUntil)
    }

    /// Nobody is served as usual, until another node can have taken over.
    mutating func troubleAll(until end: Duration) {
        for index in devices.indices { trouble(index, until: end + ShardTable.lease * 3) }
    }
}
