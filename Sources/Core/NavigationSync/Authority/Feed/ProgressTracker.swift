internal import NavigationModel
internal import NavigationWire

/// The progress of each device in each scene, as far as its requests have shown it.
struct ProgressTracker: Sendable {
    /// The last known progress of one device in one scene.
    struct Progress: Hashable, Sendable {
        let epoch: Epoch
        var revision: Revision
        /// The lower bound of all future bases of the device, as last reported; `nil` if it never
        /// was.
        var oldestBase: Revision?
        var observedAt: Duration

        /// Records the next revision, if it is that.
        fileprivate mutating func advance(to revision: Revision, at now: Duration) {
            guard self.revision.next == revision else { return }
            self.revision = revision
            observedAt = now
        }
    }

    /// The progress by user, device and scene.
    private var progress: [UserID: [DeviceID: [SceneID: Progress]]] = [:]
    /// The number of tracked devices.
    private(set) var count = 0
    /// The most tracked devices.
    private let most: Int

    init(devices most: Int = DaemonLimits.devices) {
        self.most = most
    }

    /// Records that a device has a revision. One of another epoch is ignored; so is one that is
    /// less than the device had before.
    mutating func note(
        _ session: Session, _ scene: SceneAuthority, _ position: MirrorPosition, at now: Duration
    ) {
        let (epoch, revision) = (position.epoch, position.revision)
        guard epoch == scene.epoch, revision <= scene.revision else { return }
        let (user, device) = (session.user, session.device)
        if progress[user]?[device] == nil {
            evict()
            count += 1
        }
        let before = progress[user]?[device]?[scene.key.scene]
        let reached = before?.epoch == epoch ? max(before?.revision ?? .zero, revision) : revision
        // The newest report holds: a device restored to an earlier state has earlier bases.
        let oldestBase = position.oldestBase ?? (before?.epoch == epoch ? before?.oldestBase : nil)
        progress[user, default: [:]][device, default: [:]][scene.key.scene] = Progress(
            epoch: epoch, revision: reached, oldestBase: oldestBase, observedAt: now)
    }

    /// Records that a device is about to receive its own change at this revision: it has it then,
    /// if it has all before it.
    mutating func advance(
        _ session: Session, _ key: SceneKey, to revision: Revision, at now: Duration
    ) {
        progress[session.user]?[session.device]?[key.scene]?.advance(to: revision, at: now)
    }

    /// Drops the progress in a scene, whose last revisions may not exist.
    mutating func remove(_ key: SceneKey) {
        for device in progress[key.user, default: [:]].keys {
            progress[key.user]?[device]?[key.scene] = nil
        }
    }

    /// Drops the progress of a device that is evicted.
    mutating func remove(_ device: DeviceID, of user: UserID) {
        if progress[user]?.removeValue(forKey: device) != nil { count -= 1 }
    }

    /// Returns the progress of a device, by scene.
    func of(_ device: DeviceID, of user: UserID) -> [SceneID: Progress] {
        progress[user]?[device] ?? [:]
    }

    /// Returns the progress of all devices in one scene. Scans all devices of the user.
    func devices(in key: SceneKey) -> [DeviceID: Progress] {
        (progress[key.user] ?? [:]).compactMapValues { $0[key.scene] }
    }

    /// Returns the scenes of a user with known progress, sorted by name.
    func scenes(of user: UserID) -> [SceneKey] {
        let scenes = (progress[user] ?? [:]).values.flatMap(\.keys)
        return Set(scenes).sorted().map { SceneKey(user: user, scene: $0) }
    }

    private mutating func evict() {
        guard count >= most else { return }
        let devices = progress.flatMap { user, devices in
            devices.map { device, scenes in
                (observedAt: scenes.values.map(\.observedAt).max() ?? .zero, user, device)
            }
        }
        // Many at once, since finding them scans all.
        for (_, user, device) in devices.sorted(by: <).prefix(max(1, most / 8)) {
            remove(device, of: user)
            if progress[user]?.isEmpty ?? false { progress[user] = nil }
        }
    }
}

extension DaemonCore {
    /// Returns the lag of a device behind the durable heads, sorted by scene name.
    func progress(of device: DeviceID, of user: UserID, at now: ClockReading) -> [DeviceProgress] {
        feed.progress.of(device, of: user).sorted { $0.key < $1.key }.compactMap {
            scene, progress in
            let key = SceneKey(user: user, scene: scene)
            guard let authority = pipeline.scenes[key],
                progress.epoch == authority.epoch
            else { return nil }
            let head = authority.durableHead.revision.rawValue
            let lag = head - min(progress.revision.rawValue, head)
            let next = lag > 0 ? authority.commit(after: progress.revision) : nil
            return DeviceProgress(
                scene: scene, revision: progress.revision, lag: lag,
                since: (try? next?.decoded())?.stamp.time,
                observedAt: now.wall.advanced(
                    byMicroseconds: (progress.observedAt - now.uptime).microseconds),
                place: feed.presence.device(device, in: key)?.place)
        }
    }
}
