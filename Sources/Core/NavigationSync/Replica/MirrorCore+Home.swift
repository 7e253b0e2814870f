internal import NavigationModel
internal import NavigationWire

extension MirrorCore {
    /// Decides which store the mirror is connected to, by the first reply that shows it.
    mutating func identifyStore(by head: Head, _ effects: inout [Effect]) {
        guard connectedStore == .unknown, let welcome else { return }
        let isSeen = hasSeenScene ? head.epoch == confirmed.epoch : nil
        guard binding.isHome(welcome.store, former: welcome.formerStores, isSeen: isSeen) else {
            return showOtherStore(&effects)
        }
        binding.showOwn()
        // With no revision of this scene, another scene may have better evidence.
        guard welcome.store != .none, home != .matchingHistory || hasSeenScene else { return }
        binding.home = .store(welcome.store)
        effects.append(.reached(welcome.store))
    }

    /// Returns a Boolean value indicating whether the shown scene of another store has begun
    /// another history: with that the store may have replaced the device's own, as hello shows.
    func hasOtherStoreReset(by head: Head) -> Bool {
        connectedStore == .other && confirmed.epoch != .none && head.epoch != confirmed.epoch
    }

    /// In earlier versions an empty scene had another epoch after each start.
    private var hasSeenScene: Bool { confirmed.revision > .zero && !showsOther }

    /// Shows another store's scene from here on, and none of the device's own state.
    private mutating func showOtherStore(_ effects: inout [Effect]) {
        show(.nothing, &effects)
        binding.showOther()
        releaseSender(&effects)
    }

    /// Handles a new decision about the store that the device belongs to.
    mutating func move(to home: HomeStore, at now: Duration, _ effects: inout [Effect]) {
        binding.home = home
        guard connectedStore != .unknown, let welcome else { return }
        switch (connectedStore, home == .store(welcome.store)) {
        case (.other, true):
            binding.showOwn()
            if catchUp.isSynced { effects.append(.replace(confirmed, former: .nothing)) }
        case (.own, false):
            showOtherStore(&effects)
            catchUp.isSynced = false
            sync(at: now, &effects)
        case (.other, false), (.own, true), (.unknown, _): break
        }
    }

    /// Shows the device's saved scene of its own store again.
    mutating func show(_ own: ConfirmedScene, _ effects: inout [Effect]) {
        binding.showsOther = false
        confirmed = own
        pending = []
        clock.lastOwnTime = .zero
        catchUp.fetch = nil
        divergence = DivergenceCheck()
        effects.append(.changed([], isReset: true))
    }
}
