public import NavigationModel
internal import NavigationWire

/// The store that a device's state belongs to, as far as is known before the daemon has spoken.
public enum HomeStore: Hashable, Sendable {
    /// This one.
    case store(StoreID)
    /// The first one that it meets: nothing that it keeps says another.
    case first
    /// The one whose history it has seen, since it met no store that said its id.
    case seen
    /// None that it meets here: what it keeps was made for another endpoint.
    case elsewhere
}

/// The store at which a mirror is connected: the device's own or another.
public enum MirrorPlace: Hashable, Sendable {
    /// It is not, or the daemon has not said yet.
    case undecided
    /// At the device's own store.
    case home
    /// At another store: its scene is shown, nothing of it is kept, and nothing is handed over.
    case visiting
}

extension MirrorCore {
    /// Decides where the mirror is connected, by the first answer that tells.
    mutating func decidePlace(by head: Head, _ effects: inout [Effect]) {
        guard place == .undecided, let welcome else { return }
        guard isHome(welcome.store, head) else { return visit(&effects) }
        place = .home
        showsOther = false
        // Where nothing was seen of the scene, there may be more proof in another.
        guard welcome.store != .none, home != .seen || hasSeenScene else { return }
        home = .store(welcome.store)
        effects.append(.reached(welcome.store))
    }

    /// Returns a Boolean value indicating whether another store's scene that is shown has begun another
    /// history: with that the store may have taken the place of the device's own, as hello tells.
    func isVisitOver(by head: Head) -> Bool {
        place == .visiting && confirmed.epoch != .none && head.epoch != confirmed.epoch
    }

    private func isHome(_ store: StoreID, _ head: Head) -> Bool {
        let isSeen = hasSeenScene && head.epoch == confirmed.epoch
        switch home {
        // A daemon of an earlier version says no id; but nobody else has the epoch.
        case .store(let own):
            return store == .none
                ? isSeen : store == own || welcome?.formerStores.contains(own) ?? false
        case .first: return true
        case .seen: return isSeen || !hasSeenScene
        case .elsewhere: return false
        }
    }

    /// An empty scene had another epoch after each start once.
    private var hasSeenScene: Bool { confirmed.revision > .zero && !showsOther }

    /// Shows another store's scene from here on, and nothing of the device's own.
    private mutating func visit(_ effects: inout [Effect]) {
        place = .visiting
        show(.nothing, &effects)
        showsOther = true
        if sender != .idle { effects.append(.releaseSender) }
        sender = .idle
    }

    /// The device belongs to another store than was thought, or has been told to.
    mutating func move(to home: HomeStore, at now: Duration, _ effects: inout [Effect]) {
        self.home = home
        guard place != .undecided, let welcome else { return }
        switch (place, home == .store(welcome.store)) {
        case (.visiting, true):
            place = .home
            showsOther = false
            if isSynced { effects.append(.replace(confirmed, former: .nothing)) }
        case (.home, false):
            visit(&effects)
            isSynced = false
            sync(at: now, &effects)
        case (.visiting, false), (.home, true), (.undecided, _): break
        }
    }

    /// Goes back to what the device keeps of its own store's scene.
    mutating func show(_ own: ConfirmedScene, _ effects: inout [Effect]) {
        showsOther = false
        confirmed = own
        pending = []
        lastOwnTime = .zero
        fetching = nil
        divergenceCause = nil
        repairedAt = nil
        hasDiverged = false
        effects.append(.changed([], wasReplaced: true))
    }
}
