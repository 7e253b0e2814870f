import DeviceStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// The end of a run: all faults stop, everything is connected, and rest comes within a bound.
extension Simulation {
    /// The time that it may take until nothing moves any more.
    private static let timeout = Duration.seconds(240)

    /// Takes all faults away.
    package mutating func mend() {
        note("everything is mended")
        exchangeStores(servingOther: false)
        allow { $0 = Budgets() }
        acceptLoss()
        beginAnew()
        disk.mend()
        mendNodes()
        for index in devices.indices {
            devices[index].link.mend()
            devices[index].machine.disk.mend()
            devices[index].machine.disk.tidy()
            devices[index].sleepsUntil = now
            if devices[index].isCommand {
                kill(index, "ends its command")
                continue
            }
            start(index)
            if devices[index].link.connection == nil {
                planConnecting(index, after: .milliseconds(1))
            }
            if devices[index].link.subscription?.isEstablished == false {
                resubscribe(index, after: .milliseconds(5))
            }
        }
    }

    /// Mends everything and runs until nothing moves any more.
    ///
    /// - Parameter healsAll: whether people bring back all that devices remember, or only what they can't do
    ///   without.
    package mutating func comeToRest(healing healsAll: Bool = true) {
        guard violation == nil else { return }
        self.healsAll = healsAll
        mend()
        let end = now + Self.timeout
        while violation == nil, now < end {
            run(until: now + .seconds(1))
            for index in apps { letIn(index) }
            healTheRest()
            guard apps.allSatisfy(isAtRest) else { continue }
            // What the devices save with their next tick, and heads that are still to be repeated.
            run(until: now + .seconds(3))
            if apps.allSatisfy(isAtRest) { return note("everything is at rest") }
        }
        guard violation == nil, let index = apps.first(where: { !isAtRest($0) }) else {
            return
        }
        fail(.rest, unrest(of: index))
    }

    private func isAtRest(_ index: Int) -> Bool {
        guard let core = devices[index].process?.core,
            let chronicle = chronicles[devices[index].key]
        else { return false }
        return core.status == .live && core.isSettled && core.pending.isEmpty
            && core.confirmed.revision == chronicle.revision && !devices[index].isDamaged
            && (core.confirmed.epoch == chronicle.epoch || chronicle.epoch == .none)
            && devices[index].process?.unsaved.isEmpty ?? false && !remembersMore(index)
            && !isOnErrand(index) && wrongPresence(seenBy: index) == nil
    }

    private func unrest(of index: Int) -> String {
        guard let core = devices[index].process?.core else {
            return "\(devices[index].name) is down"
        }
        let revision = chronicles[devices[index].key]?.revision ?? .zero
        return "\(devices[index].name) is \(core.status), at \(core.confirmed.revision) of "
            + "\(revision), with \(core.pending.count) changes under way, and remembers "
            + "\(devices[index].machine.disk.contents.lost.count) states"
            + (wrongPresence(seenBy: index).map { "; it \($0)" } ?? "")
    }

    /// Checks the promises that must hold when nothing moves.
    package mutating func checkAtRest() {
        checkAcknowledged()
        checkRegistry()
        for key in chronicles.keys.sorted() { checkStore(key) }
        for index in apps {
            checkKept(index)
            checkOutcomes(index)
            checkScene(index)
            if healsAll { checkRemembered(index) }
        }
    }

    private mutating func checkStore(_ key: SceneKey) {
        guard let chronicle = chronicles[key] else { return }
        // As a daemon that starts now would read it.
        var disk = self.disk
        disk.open()
        do { check(try disk.load(key), of: key) } catch {
            fail(.replay, "\(key) can't be read: \(error)")
        }
        if chronicle.state.recomputedDigest != chronicle.state.digest {
            fail(.replay, "the digest of \(key) is not that of its registers")
        }
        guard (try? SceneState(snapshot: chronicle.state.snapshot)) == chronicle.state else {
            return fail(.replay, "\(key) as a snapshot is not \(key)")
        }
        let evidence = Evidence(
            commits: chronicle.commits, scene: chronicle.state.scene,
            beginning: chronicle.beginning)
        for (oracle, text) in evidence.wrongs { fail(oracle, text) }
    }

    /// Every change has its outcome, and it is the one that the daemon keeps.
    private mutating func checkOutcomes(_ index: Int) {
        let device = devices[index]
        for entry in device.machine.disk.contents.entries {
            let who = "\(device.name)'s change \(entry.sequence)"
            switch entry.state {
            case .waiting: fail(.outcome, "\(who) has none")
            case .refused, .dropped: break
            case .settled(let receipt):
                guard let chronicle = chronicles[device.key], entry.epoch == chronicle.epoch else {
                    continue
                }
                let kept = chronicle.storedReceipt(of: entry.sequence, by: device.id)
                guard let kept, kept.outcomes == receipt.outcomes, kept.revision == receipt.revision
                else {
                    fail(.outcome, "\(who) has \(receipt.inTrace), and the daemon another")
                    continue
                }
            }
        }
    }

    /// The mirror, its disk and what it shows are what the daemon has.
    private mutating func checkScene(_ index: Int) {
        let device = devices[index]
        guard let core = device.process?.core, let chronicle = chronicles[device.key],
            chronicle.revision > .zero
        else { return }
        let name = device.name
        if core.confirmed.state != chronicle.state { fail(.mirror, "\(name) has another state") }
        var kept = device.machine.disk.contents.confirmed
        // Of a change that came to nothing another process of the device may have been told first.
        if let last = kept?.lastSequence, last > core.confirmed.lastSequence {
            kept?.lastSequence = core.confirmed.lastSequence
        }
        if kept != core.confirmed { fail(.mirror, "\(name) has another state on its disk") }
        let shown = core.optimisticState(at: device.machine.clock.uptime(at: now))
            .scene(of: device.id)
        if shown != chronicle.state.scene(of: device.id) {
            fail(.mirror, "\(name) shows another scene")
        }
    }
}
