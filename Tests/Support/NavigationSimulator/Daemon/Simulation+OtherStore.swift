import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// A store that is not served at the moment, with what is known of it.
struct StoreAside {
    var disk: DaemonDisk
    var chronicles: [SceneKey: Chronicle]
    var backedUp: [SceneKey: Chronicle] = [:]
    var access = Access()
    var backedUpAccess = Access()
    var acknowledged: [Simulation.Acknowledgement] = []
}

/// Another store at the place of the devices' own: a copy that was put to use beside it, so that nothing but
/// its id tells it from the own one.
extension Simulation {
    /// Serves the other store from now on, or the devices' own again.
    mutating func exchangeStores(servingOther: Bool) {
        guard servingOther != servesOther, canExchangeStores else { return }
        killDaemon("gives way to the daemon of another store")
        var aside = storeAside ?? copyOfStore()
        swap(&disk, &aside.disk)
        swap(&chronicles, &aside.chronicles)
        swap(&backedUp, &aside.backedUp)
        swap(&access, &aside.access)
        swap(&backedUpAccess, &aside.backedUpAccess)
        swap(&acknowledged, &aside.acknowledged)
        storeAside = aside
        servesOther = servingOther
        startDaemon()
    }

    /// A Boolean value indicating whether the store that is served is one of the two, and a copy of it can
    /// be made from its log.
    private var canExchangeStores: Bool {
        storesBegun == 0 && disk.loss == nil
            && (storeAside != nil || chronicles.values.allSatisfy { $0.start == .zero })
    }

    /// The same history under another id, with none of the devices that were let in by a key.
    private mutating func copyOfStore() -> StoreAside {
        var copy = StoreAside(disk: DaemonDisk(store: .other), chronicles: chronicles)
        copy.disk.open()
        do {
            try copy.disk.add(Set(devices.map(\.key.user)).subtracting(["ann"]).sorted())
            for (key, chronicle) in chronicles where chronicle.revision > .zero {
                try copy.disk.write([SceneWrite(copying: chronicle, of: key)], [])
            }
        } catch {
            fail(.home, "the store can't be copied: \(error)")
        }
        copy.disk.sync()
        return copy
    }

    /// A mirror that has lost the other store's daemon shows what its device keeps of its own.
    mutating func goHome(_ index: Int) {
        guard let core = devices[index].process?.core, core.showsOther,
            core.connectedStore == .unknown
        else { return }
        let kept = devices[index].machine.disk.contents.confirmed ?? .nothing
        devices[index].isDamaged = devices[index].machine.disk.contents.isDamaged
        stepDevice(index, [.savedScene(kept), outbox(of: index)])
    }

    /// Checks that nothing that is kept for the devices' own store reaches another. What a device
    /// sent before it was restored was kept for the store of that time.
    mutating func checkHome(_ request: [UInt8], on id: ConnectionID) {
        guard let index = connections[id]?.device, devices[index].link.connection == id,
            devices[index].machine.disk.contents.store != disk.identity.id,
            case .submit? = (try? Request(encoded: request))?.call
        else { return }
        fail(.home, "\(devices[index].inTrace) hands a change over to another store")
    }

    /// The history that a mirror shows: that of its own store, or of the other.
    func chronicle(shownBy core: MirrorCore, _ key: SceneKey) -> Chronicle? {
        storesBegun > 0 || core.showsOther == servesOther
            ? chronicles[key] : storeAside?.chronicles[key]
    }
}

extension StoreID {
    /// The store that all devices belong to, and the other.
    static let own = StoreID(rawValue: 1)
    static let other = StoreID(rawValue: 2)
}

extension SceneWrite {
    /// All of a history at once.
    fileprivate init(copying chronicle: Chronicle, of key: SceneKey) {
        self.init(
            key: key, epoch: chronicle.epoch, expected: .zero,
            commits: chronicle.commits.map(EncodedCommit.init),
            storedReceipts: chronicle.storedReceipts.keys.sorted().flatMap { device in
                chronicle.storedReceipts[device, default: [:]].values.sorted {
                    $0.sequence < $1.sequence
                }
            })
    }
}
