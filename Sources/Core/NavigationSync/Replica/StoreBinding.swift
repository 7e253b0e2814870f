package import NavigationModel

/// The store that a device's state belongs to, as far as it is known before the daemon's reply.
package enum HomeStore: Hashable, Sendable {
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
package enum ConnectedStore: Hashable, Sendable {
    /// Not connected, or not known yet.
    case unknown
    /// The device's own store.
    case own
    /// Another store: its scene is shown, nothing of it is saved, and nothing is submitted.
    case other
}

/// The relation of a mirror's state to stores: the device's own, and the one that it is connected to.
struct StoreBinding: Sendable {
    /// The store that the device's state belongs to.
    var home: HomeStore
    /// The store at which it is connected.
    var connected: ConnectedStore = .unknown
    /// A Boolean value indicating whether the confirmed scene is another store's, until the
    /// device's own is loaded.
    var showsOther = false

    init(home: HomeStore) { self.home = home }

    /// Shows the device's own store.
    mutating func showOwn() {
        connected = .own
        showsOther = false
    }

    /// Shows another store.
    mutating func showOther() {
        connected = .other
        showsOther = true
    }

    /// Returns a Boolean value indicating whether the store of a daemon is the device's own.
    ///
    /// - Parameters:
    ///   - store: the store's id; `.none` from a daemon of an earlier version.
    ///   - former: the ids of the stores that it continues.
    ///   - isSeen: whether the device has seen the history of the daemon's scene; `nil` if it has
    ///     not seen the scene at all.
    func isHome(_ store: StoreID, former: [StoreID], isSeen: Bool?) -> Bool {
        switch home {
        // A daemon of an earlier version sends no store id; but no other store has the epoch.
        case .store(let own):
            store == .none ? isSeen ?? false : store == own || former.contains(own)
        case .first: true
        case .matchingHistory: isSeen ?? true
        case .elsewhere: false
        }
    }
}
