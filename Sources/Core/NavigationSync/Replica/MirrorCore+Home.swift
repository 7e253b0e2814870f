public import NavigationModel
internal import NavigationWire

/// The store that a device's state belongs to, as far as it is known before the daemon's reply.
public enum HomeStore: Hashable, Sendable {
    /// This one.
    case store(StoreID)
    /// The first one that it connects to: its state belongs to none yet.
    case first
    /// The one of the history in its state, since no daemon has sent it a store id yet.
    case matchingHistory
    /// None at this endpoint: its state was made for another one.
    case elsewhere
}

/// The store that a mirror is connected to: the device's own or another.
public enum ConnectedStore: Hashable, Sendable {
    /// Not connected, or not known yet.
    case unknown
    /// The device's own store.
    case own
    /// Another store: its scene is shown, nothing of it is saved, and nothing is submitted.
    case other
}

extension MirrorCore {
    /// Decides which store the mirror is connected to, by the first reply that shows it.
    mutating func identifyStore(by head: Head, _ effects: inout [Effect]) {
        guard connectedStore == .unknown, let welcome else { return }
        guard isHome(welcome.store, head) else { return showOtherStore(&effects) }
        connectedStore = .own
        showsOther = false
        // With no revision of this scene, another scene may have better evidence.
        guard welcome.store != .none, home != .matchingHistory || hasSeenScene else { return }
        home = .store(welcome.store)
        effects.append(.reached(welcome.store))
    }

    /// Returns a Boolean value indicating whether the shown scene of another store has begun
    /// another history: with that the store may have replaced the device's own, as hello shows.
    func hasOtherStoreReset(by head: Head) -> Bool {
        connectedStore == .other && confirmed.epoch != .none && head.epoch != confirmed.epoch
    }

    private func isHome(_ store: StoreID, _ head: Head) -> Bool {
        let isSeen = hasSeenScene && head.epoch == confirmed.epoch
        switch home {
        // A daemon of an earlier version sends no store id; but no other store has the epoch.
        case .store(let own):
            return store == .none
                ? isSeen : store == own || welcome?.formerStores.contains(own) ?? false
        case .first: return true
        case .matchingHistory: return isSeen || !hasSeenScene
        case .elsewhere: return false
        }
    }

    /// In earlier versions an empty scene had another epoch after each start.
    private var hasSeenScene: Bool { confirmed.revision > .zero && !showsOther }

    /// Shows another store's scene from here on, and none of the device's own state.
    private mutating func showOtherStore(_ effects: inout [Effect]) {
        connectedStore = .other
        show(.nothing, &effects)
        showsOther = true
        if sender != .idle { effects.append(.releaseSender) }
        sender = .idle
    }

    /// Handles a new decision about the store that the device belongs to.
    mutating func move(to home: HomeStore, at now: Duration, _ effects: inout [Effect]) {
        self.home = home
        guard connectedStore != .unknown, let welcome else { return }
        switch (connectedStore, home == .store(welcome.store)) {
        case (.other, true):
            connectedStore = .own
            showsOther = false
            if isSynced { effects.append(.replace(confirmed, former: .nothing)) }
        case (.own, false):
            showOtherStore(&effects)
            isSynced = false
            sync(at: now, &effects)
        case (.other, false), (.own, true), (.unknown, _): break
        }
    }

    /// Shows the device's saved scene of its own store again.
    mutating func show(_ own: ConfirmedScene, _ effects: inout [Effect]) {
        showsOther = false
        confirmed = own
        pending = []
        lastOwnTime = .zero
        fetching = nil
        divergenceCause = nil
        repairedAt = nil
        hasDiverged = false
        effects.append(.changed([], isReset: true))
    }
}
