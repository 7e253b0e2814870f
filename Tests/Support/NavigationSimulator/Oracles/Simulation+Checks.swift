import DeviceStore
import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// The oracles that watch every step.
extension Simulation {
    /// Notes what has become durable, and looks at it from every side.
    mutating func record(_ write: SceneWrite) {
        // Taken out while it changes: with one owner it is changed in place, not copied.
        guard var chronicle = chronicles.removeValue(forKey: write.key) else { return }
        let horizon = chronicle.state.prunedThrough
        checkTimes(of: write, in: chronicle)
        checkQuota(of: write, in: chronicle)
        for (oracle, text) in chronicle.add(write, at: now) { fail(oracle, text) }
        chronicles[write.key] = chronicle
        for storedReceipt in write.storedReceipts {
            checkHorizon(storedReceipt, horizon, in: chronicle)
            checkOnce(storedReceipt, in: chronicle)
            checkExpiry(of: storedReceipt, in: chronicle)
        }
        note("  \(write.key) is durable at \(chronicle.revision)")
    }

    /// A change has effect once, and is the one that its device made.
    private mutating func checkOnce(_ storedReceipt: StoredReceipt, in chronicle: Chronicle) {
        let candidates = ledger.changes(with: storedReceipt.hash)
        let number = "change \(storedReceipt.sequence) of \(name(of: storedReceipt.device))"
        let open = candidates.filter { ledger.made[$0].settledIn != chronicle.epoch }
        guard
            let index = open.first(where: { isWaiting(ledger.made[$0].id, as: storedReceipt.hash) })
                ?? open.first ?? candidates.first,
            ledger.made[index].id.device == storedReceipt.device
        else { return fail(.exactlyOnce, "\(number) is one that nobody made") }
        if ledger.settle(index, in: chronicle.epoch) {
            let id = ledger.made[index].id.entry.rawValue
            fail(.exactlyOnce, "\(number), with id \(id), had its effect before")
        }
        let commit = storedReceipt.revision.flatMap(chronicle.commit)
        if let commit, commit.operations != ledger.operations(in: storedReceipt.hash) {
            fail(.exactlyOnce, "\(number) is not what its device asked for")
        }
    }

    /// Returns a Boolean value indicating whether a device takes a change of this form for undone.
    private func isWaiting(_ change: Ledger.ChangeID, as form: Digest) -> Bool {
        let device = devices.first { $0.id == change.device }
        return device?.machine.disk.contents.entries.contains {
            $0.state == .waiting && ledger.id(of: $0, by: change.device) == change
                && Digest(hashing: $0.change) == form
        } ?? false
    }

    /// A change comes too late for its age alone: what its device has said that it needs is kept.
    private mutating func checkExpiry(of storedReceipt: StoredReceipt, in chronicle: Chronicle) {
        guard storedReceipt.outcomes.first?.reason == .expired,
            let base = ledger.base(in: storedReceipt.hash),
            let device = devices.first(where: { $0.id == storedReceipt.device }),
            // With an earlier state it needs what it had said to need no more.
            !device.machine.hasGoneBack,
            // Nobody waits for one that has lost its access, though it be let in again,
            chronicle.state[.device(device.id), DeviceField.revoked] == nil
        else { return }
        let prune = chronicle.prunes.first { $0.through > base.revision }
        // nor for one that had changed nothing until then: all that it brings is too late.
        let isAwaited = chronicle.storedReceipts[device.id, default: [:]].values.contains { known in
            guard known.sequence < storedReceipt.sequence,
                known.outcomes.first?.reason != .expired
            else { return false }
            guard let prune else { return true }
            return known.revision.map { $0 < prune.revision } ?? false
        }
        // A budget makes it too late before it is old.
        guard isAwaited, prune?.length ?? 0 <= leastAwaited else { return }
        let seen = chronicle.time(of: base.revision.next) ?? now
        // Marks tell how old a revision is, and are not made for each.
        guard now - seen < budgets.retention.horizon - .seconds(5) else { return }
        fail(
            .needed,
            "change \(storedReceipt.sequence) of \(name(of: storedReceipt.device)), made at "
                + "\(base.revision), has expired, and what follows that is \(now - seen) old")
    }

    func name(of device: DeviceID) -> String {
        devices.first { $0.id == device }?.name.rawValue ?? device.description
    }

    // MARK: Time

    /// The daemon's clock is set to so much more than is right.
    mutating func setClock(off error: Duration) {
        let before = daemon.moment(at: now).wall
        daemon.wallError = error
        clockSettings.append((now, [before, daemon.moment(at: now).wall]))
    }

    mutating func noteArrival(of bytes: [UInt8]) {
        guard let request = try? Request(encoded: bytes), case .submit(let submit) = request.call
        else { return }
        let inbound = Arrival(
            received: daemon.moment(at: now).wall, age: submit.age, time: now)
        inboundRequests[Digest(hashing: submit.change), default: []].append(inbound)
    }

    /// A device tells the age of a change by the clock that runs on, or says that it can't.
    mutating func checkAge(of submit: SubmitRequest, from index: Int) {
        let hash = Digest(hashing: submit.change)
        let clock = devices[index].machine.clock
        let ages = ledger.changes(with: hash).map {
            ledger.made[$0].instant.age(at: clock.instant(at: now))
        }
        let isTrue = ages.contains { age in
            // While its clock is before the making of a change, a device can't tell; and then its
            // process does not ask again.
            guard let reported = submit.age else { return age == nil || clock.hasGoneBack }
            guard let age else { return false }
            return abs(age - reported) < 5_000
        }
        guard !isTrue, !ages.isEmpty else { return }
        let reported = submit.age.map { "\($0)" } ?? "unknown"
        fail(
            .time,
            "\(devices[index].name) says \(reported) for an age of \(ages.first.flatMap(\.self) ?? -1)"
        )
    }

    /// A change takes effect at its arrival less its age, after all that its device had seen or
    /// done, and not in the future.
    private mutating func checkTimes(of write: SceneWrite, in chronicle: Chronicle) {
        var latest = chronicle.state.latest
        var done: [DeviceID: Timestamp] = [:]
        var commits = write.decodedCommits[...]
        for storedReceipt in write.storedReceipts {
            // The daemon's own commits stand between those of devices, before a change or, where it
            // made none itself, behind it.
            var states = [latest]
            while let commit = commits.first, commit.stamp.device == .daemon {
                commits = commits.dropFirst()
                latest = commit.effects.map(\.stamp.time).reduce(latest, max)
            }
            states.append(latest)
            if storedReceipt.revision != nil, let commit = commits.popFirst() {
                latest = commit.effects.map(\.stamp.time).reduce(latest, max)
            }
            let last =
                done[storedReceipt.device] ?? lastTime(of: storedReceipt.device, in: chronicle)
            done[storedReceipt.device] = storedReceipt.time
            guard let base = ledger.base(in: storedReceipt.hash) else { continue }
            let inboundRequests = inboundRequests[storedReceipt.hash] ?? []
            let isRight = states.contains { before in
                inboundRequests.contains { inbound in
                    isTime(storedReceipt.time, of: inbound, seeing: base, in: before, after: last)
                }
            }
            if !isRight {
                let who = "change \(storedReceipt.sequence) of \(name(of: storedReceipt.device))"
                fail(.time, "\(who) took effect at \(storedReceipt.time), after \(last)")
            }
        }
    }

    /// Returns a Boolean value indicating whether a change took effect when it should: given its arrival, the
    /// base that its device had seen, how far the state was, and what its device had done before.
    private func isTime(
        _ time: Timestamp, of inbound: Arrival, seeing base: Change.Base, in before: Timestamp,
        after last: Timestamp
    ) -> Bool {
        let lower = max(min(base.latest, before).next, last)
        guard let age = inbound.age, age >= 0 else { return time == lower }
        // It was admitted at its arrival or, if it waited for its turn, at some time until the write;
        // its age went on.
        let readings =
            [(inbound.time, [inbound.received]), daemon.persisted]
            + clockSettings.filter { $0.time >= inbound.time }
        let times = readings.flatMap { reading, walls in
            let aged = age + (reading - inbound.time).wholeMicroseconds
            return walls.map { max(lower, max($0, before.next).advanced(byMicroseconds: -aged)) }
        }
        return times.min() ?? lower <= time && time <= times.max() ?? lower
    }

    private func lastTime(of device: DeviceID, in chronicle: Chronicle) -> Timestamp {
        chronicle.storedReceipts[device]?.max { $0.key < $1.key }?.value.time ?? .zero
    }

    // MARK: What the daemon says

    mutating func check(_ reply: Reply, to device: SimulatedDevice) {
        switch reply.result {
        case .receipt(let receipt):
            let kept = chronicles[device.key]?.storedReceipt(of: receipt.sequence, by: device.id)
            guard let kept, kept.outcomes == receipt.outcomes, kept.revision == receipt.revision
            else {
                return fail(
                    .durableFirst,
                    "\(device.name) is told \(receipt.inTrace), which is not on the disk")
            }
            noteTold(receipt.revision, of: device.key)
            acknowledged.append(
                Acknowledgement(
                    key: device.key, epoch: chronicles[device.key]?.epoch ?? .none,
                    device: device.id, receipt: receipt))
        case .synced(let synced):
            check(synced.head, of: device.key)
            switch synced.content {
            case .page(let page): check((try? page.decoded()) ?? [], of: device.key)
            case .commits(let commits): check(commits, of: device.key)
            case .snapshot: break
            }
            let last = synced.lastSequence
            if last > .zero,
                chronicles[device.key]?.storedReceipt(of: last, by: device.id) == nil
            {
                fail(.durableFirst, "\(device.name) is told of change \(last), which is not there")
            }
        case .heads(let reply):
            for head in reply.heads { check(head, of: device.key) }
        case .failure(let failure) where failure.code == .damaged:
            checkDamage(of: device.key)
        default:
            break
        }
    }

    mutating func check(_ publication: FeedFrame, about key: SceneKey) {
        guard case .feed(.scene(let head, let commits, _)) = publication else { return }
        check(head, of: key)
        check(commits, of: key)
    }

    private mutating func check(_ head: Head, of key: SceneKey) {
        guard let chronicle = chronicles[key] else { return }
        guard let digest = chronicle.digest(of: head.epoch, at: head.revision) else {
            return fail(
                .durableFirst, "\(head.inTrace) is told while \(key) is at \(chronicle.revision)")
        }
        if digest != head.digest {
            fail(.replay, "\(head.inTrace) is told, and the log makes \(digest)")
        }
        noteTold(head.revision, of: key)
    }

    private mutating func check(_ commits: [Commit], of key: SceneKey) {
        for commit in commits where chronicles[key]?.commit(at: commit.revision) != commit {
            fail(.durableFirst, "revision \(commit.revision) of \(key) is told as it is not")
        }
    }

    /// Every subscriber hears something within the interval for answers, and a moment.
    mutating func checkSubscriptions() {
        guard !unansweredTopics.isEmpty else { return }
        unansweredTopics = unansweredTopics.filter { _, asked in
            nodes[asked.node].core != nil && nodes[asked.node].sleepsUntil <= now
        }
        let timeout = DaemonLimits.subscriptionInterval + .milliseconds(1)
        if unansweredTopics.values.contains(where: { now - $0.time > timeout }) {
            fail(.live, "nobody answers a subscription")
        }
    }

    /// All that was acknowledged is on the disk.
    mutating func checkAcknowledged() {
        for reported in acknowledged where chronicles[reported.key]?.epoch == reported.epoch {
            let sequence = reported.receipt.sequence
            let kept = disk.durable.storedReceipt(
                of: sequence, by: reported.device, in: reported.key)
            let known = chronicles[reported.key]?.storedReceipt(of: sequence, by: reported.device)
            if kept == nil, let known, chronicles[reported.key]?.mayBeForgotten(known) ?? false {
                continue
            }
            guard let kept, kept.outcomes == reported.receipt.outcomes else {
                let name = name(of: reported.device)
                return fail(
                    .acknowledged, "\(name) was told \(reported.receipt.inTrace): it is gone")
            }
        }
    }

    /// Expects that the disk has what was written to it.
    mutating func check(_ stored: StoredScene?, of key: SceneKey) {
        guard let chronicle = chronicles[key] else { return }
        let revision = stored?.revision ?? .zero
        if revision != chronicle.revision {
            fail(.acknowledged, "\(key) is read at \(revision), and was at \(chronicle.revision)")
        } else if stored?.state.digest ?? .zero != chronicle.state.digest {
            fail(.replay, "\(key) is read as something else than its log")
        }
    }

    // MARK: Devices

    /// A mirror at a revision has the state of that revision.
    mutating func checkMirror(_ index: Int) {
        guard let core = devices[index].process?.core else { return }
        let confirmed = core.confirmed
        let expected = chronicle(shownBy: core, devices[index].key)?.digest(
            of: confirmed.epoch, at: confirmed.revision)
        if expected == confirmed.state.digest {
            devices[index].isDamaged = false
        } else if !devices[index].isDamaged {
            let place = "\(confirmed.epoch.short)@\(confirmed.revision)"
            fail(
                .mirror,
                expected == nil
                    ? "\(devices[index].name) is at \(place), where nothing is"
                    : "\(devices[index].name) has another state at \(place)")
        }
    }

    /// No own change is both in the confirmed state and on top of it.
    mutating func checkShown(_ index: Int) {
        guard let core = devices[index].process?.core,
            let chronicle = chronicle(shownBy: core, devices[index].key)
        else { return }
        let confirmed = core.confirmed
        for change in core.pending
        where !confirmed.contains(change)
            && chronicle.contains(change, at: confirmed.revision, of: confirmed.epoch)
        {
            fail(
                .shownOnce,
                "\(devices[index].name) shows change \(change.change.sequence) twice")
        }
    }

    /// Something is wrong with the device or its way to the daemon, until then at least.
    mutating func trouble(_ index: Int, until time: Duration? = nil) {
        devices[index].lastTrouble = max(devices[index].lastTrouble, time ?? now)
    }

    /// The time for which a loss may stay unseen while control works: presence, and what it takes
    /// to ask.
    private static let longestIgnorance = Duration.seconds(45)

    mutating func checkFreshness(_ index: Int) {
        let device = devices[index]
        guard let confirmed = device.process?.core.confirmed else { return }
        if case .refused = device.process?.core.status { return trouble(index) }
        turn = device.link.connection.flatMap { connections[$0]?.node } ?? turn
        guard device.link.isSound(at: now), daemon.core != nil, daemon.sleepsUntil <= now,
            !disk.isFull
        else { return trouble(index) }
        let then = now - Self.longestIgnorance
        guard device.lastTrouble < then, let chronicle = chronicles[device.key] else { return }
        let expected = chronicle.revision(at: then)
        if confirmed.revision < expected || confirmed.epoch != chronicle.epoch && expected > .zero {
            fail(.fresh, "\(device.name) is at \(confirmed.revision) and has not seen \(expected)")
        }
    }

    /// All that the device told its person was kept is there.
    mutating func checkKept(_ index: Int) {
        let device = devices[index]
        let entries = device.machine.disk.contents.entries
        for change in ledger.remembered(by: device.id)
        where !ledger.isKept(change, in: entries) {
            return fail(
                .kept, "\(device.name) has lost its change with id \(change.id.entry.rawValue)")
        }
    }

    /// Nothing in a run gives a reason to refuse a change for good, but that what it came to is so
    /// long ago that nobody knows it any more.
    mutating func checkRefusal(_ failure: Failure, of sequence: SequenceNumber, _ index: Int) {
        let chronicle = chronicles[devices[index].key]
        if failure.code == .settled,
            chronicle?.mayHaveForgotten(sequence, of: devices[index].id) ?? false
        {
            return
        }
        if failure.code == .limitExceeded, hasLimited, !failure.message.isEmpty { return }
        if failure.code == .notPermitted, access.viewers.contains(devices[index].id) { return }
        let who = devices[index].name
        fail(
            .outcome, "\(who)'s change \(sequence) was refused: \(failure.code), \(failure.message)"
        )
    }
}
