import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// A device's shell, where a daemon has lost what it had told: what `MirrorDriver` does.
extension Simulation {
    /// Keeps a state that is given up, as one to heal the scene from.
    mutating func keep(_ divergence: Divergence, _ index: Int) throws {
        guard divergence.cause != .differs else { return }
        let isDamaged = devices[index].isDamaged
        if !bugs(.fallsInSilence) {
            try devices[index].machine.disk.keepLost(divergence.mirror, damaged: isDamaged)
            noteRemembered(index)
        }
        if divergence.cause == .ahead {
            let end = divergence.daemon.revision
            try devices[index].machine.disk.discardConfirmed(after: end)
        }
    }

    /// Notes what a device has begun to remember.
    private mutating func noteRemembered(_ index: Int) {
        let device = index % apps.count
        for state in devices[index].machine.disk.contents.lost where !state.isDamaged {
            if remembered[device, default: []].contains(state) { continue }
            remembered[device, default: []].append(state)
        }
    }

    /// Notes that a device remembers what its disk says, and nothing else.
    mutating func forgetRemembered(_ index: Int) {
        remembered[index % apps.count] = []
        noteRemembered(index)
    }

    /// The daemon serves the device's store, or one that took its place: then that is its own from now on.
    mutating func reach(_ store: StoreID, _ index: Int) throws -> [MirrorCore.Event] {
        let own = devices[index].machine.disk.contents.store
        guard own != store else { return [] }
        guard !bugs(.forgetsStore) else {
            try devices[index].machine.disk.bind(to: store)
            devices[index].process?.belongs = store
            return []
        }
        let former = devices[index].process?.core.welcome?.formerStores ?? []
        guard former.contains(own) else { return [.home(.store(own))] }
        note("\(devices[index].name) belongs to store \(store) from now on")
        try devices[index].machine.disk.move(to: store)
        devices[index].process?.belongs = store
        noteRemembered(index)
        noteForms(of: index)
        return [outbox(of: index)]
    }

    /// A person makes the store that a device visits its own.
    mutating func adopt(_ index: Int) {
        guard let core = devices[index].process?.core, core.connectedStore == .other,
            let store = core.welcome?.store
        else { return }
        note("\(devices[index].name) adopts store \(store)")
        do { try devices[index].machine.disk.move(to: store) } catch {
            return kill(index, "crashes at its disk")
        }
        noteRemembered(index)
        noteForms(of: index)
        stepDevice(index, [outbox(of: index)])
    }

    /// Learns that another process has found the device to belong to another store.
    mutating func lookHome(_ index: Int) -> [MirrorCore.Event] {
        let contents = devices[index].machine.disk.contents
        guard let process = devices[index].process, process.belongs != contents.store else {
            return []
        }
        devices[index].process?.belongs = contents.store
        // What is not saved yet is of the store before.
        devices[index].process?.unsaved = UnsavedNews()
        let home = MirrorCore.Event.home(.store(contents.store))
        guard process.core.connectedStore == .unknown else { return [home] }
        devices[index].isDamaged = contents.isDamaged
        return [home, .savedScene(contents.confirmed ?? .nothing), outbox(of: index)]
    }

    /// Checks that a state which takes the place of what a device has seen costs nobody anything in silence:
    /// all of that is in it, or is kept, itself or in a healed state that was mirrored before it was saved.
    mutating func checkReplacement(of before: DeviceDisk.Contents, by index: Int) {
        let contents = devices[index].machine.disk.contents
        guard let former = before.confirmed, let confirmed = contents.confirmed,
            former.epoch != confirmed.epoch, !before.isDamaged,
            let chronicle = chronicles[devices[index].key]
        else { return }
        noteRemembered(index)
        let effects = former.state.entries.map(\.effect)
        let isKept = contents.lost.contains { kept in
            kept.scene.epoch == former.epoch && kept.scene.revision >= former.revision
                || !kept.isDamaged && chronicle.past.missing(effects, in: kept.scene.state) == nil
        }
        guard !isKept, let lost = chronicle.past.missing(effects, in: confirmed.state) else {
            return
        }
        fail(
            .silence,
            "\(devices[index].name) gives up \(former.epoch.short)@\(former.revision), "
                + "with \(lost), and keeps nothing")
    }
}
