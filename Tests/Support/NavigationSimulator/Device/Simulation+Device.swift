import DeviceStore
import NavigationClient
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// A device's shell: what `MirrorDriver` does.
extension Simulation {
    /// Starts a process of the device on what its disk has.
    mutating func start(_ index: Int, connects: Bool = true) {
        guard devices[index].process == nil else { return }
        let device = devices[index]
        if bugs(.forgetsOutbox) { devices[index].machine.disk.forgetOutbox() }
        if bugs(.forgetsLastSequence) { devices[index].machine.disk.forgetLastSequence() }
        checkKept(index)
        if bugs(.forgetsLost) { devices[index].machine.disk.discardLostState() }
        let confirmed = device.machine.disk.contents.confirmed ?? .nothing
        let store = device.machine.disk.contents.store
        devices[index].isDamaged = device.machine.disk.contents.isDamaged
        devices[index].process = DeviceProcess(
            core: MirrorCore(
                scene: device.key.scene, hello: device.hello, confirmed: confirmed,
                home: bugs(.forgetsStore) ? .first : .store(store),
                followsFeed: !device.isCommand), belongs: store)
        note("\(device.inTrace) starts with \(confirmed.epoch.short)@\(confirmed.revision)")
        stepDevice(index, [outbox(of: index)])
        if connects { planConnecting(index, after: chance(.milliseconds(1), .milliseconds(50))) }
    }

    /// The device's process dies.
    mutating func kill(_ index: Int, _ how: String) {
        guard devices[index].process != nil else { return }
        note("\(devices[index].inTrace) \(how)")
        devices[index].process = nil
        devices[index].errand = nil
        unsubscribe(index)
        devices[index].link.subscription = nil
        releaseSender(index)
        disconnect(index, telling: false)
        trouble(index)
    }

    /// Runs events, and those that come out of performing their effects, through the core.
    mutating func stepDevice(_ index: Int, _ events: [MirrorCore.Event]) {
        guard devices[index].process != nil else { return }
        do {
            var events = lookHome(index) + events
            while let event = events.isEmpty ? placeEvent(index) : events.removeFirst() {
                let local = devices[index].machine.clock.uptime(at: now)
                let effects = devices[index].process?.core.step(event, at: local) ?? []
                for effect in effects { events += try perform(effect, index) }
            }
            if devices[index].process?.unsaved.isFull ?? false { try save(index) }
            goHome(index)
        } catch {
            noteForms(of: index)
            return kill(index, "crashes at its disk")
        }
        checkMirror(index)
        checkShown(index)
        if devices[index].isCommand, devices[index].process?.core.isSettled ?? false {
            return endCommand(index)
        }
        planTick(index)
    }

    private mutating func planTick(_ index: Int) {
        guard let process = devices[index].process else { return }
        let local = devices[index].machine.clock.uptime(at: now)
        let wait = nextTick(of: process.core, at: local) - local
        let due = now + devices[index].machine.clock.real(wait)
        guard process.timer.map({ due < $0.due }) ?? true else { return }
        lastTimer += 1
        devices[index].process?.timer = (lastTimer, due)
        queue.add(.deviceTick(device: index, timer: lastTimer), at: due)
    }

    private func nextTick(of core: MirrorCore, at local: Duration) -> Duration {
        if bugs(.ticksInVain), case .refused = core.status { return local }
        return core.nextTick(after: local)
    }

    mutating func tick(_ index: Int, _ number: UInt64) {
        guard devices[index].process?.timer?.number == number else { return }
        guard devices[index].sleepsUntil <= now else {
            return queue.add(
                .deviceTick(device: index, timer: number), at: devices[index].sleepsUntil)
        }
        devices[index].process?.timer = nil
        do { try save(index) } catch { return kill(index, "crashes at its disk") }
        stepDevice(index, [.tick])
        let local = devices[index].machine.clock.uptime(at: now)
        if let core = devices[index].process?.core, nextTick(of: core, at: local) <= local {
            fail(.idle, "\(devices[index].name), which is \(core.status)")
        }
        if !devices[index].isCommand { checkFreshness(index) }
    }

    /// Performs an effect; returns the events that come out of it.
    private mutating func perform(
        _ effect: MirrorCore.Effect, _ index: Int
    ) throws -> [MirrorCore.Event] {
        switch effect {
        case .send(let request):
            send(request, from: index)
        case .follow(_, let topic):
            follow(topic, index)
        case .reconnect:
            note("\(devices[index].name) gives its connection up")
            devices[index].link.rotation?.abandon()
            disconnect(index, telling: false)
            planConnecting(index, after: chance(.milliseconds(1), .milliseconds(50)))
        case .append(let commits):
            if !commits.isEmpty { note("\(devices[index].name) applies \(commits.revisions)") }
            devices[index].process?.unsaved.commits += commits
            devices[index].process?.unsaved.isTold = true
        case .replace(let confirmed, let former):
            note("\(devices[index].name) takes \(confirmed.epoch.short)@\(confirmed.revision)")
            devices[index].process?.unsaved.isWhole = true
            if devices[index].process?.unsaved.replaced == nil {
                devices[index].process?.unsaved.replaced = former
            }
            devices[index].tally.snapshots += 1
            return [outbox(of: index)]
        case .requeue(let epoch, let revision):
            note("\(devices[index].name) has lost changes after \(revision) wait again")
            try devices[index].machine.disk.requeue(of: epoch, after: revision)
            return [outbox(of: index)]
        case .report(let divergence):
            note("\(devices[index].name) keeps two states for a report: \(divergence.cause)")
            try keep(divergence, index)
        case .reached(let store):
            return try reach(store, index)
        case .readOldestBase:
            return [.oldestBase(oldestBase(of: index))]
        case .acquireSender:
            guard devices[index].machine.acquireSender(index) || bugs(.sendsWithoutRight) else {
                return []
            }
            return [outbox(of: index), .senderAcquired]
        case .submitting:
            if devices[index].machine.sender != index {
                fail(.oneSender, "\(devices[index].inTrace) submits while another does")
            }
        case .releaseSender:
            try save(index)
            releaseSender(index)
        case .settle(_, let receipt):
            settle(receipt, of: index)
        case .refuse(let sequence, let failure):
            note("\(devices[index].name) has change \(sequence) refused: \(failure.code)")
            checkRefusal(failure, of: sequence, index)
            if bugs(.dropsTheRefused) { devices[index].machine.disk.lose(sequence) }
            try devices[index].machine.disk.refuse(sequence, because: failure)
        case .renumber(let last, let reused):
            try save(index)
            return try renumber(index, after: last, reused)
        case .changed(let commits, _):
            devices[index].process?.isPlaceStale = true
            settleOwn(commits, index)
        case .status(let status):
            note("\(devices[index].name) is \(status)")
        case .present(let present):
            note("\(devices[index].name) sees \(present.count) present devices")
        }
        return []
    }

    mutating func save(_ index: Int) throws {
        guard let process = devices[index].process else { return }
        guard process.core.connectedStore != .other else {
            // Nothing of another store is kept.
            devices[index].process?.unsaved = UnsavedNews()
            return
        }
        var unsaved = process.unsaved
        let hasOutcomes = !unsaved.receipts.isEmpty
        let before = devices[index].machine.disk.contents
        try unsaved.save(process.core.confirmed, to: &devices[index].machine.disk)
        devices[index].process?.unsaved = unsaved
        checkReplacement(of: before, by: index)
        if hasOutcomes { tellOthers(index) }
    }

    private mutating func settle(_ receipt: Receipt, of index: Int) {
        note("\(devices[index].name) has \(receipt.inTrace)")
        let noted = tapped(receipt)
        devices[index].process?.unsaved.receipts[receipt.sequence] = noted
    }

    /// An own change whose commit has come is settled by it.
    private mutating func settleOwn(_ commits: [Commit], _ index: Int) {
        let device = devices[index]
        for commit in commits where commit.stamp.device == device.id {
            let sequence = commit.stamp.sequence
            guard device.machine.disk.contents.waiting(sequence) != nil,
                let process = devices[index].process, process.unsaved.receipts[sequence] == nil,
                !process.core.pending.contains(where: { $0.change.sequence == sequence })
            else { continue }
            settle(
                Receipt(
                    sequence: sequence, outcomes: commit.outcomes, revision: commit.revision),
                of: index)
        }
    }

    private mutating func renumber(
        _ index: Int, after last: SequenceNumber, _ reused: Set<SequenceNumber>
    ) throws -> [MirrorCore.Event] {
        guard let epoch = devices[index].process?.core.confirmed.epoch else { return [] }
        note("\(devices[index].name) renumbers what waits, after \(last)")
        try devices[index].machine.disk.renumber(epoch: epoch, after: last, reused: reused)
        noteForms(of: index)
        return [outbox(of: index)]
    }

    /// Keeps the forms of all that waits in the ledger.
    mutating func noteForms(of index: Int) {
        let device = devices[index]
        for entry in device.machine.disk.contents.entries where entry.state == .waiting {
            ledger.note(entry, by: device.id)
        }
    }

    // MARK: The outbox

    /// The outbox as it is on disk now, less what has got its outcome in this process.
    func outbox(of index: Int) -> MirrorCore.Event {
        let revision = devices[index].process?.core.confirmed.revision ?? .zero
        return .outbox(
            devices[index].machine.disk.overlay(above: revision).compactMap { pending($0, index) })
    }

    /// Returns the base of the device's changes from now on.
    func oldestBase(of index: Int) -> OldestBase? {
        let disk = devices[index].machine.disk
        guard bugs(.forgetsWhatWaits) else { return disk.oldestBase }
        return disk.contents.confirmed.map { OldestBase(epoch: $0.epoch, revision: $0.revision) }
    }

    private func pending(_ entry: OutboxEntry, _ index: Int) -> PendingChange? {
        guard var change = try? Change(encoded: entry.change) else { return nil }
        let device = devices[index]
        let receipt = device.process?.unsaved.receipts[entry.sequence]
        if bugs(.claimsToHaveSeen), let confirmed = device.process?.core.confirmed {
            let base = Change.Base(revision: confirmed.revision, latest: change.base.latest)
            change = change.based(on: base)
        }
        var revision = receipt?.revision
        if case .settled(let receipt) = entry.state { revision = receipt.revision }
        if receipt != nil, revision == nil { return nil }
        return PendingChange(
            epoch: entry.epoch, after: entry.after, change: change,
            bytes: bugs(.claimsToHaveSeen) ? change.encoded : entry.change,
            made: made(entry.madeAt, by: device), revision: revision)
    }

    /// Returns the time when it was made by the clock that mirrors run by.
    private func made(_ instant: BootTimeInstant, by device: SimulatedDevice) -> Duration? {
        guard bugs(.agesByWallClock) else {
            return device.machine.clock.uptime(of: instant, at: now)
        }
        // The wall clock then was noted as if it were uptime; its error has changed since.
        return device.machine.clock.uptime(of: instant, at: now).map {
            $0 - device.machine.clock.wallError
        }
    }

    /// A person does something; what makes no sense on what the device shows is left. Returns the
    /// number of the change.
    @discardableResult
    mutating func act(_ act: Act, on index: Int) -> SequenceNumber? {
        guard let process = devices[index].process, devices[index].sleepsUntil <= now,
            process.core.connectedStore != .other
        else { return nil }
        do {
            if process.unsaved.isWhole { try save(index) }
            let instant = devices[index].machine.clock.instant(at: now)
            let local = devices[index].machine.clock.uptime(at: now)
            var generator = devices[index].generator
            let entry = try devices[index].machine.disk.appendChange(
                madeAt: instant, seen: process.core.confirmed
            ) { [self, id = devices[index].id] confirmed, entries in
                let state = process.core.optimisticState(
                    of: confirmed ?? .nothing, with: entries.compactMap { pending($0, index) },
                    at: local)
                return act.operations(by: id, in: state, using: &generator)
            }
            devices[index].generator = generator
            guard let entry else { return nil }
            note("\(devices[index].name) \(act): change \(entry.sequence)")
            ledger.note(entry, by: devices[index].id)
            checkNumbers(index)
            stepDevice(index, [outbox(of: index)])
            return entry.sequence
        } catch {
            // It may be kept or not: nobody was told, but those who watch the directory.
            noteForms(of: index)
            tellOthers(index)
            kill(index, "crashes at its outbox")
            return nil
        }
    }
}

extension [Commit] {
    fileprivate var revisions: String { map(\.revision.description).joined(separator: " ") }
}

extension Change {
    /// A planted bug's copy that claims another base.
    fileprivate func based(on base: Base) -> Change {
        Change(device: device, sequence: sequence, base: base, operations: operations)
    }
}
