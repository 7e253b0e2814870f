import DeviceStore
import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// The losses of a daemon's disk, and the part of people in them.
extension Simulation {
    /// Bits flip in what the disk has of a user's scene.
    mutating func rot(_ user: UserID) {
        let key = SceneKey(user: user, scene: .main)
        guard !servesOther, disk.rot(key) else { return }
        for index in devices.indices where devices[index].key == key { trouble(index) }
    }

    /// The last writes are not there any more.
    mutating func loseWrites(_ count: Int) {
        guard !servesOther, disk.loss == nil else { return }
        killDaemon("loses power")
        if disk.loseWrites(count) { note("its log has lost its end") }
        startDaemon()
    }

    /// A person accepts that they are gone.
    mutating func acceptLoss() {
        guard !servesOther, disk.loss == .behind else { return }
        var generator = daemon.generator
        disk.acceptLoss(makingEpoch: { Epoch.random(using: &generator) })
        daemon.generator = generator
        for key in chronicles.keys.sorted() {
            guard let chronicle = chronicles[key] else { continue }
            let stored = disk.stored(key)
            let left = chronicle.truncated(to: stored?.revision ?? .zero) { storedReceipt in
                stored?.last[storedReceipt.device].map { storedReceipt.sequence <= $0.sequence }
                    ?? false
            }
            chronicles[key] = left.renewed(as: stored?.epoch ?? .none, knowing: chronicle)
            ledger.restart(chronicles[key])
        }
        access.goBack(to: chronicles.keys.compactMap { disk.durable.account(of: $0.user) })
        startDaemon()
    }

    /// All that the disk has is gone, but for a copy that was put away.
    mutating func loseDisk() {
        guard storeAside == nil, disk.loss == nil else { return }
        killDaemon("loses its disk")
        disk.loseEverything()
    }

    /// A person has the daemon begin with nothing, as another store.
    mutating func beginAnew() {
        guard disk.loss == .missing else { return }
        storesBegun += 1
        let id = StoreID(rawValue: StoreID.other.rawValue + storesBegun)
        disk = DaemonDisk(store: id)
        chronicles = chronicles.mapValues(\.forgotten)
        for key in chronicles.keys.sorted() { ledger.restart(chronicles[key]) }
        (access, backedUpAccess) = (Access(), Access())
        (backedUp, errands) = ([:], [:])
        startDaemon()
    }

    /// A scene was healed: another history begins with it.
    mutating func record(_ healed: HealedScene, of key: SceneKey, damaged isDamaged: Bool) {
        guard var chronicle = chronicles[key] else { return }
        let disk = self.disk
        let wrongs = chronicle.heal(healed, damaged: isDamaged, at: now) { storedReceipt in
            disk.written.storedReceipt(
                of: storedReceipt.sequence, by: storedReceipt.device, in: key) != nil
                || !isDamaged
        }
        for wrong in wrongs { fail(.healing, "\(key): \(wrong)") }
        chronicles[key] = chronicle
        let waiting = apps.filter { devices[$0].key == key }.flatMap { index in
            devices[index].machine.disk.waiting.map { Digest(hashing: $0.change) }
        }
        ledger.heal(chronicle, waiting: Set(waiting))
        note("  \(key) is healed, and begins at \(healed.revision)")
    }

    /// A scene was removed: it begins with nothing when it is used again.
    mutating func recordRemoval(of key: SceneKey) {
        chronicles[key] = chronicles[key]?.removed
        ledger.restart(chronicles[key])
        note("  \(key) is removed")
    }

    // MARK: The end of a run

    /// Has people bring back what devices remember and the daemon has lost, one device at a time, and remove
    /// what can't be read and no device has.
    mutating func healTheRest() {
        for key in chronicles.keys.sorted() {
            let places = apps.filter { devices[$0].key == key && devices[$0].process != nil }
            let isDamaged = disk.rotten.contains(key)
            let isBusy = places.contains(where: isOnErrand)
            guard !isBusy, now >= lastHealed[key, default: .zero] + .seconds(4) else { continue }
            let needing = places.filter { isDamaged || remembersMore($0) }
            guard !needing.isEmpty else { continue }
            lastHealed[key] = now
            let isNowhere = places.allSatisfy {
                devices[$0].machine.disk.remembered(all: true).isEmpty
            }
            guard !isDamaged || !isNowhere else {
                remove(key)
                continue
            }
            let index = needing[Int(now.components.seconds / 4) % needing.count]
            let isVisiting = devices[index].process?.core.connectedStore == .other
            if isVisiting, devices[index].machine.disk.remembered(all: true).isEmpty {
                adopt(index)
            } else {
                heal(index, decided: true)
            }
        }
    }

    /// A Boolean value indicating whether a device keeps what it has not given back.
    func remembersMore(_ index: Int) -> Bool {
        healsAll && devices[index].machine.disk.contents.lost.contains { !$0.isDamaged }
            || devices[index].process?.core.connectedStore == .other
    }
}
