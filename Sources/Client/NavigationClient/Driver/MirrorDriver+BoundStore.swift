internal import DeviceStore
internal import NavigationModel
internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire

/// The store that the device belongs to, and the mirror's behaviour at another.
extension MirrorDriver {
    /// The error that is reported as long as the mirror shows another store's scene.
    var otherStore: NavigationClientError? {
        guard core.connectedStore == .other, let welcome = core.welcome else { return nil }
        return .otherStore(welcome.store, at: currentCandidate, boundStore)
    }

    /// The endpoint of the connection, or the one being tried.
    var currentCandidate: EndpointCandidate { onConnection { $0.candidate } }

    /// Throws at another store than the device's own: nothing is submitted there.
    func checkStore() throws(NavigationClientError) {
        if let otherStore { throw otherStore }
    }

    /// Records that the daemon serves the device's own store; returns the events that follow if it
    /// does not, according to what another process has recorded.
    func reach(_ store: StoreID) -> [MirrorCore.Event] {
        let (endpoint, source) = (
            currentCandidate.endpoint.description, currentCandidate.source.rawValue
        )
        let isKnown = boundStore.store == store && !boundStore.adoptsNext
        if isKnown, boundStore.endpoint == endpoint, boundStore.source == source { return [] }
        do {
            let bound = try device.bind(
                to: store, at: endpoint, source: source,
                after: core.welcome?.formerStores ?? [])
            boundStore = try device.home()
            // It may have adopted pending changes.
            return bound == store ? [outboxEvent()] : [.home(.store(bound))]
        } catch {
            report(.device(error, at: device.path))
            return []
        }
    }

    /// Reads whether another process has made the device adopt another store.
    func reloadBoundStore() {
        attempt {
            let found = try device.home()
            let hasMoved = found.store != boundStore.store
            boundStore = found
            guard hasMoved || core.connectedStore == .unknown else { return }
            // Unsaved state belongs to the former store.
            if hasMoved { discardUnsaved() }
            step([.home(found.store(at: currentCandidate))])
            if hasMoved, core.connectedStore == .unknown { showBoundStore() }
        }
    }

    /// Shows the saved state of the device's own store.
    func showBoundStore() {
        attempt { step([.savedScene(try device.confirmed(key) ?? .nothing)]) }
        step([outboxEvent()])
    }

    /// Makes the device adopt the store of the connected daemon; returns the number of its pending
    /// changes now, in all scenes. Without effect at the device's own.
    func adopt() throws(NavigationClientError) -> Int {
        guard let welcome = core.welcome, core.connectedStore == .other else {
            return boundStore.waiting
        }
        guard welcome.store != .none else { throw .namelessStore }
        let waiting: Int
        do {
            let candidate = currentCandidate
            waiting = try device.adopt(
                welcome.store, at: candidate.endpoint.description, source: candidate.source.rawValue
            )
            boundStore = try device.home()
        } catch {
            throw .device(error, at: device.path)
        }
        access.applied = nil
        discardUnsaved()
        step([.home(.store(welcome.store))])
        step([outboxEvent()])
        save()
        return waiting
    }

    /// Reconnects, so that the daemon's next welcome names its store again.
    func reconnect() {
        step([.disconnected])
        onConnection { $0.reconnect() }
    }

    /// A Boolean value indicating whether the scene has no commits and no pending changes.
    var isEmptyScene: Bool {
        core.confirmed.revision == .zero && outbox.isEmpty
    }

    /// Returns the reason why a change is pending, with the daemon that it is kept for.
    func keeping(_ reason: NavigationClientError) -> NavigationClientError {
        let endpoint = boundStore.endpoint ?? currentCandidate.endpoint.description
        let store = boundStore.store == .none ? "" : " (store \(boundStore.store))"
        return NavigationClientError(
            reason.code,
            text: """
                \(messageOf: reason); the change stays in the outbox for the daemon at '\(endpoint)'\(store)
                """,
            cause: reason.cause)
    }

    /// Waits until the mirror has the commits of all own changes that have an outcome, and is at
    /// the daemon's head: then it shows one consistent state.
    func catchUp(until deadline: ContinuousClock.Instant) async {
        guard core.isUpToDate else { return }
        step([.refresh])
        _ = await waitUntilReady(.commits, until: deadline)
    }
}

extension DeviceHome {
    /// Returns the store that a mirror connected at `candidate` has to regard as the device's own.
    func store(at candidate: EndpointCandidate) -> HomeStore {
        if adoptsNext { return .first }
        if store != .none { return .store(store) }
        if hasHistory { return .matchingHistory }
        let isMeant =
            endpoint == candidate.endpoint.description
            || candidate.source.isLasting && source == candidate.source.rawValue
        return waiting == 0 || endpoint == nil || isMeant ? .first : .elsewhere
    }
}

extension NavigationClientError {
    /// Returns the error of a daemon that serves another store than the device's own.
    fileprivate static func otherStore(
        _ store: StoreID, at candidate: EndpointCandidate, _ boundStore: DeviceHome
    ) -> NavigationClientError {
        let pending =
            boundStore.waiting == 1 ? "1 pending change" : "\(boundStore.waiting) pending changes"
        let kept = boundStore.waiting > 0 ? " (\(pending) for the other)" : ""
        return NavigationClientError(
            .otherStore,
            text: """
                \(difference(of: store, at: candidate.endpoint.description, boundStore)): showing its \
                scenes, submitting nothing\(kept); \(remedy: .adopt)\(remedy: .heal)
                """)
    }

    /// Returns the same error for requests about users, devices and keys.
    static func otherRegistry(
        _ store: StoreID, at endpoint: String, _ boundStore: DeviceHome
    ) -> NavigationClientError {
        NavigationClientError(
            .otherStore,
            text: """
                \(difference(of: store, at: endpoint, boundStore)): using its users and devices; \
                \(remedy: .nameOtherEndpoint)
                """)
    }

    private static func difference(
        of store: StoreID, at endpoint: String, _ boundStore: DeviceHome
    ) -> String {
        let what =
            boundStore.store == .none
            ? "'\(endpoint)' serves another store (\(store)) than that of this device's data"
            : "'\(endpoint)' serves another store (\(store)) than this device's (\(boundStore.store))"
        return what + (boundStore.endpoint.map { ", which is at '\($0)'" } ?? "")
    }

    fileprivate static let namelessStore = NavigationClientError(
        .refused,
        text: "the daemon does not report its store: \(advice: "update it, then adopt it")")
}
