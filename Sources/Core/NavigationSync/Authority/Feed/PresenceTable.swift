internal import NavigationModel
internal import NavigationWire

/// The present devices of each scene, as their connections have reported them: in memory only.
///
/// A connection is in one scene at a time, so there are no more entries than connections. Several
/// connections of one device count as one.
struct PresenceTable: Sendable {
    /// A change of what other devices see.
    struct Change: Hashable, Sendable {
        let key: SceneKey
        /// The device as it is now; without a place if it is gone.
        let device: PresentDevice
    }

    private struct Entry: Sendable {
        let key: SceneKey
        let device: PresentDevice
    }

    private var entries: [Peer: Entry] = [:]
    /// The connections of each device in each scene, in the order in which they came.
    private var peers: [SceneKey: [DeviceID: [Peer]]] = [:]

    /// The number of connections.
    var count: Int { entries.count }

    /// Records a connection's report, in place of its last one; one without a place ends its
    /// presence. Returns what has changed for others. A device beyond
    /// ``DaemonLimits/presentDevices`` is not recorded.
    mutating func set(
        _ device: PresentDevice, in key: SceneKey, by peer: Peer, at now: Duration,
        _ deadlines: inout Deadlines<DueSubject>
    ) -> [Change] {
        guard device.place != nil else { return remove(peer, &deadlines).map { [$0] } ?? [] }
        var changes: [Change] = []
        if let former = entries[peer], former.key != key || former.device.device != device.device,
            let change = remove(peer, &deadlines)
        {
            changes.append(change)
        }
        let before = self.device(device.device, in: key)
        guard before != nil || peers[key]?.count ?? 0 < DaemonLimits.presentDevices else {
            return changes
        }
        if entries[peer] == nil {
            peers[key, default: [:]][device.device, default: []].append(peer)
        }
        entries[peer] = Entry(key: key, device: device)
        deadlines.set(.presence(peer), at: now + DaemonLimits.placeLifetime)
        if let after = self.device(device.device, in: key), after != before {
            changes.append(Change(key: key, device: after))
        }
        return changes
    }

    /// Removes a connection; returns what has changed for others.
    mutating func remove(_ peer: Peer, _ deadlines: inout Deadlines<DueSubject>) -> Change? {
        guard let entry = entries[peer] else { return nil }
        let (key, id) = (entry.key, entry.device.device)
        let before = device(id, in: key)
        entries[peer] = nil
        deadlines.cancel(.presence(peer))
        peers[key]?[id]?.removeAll { $0 == peer }
        if peers[key]?[id]?.isEmpty ?? false { peers[key]?[id] = nil }
        if peers[key]?.isEmpty ?? false { peers[key] = nil }
        let after =
            device(id, in: key) ?? PresentDevice(device: id, name: entry.device.name, place: nil)
        return after == before ? nil : Change(key: key, device: after)
    }

    /// Removes a connection that has continued as another device than its session's; returns what
    /// has changed for others.
    mutating func remove(
        _ peer: Peer, unlessOf session: Session?, _ deadlines: inout Deadlines<DueSubject>
    ) -> Change? {
        guard let entry = entries[peer],
            entry.key.user != session?.user || entry.device.device != session?.device
        else { return nil }
        return remove(peer, &deadlines)
    }

    /// Removes a device of a user, or all of them; returns what has changed for others. Scans all
    /// connections.
    mutating func remove(
        _ device: DeviceID? = nil, of user: UserID, _ deadlines: inout Deadlines<DueSubject>
    ) -> [Change] {
        let keys = peers.keys.filter { $0.user == user }.sorted()
        let leaving = keys.flatMap { key -> [Peer] in
            let devices = peers[key] ?? [:]
            let ids = devices.keys.filter { device ?? $0 == $0 }.sorted()
            return ids.flatMap { devices[$0] ?? [] }
        }
        return leaving.compactMap { remove($0, &deadlines) }
    }

    /// Returns the present devices of a scene, sorted by id.
    func devices(in key: SceneKey) -> [PresentDevice] {
        (peers[key] ?? [:]).keys.sorted().compactMap { device($0, in: key) }
    }

    /// Returns a present device of a scene: by its connection that was used last; `nil` if it is
    /// not present.
    func device(_ id: DeviceID, in key: SceneKey) -> PresentDevice? {
        peers[key]?[id]?.compactMap { entries[$0]?.device }.reduce(nil) { best, device in
            guard let best, let used = best.place?.lastUse else { return device }
            return device.place?.lastUse ?? .zero >= used ? device : best
        }
    }
}

extension DaemonCore {
    /// Records the place that a device reports, and publishes what that changes.
    mutating func report(
        _ place: DevicePlace?, of session: Session, named name: DeviceName, in key: SceneKey,
        by peer: Peer, at now: ClockReading, _ effects: inout [Effect]
    ) {
        // No device was used in the future.
        let place = place.map { place in
            DevicePlace(
                tab: place.tab, screen: place.screen,
                lastUse: place.lastUse.map { min($0, now.wall) })
        }
        let device = PresentDevice(device: session.device, name: name, place: place)
        let changes = feed.presence.set(device, in: key, by: peer, at: now.uptime, &deadlines)
        fairness.charge(peer, Price.publication * Int64(changes.count))
        publish(changes, &effects)
    }

    /// Publishes changes of presence, each with the head of its scene; one of a scene that is not in
    /// memory is left to the next presence of its mirrors.
    mutating func publish(_ changes: [PresenceTable.Change], _ effects: inout [Effect]) {
        for change in changes {
            feed.publish(
                change.device, in: pipeline.scenes[change.key], using: &generator, &effects)
        }
    }

    /// Publishes a change of presence, if there is one.
    mutating func publish(_ change: PresenceTable.Change?, _ effects: inout [Effect]) {
        if let change { publish([change], &effects) }
    }
}
