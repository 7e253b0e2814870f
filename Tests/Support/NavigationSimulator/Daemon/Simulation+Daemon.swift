import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import SeededRandom

/// The daemon's shell: what `NavigationServer` does.
extension Simulation {
    mutating func startDaemon() {
        guard daemon.core == nil else { return }
        if bugs(.startsBehind) { disk.overlookLoss() }
        if let loss = disk.loss { return note("daemon does not start: its disk is \(loss)") }
        incarnations += 1
        daemon.incarnation = incarnations
        daemon.started = now
        daemon.timer = nil
        daemon.sleepsUntil = .zero
        if table == nil || incarnations == 1 { disk.open() }
        if !disk.hasUsers {
            // That of the daemon's own local user comes into being by itself.
            let users = Set(devices.map(\.key.user)).subtracting(["ann"]).sorted()
            do { try disk.add(users) } catch { note("users were not added: \(error)") }
        }
        let identity = DaemonIdentity(
            instance: daemon.generator.next(), version: "simulated", started: .zero,
            feed: FeedAddress(socket: "feed", port: nil), owner: 0, ownerName: "ann",
            keys: ServerKeysInfo(key: .nobodys, next: nil, switchesAtRestart: false))
        daemon.core = DaemonCore(
            identity: identity, generator: SeededGenerator(seed: daemon.generator.next()),
            retention: budgets.retention,
            storage: bugs(.forgetsLimits) ? StorageQuotas() : budgets.storage,
            store: disk.identity, accumulatedUptime: disk.accumulatedUptime)
        let address = Self.address(of: turn)
        daemon.core?.addresses = [address]
        note("daemon starts, number \(daemon.incarnation)")
        checkAcknowledged()
        checkRegistry()
        joinFleet()
        // Feeds reconnect by themselves, and subscribe to what they followed.
        for index in devices.indices
        where devices[index].process != nil
            && devices[index].link.subscription?.node ?? turn == turn
        {
            resubscribe(index, after: chance(.milliseconds(20), .milliseconds(900)))
        }
    }

    /// The daemon dies: what it had not written is gone, and with it every connection.
    mutating func killDaemon(_ how: String) {
        guard daemon.core != nil else { return }
        note("daemon \(how)")
        daemon.core = nil
        daemon.fleet = nil
        unansweredTopics = unansweredTopics.filter { $0.value.node != turn }
        for index in devices.indices {
            trouble(index)
            if devices[index].link.subscription?.node == turn {
                devices[index].link.subscription?.isEstablished = false
            }
            guard let id = devices[index].link.connection, connections[id]?.node == turn else {
                continue
            }
            connections[id]?.carriesUp = false
            connections[id]?.carriesDown = false
            queue.add(.broken(id), at: now + chance(.zero, .milliseconds(80)))
        }
    }

    mutating func stepDaemon(_ event: DaemonCore.Event) {
        let moment = daemon.moment(at: now)
        guard var effects = daemon.core?.step(event, at: moment)[...] else { return }
        let incarnation = daemon.incarnation
        // A process that has ended does nothing more.
        while incarnation == daemon.incarnation, let effect = effects.popFirst() {
            if let gone = perform(effect) {
                effects += daemon.core?.step(.unreachable(gone), at: moment) ?? []
            }
        }
        resumeHandOver()
        guard let due = daemon.core?.nextTick else { return }
        let time = daemon.started + due
        guard daemon.timer.map({ time < $0.due }) ?? true else { return }
        lastTimer += 1
        daemon.timer = (lastTimer, time)
        queue.add(.daemonTick(node: turn, timer: lastTimer), at: max(now, time))
    }

    mutating func tickDaemon(_ node: Int, _ number: UInt64) {
        turn = node
        guard daemon.timer?.number == number else { return }
        guard daemon.sleepsUntil <= now else {
            return queue.add(.daemonTick(node: node, timer: number), at: daemon.sleepsUntil)
        }
        daemon.timer = nil
        stepDaemon(.tick)
        if let next = daemon.core?.nextTick, next <= daemon.moment(at: now).uptime {
            fail(.idle, "the daemon")
        }
    }

    /// Performs an effect; returns the peer if it turned out to be gone.
    private mutating func perform(_ effect: DaemonCore.Effect) -> Peer? {
        switch effect {
        case .reply(let reply, let peer):
            return answer(reply, to: peer)
        case .publish(let frame, let topic):
            publish(tapped(frame, on: topic), on: topic)
        case .load(let key):
            work(.load(key))
        case .persist(let writes, let given):
            let changes = tappedHeals(given)
            daemon.persisted = (now, [daemon.moment(at: now).wall])
            note("daemon writes \(writes.inTrace)")
            guard !bugs(.repliesBeforeDisk) else {
                work(.commit(writes, changes))
                stepDaemon(.persisted(.success(())))
                return nil
            }
            if bugs(.publishesBeforeDisk) { publishEarly(writes) }
            work(.commit(writes, changes))
        case .proceed:
            stepDaemon(.proceed)
        case .fetch(let fetch, let readID):
            work(.fetch(fetch, readID))
        case .encode(let sample):
            work(.encode(sample))
        case .prune(let pruning):
            work(.prune(pruning))
        case .compact(let key, let revision):
            work(.compact(key, upTo: revision))
        case .disconnectAll(let principal):
            cut(principal)
        case .disconnect:
            // No device here goes on when it is told to wait.
            fail(.kept, "a connection was dropped for its impatience")
        case .serverKey(_, let readID):
            stepDaemon(.serverKey(readID, .failure(Failure(.unavailable, "not done here"))))
        case .readMap:
            queue.add(
                .fleet(incarnation: daemon.incarnation, .lookSoon), at: now + Self.lookWait)
        case .fleet(_, let readID): stepDaemon(.fleet(readID, .success(.embedded)))
        case .recordUptime(let accumulatedUptime):
            try? disk.recordUptime(accumulatedUptime)
        case .measure:
            stepDaemon(.measured(disk.length))
        case .damaged(let damage):
            note("daemon finds that \(damage)")
            checkDamage(of: damage.scene)
        case .ahead(let device):
            note("\(device.device) is ahead of the daemon in \(device.scene)")
        case .stop:
            killDaemon("stops: another owns the store")
            startDaemon()
        }
        return nil
    }

    private mutating func work(_ work: DiskWork) {
        let latency = disk.latency
        let due = now + chance(latency / 4, latency * 2)
        queue.add(
            .disk(incarnation: daemon.incarnation, work),
            at: daemon.fleet?.turn(of: work, at: due) ?? due)
    }

    /// The disk is done with something, or is not.
    mutating func finish(_ work: DiskWork, of incarnation: UInt64) {
        guard become(incarnation) else { return }
        guard daemon.fleet == nil || !finishInFleet(work) else { return }
        guard daemon.sleepsUntil <= now else {
            return queue.add(.disk(incarnation: incarnation, work), at: daemon.sleepsUntil)
        }
        switch work {
        case .load(let key):
            stepDaemon(.loaded(key, load(key)))
        case .commit(let writes, let changes):
            finishWrite(writes, changes)
        case .fetch(let fetch, let readID):
            do {
                stepDaemon(.fetched(readID, .success(tapped(try disk.fetch(fetch)))))
            } catch .damagedScene(let key, let why) {
                stepDaemon(.fetched(readID, .failure(.damaged(Damage(of: key, why)))))
            } catch {
                fail(.replay, "what is asked for can't be read: \(error)")
            }
        case .encode(let sample):
            stepDaemon(.encoded(sample, sample.snapshot))
        case .prune(let pruning):
            stepDaemon(.pruned(pruning.run()))
        case .compact(let key, let revision):
            compact(key, upTo: revision)
        }
    }

    mutating func load(
        _ key: SceneKey
    ) -> Result<StoredScene?, DaemonCore.PersistenceFailure> {
        if disk.failingReads > 0 {
            disk.failingReads -= 1
            note("daemon can't read \(key)")
            for index in devices.indices { trouble(index) }
            return .failure(.failed("the disk can't be read"))
        }
        if bugs(.servesRot), disk.rotten.contains(key) {
            return .success(disk.loadRotten(key))
        }
        if bugs(.damagesAll), !disk.rotten.isEmpty {
            return .failure(.damaged(Damage(of: key, "another is")))
        }
        do {
            let stored = try disk.load(key)
            check(stored, of: key)
            note("daemon reads \(key) at \(stored?.revision ?? .zero)")
            return .success(tapped(stored.map(withoutRecent)))
        } catch .fenced {
            return .failure(.fenced("the store is taken over"))
        } catch .damagedScene(_, let why) {
            note("daemon finds \(key) damaged")
            return .failure(.damaged(Damage(of: key, why)))
        } catch {
            fail(.replay, "\(key) can't be read: \(error)")
            return .failure(.failed("\(error)"))
        }
    }

    /// The scene as a store reads it that gives no commits with it, every other time: then mirrors are
    /// served from the log.
    private func withoutRecent(_ stored: StoredScene) -> StoredScene {
        guard stored.revision.rawValue % 2 == 1 else { return stored }
        return StoredScene(
            epoch: stored.epoch, revision: stored.revision, state: stored.state,
            snapshotRevision: stored.snapshotRevision, last: stored.last, skipped: stored.skipped,
            snapshotLength: stored.snapshotLength, oldestRevision: stored.oldestRevision,
            snapshots: stored.snapshots, marks: stored.marks, position: stored.position)
    }

    private mutating func compact(_ key: SceneKey, upTo revision: Revision) {
        do {
            let compaction = try disk.compact(key, upTo: revision)
            note("daemon keeps the log of \(key) from \(compaction.oldestRevision)")
            chronicles[key]?.oldestRevision = compaction.oldestRevision
            stepDaemon(.compacted(key, .success(compaction)))
        } catch .fenced {
            stepDaemon(.compacted(key, .failure(.fenced("the store is taken over"))))
        } catch {
            fail(.replay, "\(key) can't be compacted: \(error)")
        }
    }

    private mutating func finishWrite(_ writes: [SceneWrite], _ changes: [RegistryChange]) {
        let trouble = daemon.trouble ?? (disk.isFull ? .failure : nil)
        daemon.trouble = nil
        switch trouble {
        case nil:
            guard write(writes, changes) else { return }
            report(.success(()))
        case .crash(.before):
            killDaemon("crashes before it writes")
        case .crash(.during):
            killDaemon("crashes as it writes: the tail is torn")
        case .crash(.unsynced):
            guard write(writes, changes, syncing: false) else { return }
            killDaemon("loses power before what it wrote is synced")
            disk.losePower()
        case .crash(.after):
            guard write(writes, changes) else { return }
            killDaemon("crashes after it has written")
        case .failure:
            note("daemon can't write")
            report(.failure(.failed("the disk is full")))
        case .unknown(let isWritten):
            if isWritten, !write(writes, changes) { return }
            note("daemon can't tell whether it has written")
            report(.failure(.indeterminate("the outcome is unknown")))
        // These are of a fleet.
        case .standsStill, .losesStore: break
        }
    }

    mutating func report(_ result: Result<Void, DaemonCore.PersistenceFailure>) {
        if case .failure = result { for index in devices.indices { trouble(index) } }
        if bugs(.repliesBeforeDisk) { return }
        stepDaemon(.persisted(bugs(.hidesFailedWrites) ? .success(()) : result))
    }

    /// Puts the writes on the disk; what is durable is noted. `false` if the store refuses them.
    mutating func write(
        _ writes: [SceneWrite], _ changes: [RegistryChange], syncing: Bool = true
    ) -> Bool {
        do { try disk.write(writes, tapped(changes)) } catch .fenced {
            stepDaemon(.persisted(.failure(.fenced("the store is taken over"))))
            return false
        } catch {
            fail(.gapless, "the store refuses a write: \(error)")
            return false
        }
        guard syncing else { return true }
        let wasRotten = disk.rotten
        if !bugs(.neverSyncs) { disk.sync(writes, changes) }
        for wrong in access.add(writes, changes) { fail(.access, wrong) }
        for write in writes { record(write) }
        for case .heal(let key, let healed, _) in changes {
            record(healed, of: key, damaged: wasRotten.contains(key))
        }
        for case .eraseScene(let key, _, _) in changes { recordRemoval(of: key) }
        return true
    }
}

extension PublicKey {
    /// A key that belongs to nobody.
    fileprivate static let nobodys = PublicKey(number: 0)

    /// One of many keys.
    init(number: UInt64) {
        let bytes = (0..<32).map { UInt8(truncatingIfNeeded: number >> (8 * ($0 % 8))) }
        self = PublicKey(bytes: bytes) ?? PublicKey(number: number)
    }
}

extension [SceneWrite] {
    fileprivate var inTrace: String {
        map { write in
            "\(write.key): \(write.expected)+\(write.commits.count), "
                + "\(write.storedReceipts.count) settled"
        }.joined(separator: "; ")
    }
}
