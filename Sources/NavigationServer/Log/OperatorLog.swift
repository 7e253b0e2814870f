internal import Logging
internal import NavigationModel
internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire

/// What whoever runs the daemon wants to know, a line for each thing.
///
/// The words of a message are always the same, and all that differs is in its fields. What others can
/// make happen as often as they like is said once a second for each reason, with how often it was.
/// Nothing secret is ever a field.
struct OperatorLog: Sendable {
    private let logger: Logger
    private var throttle = LogThrottle()
    private var failing: [Access: Failing] = [:]

    /// What is done with the store, and fails and recovers for itself: a full disk can still be read.
    enum Access: String, Hashable, Sendable {
        case reading
        case writing
    }

    private struct Failing {
        let since: Duration
        var count = 0
    }

    init(_ logger: Logger) {
        self.logger = logger
    }

    // MARK: The daemon

    /// It serves now.
    func ready(_ configuration: ServerConfiguration) {
        var metadata: Logger.Metadata = [
            "nav.endpoints": "\(configuration.listeners.map(\.control).joined(separator: ","))"
        ]
        if let fingerprint = configuration.keys?.fingerprint {
            metadata["nav.fingerprint"] = "\(fingerprint)"
        }
        logger.info("ready", metadata: metadata)
    }

    /// The server key is another one than before.
    func switchedKey() {
        logger.notice("the next server key is in use now")
    }

    /// It takes no more requests.
    mutating func stopping(pending: Int) {
        for (reason, count) in throttle.flush(at: .seconds(Int64.max)) { refused(reason, count) }
        logger.info("stopping", metadata: ["nav.pending": "\(pending)"])
    }

    /// It has stopped, and all that was acknowledged is on disk.
    func stopped() {
        logger.info("stopped")
    }

    /// Every scene began a new epoch.
    func renewedEpochs() {
        logger.notice("every scene begins a new epoch")
    }

    // MARK: Devices

    /// Users, devices and invitations are in the registry as these changes have them, on disk.
    func registered(_ changes: [RegistryChange]) {
        for change in changes {
            switch change {
            case .user(let user):
                var metadata: Logger.Metadata = ["nav.user.id": "\(user.name)"]
                if let uid = user.uid { metadata["nav.user.uid"] = "\(uid)" }
                logger.notice(
                    user.removed == nil ? "a user was registered" : "a user was removed",
                    metadata: metadata)
            case .device(let device, let user, let former?):
                let metadata = metadata(of: device, user)
                if device.name != former.name {
                    logger.notice("a device was renamed", metadata: metadata)
                }
                if device.role != former.role {
                    logger.notice("a device's role was changed", metadata: metadata)
                }
            case .device(let device, let user, nil):
                let isPaired = changes.contains { $0.isUse(by: device.id, of: user) }
                logger.notice(
                    device.revoked != nil
                        ? "a device was revoked"
                        : isPaired ? "a device was paired" : "a device was registered",
                    metadata: metadata(of: device, user))
            case .invitation(let invitation, let user):
                guard invitation.end == nil || invitation.end == .withdrawn else { continue }
                logger.notice(
                    invitation.end == nil ? "a device was invited" : "an invitation was withdrawn",
                    metadata: [
                        "nav.user.id": "\(user)", "nav.invitation.id": "\(invitation.id)",
                        "nav.device.name": "\(invitation.name)",
                        "nav.device.role": "\(invitation.role)",
                    ])
            case .forget: break
            case .erase(let user):
                logger.notice("a user's scenes were erased", metadata: ["nav.user.id": "\(user)"])
            }
        }
    }

    private func metadata(of device: RegisteredDevice, _ user: UserID) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            "nav.user.id": "\(user)", "nav.device.id": "\(device.id)",
            "nav.device.name": "\(device.name)", "nav.device.role": "\(device.role)",
        ]
        switch device.credential {
        case .key(let key): metadata["nav.device.fingerprint"] = "\(Fingerprint(of: key.bytes))"
        case .uid(let uid): metadata["nav.device.uid"] = "\(uid)"
        }
        return metadata
    }

    /// The connections of one who has no access, or no longer, were cut. Who comes again and again is
    /// counted.
    mutating func cut(_ principal: Principal, connections: Int, at now: Duration) {
        guard connections > 0, let count = throttle.admit("without access", at: now) else { return }
        logger.notice(
            "connections were cut",
            metadata: [
                "nav.principal": "\(principal)", "nav.connections": "\(connections)",
                "nav.count": "\(count)",
            ])
    }

    /// Somebody was refused, or a connection shed, on a service, for a reason that is one of a few.
    mutating func refused(for reason: String, on service: String, at now: Duration) {
        let subject = "\(service): \(reason)"
        if let count = throttle.admit(subject, at: now) { refused(subject, count) }
    }

    private func refused(_ subject: String, _ count: Int) {
        logger.warning(
            "connections refused", metadata: ["nav.reason": "\(subject)", "nav.count": "\(count)"])
    }

    /// Says what was kept back and is due.
    mutating func flush(at now: Duration) {
        for (reason, count) in throttle.flush(at: now) { refused(reason, count) }
    }

    /// When to call ``flush(at:)``, if it is to be called.
    var nextFlush: Duration? { throttle.nextFlush }

    // MARK: The store

    /// The store did not do what it was asked. Said once, until it works again.
    mutating func storeFailed(_ access: Access, _ problem: String, at now: Duration) {
        if failing[access] == nil {
            logger.error(
                "the store failed",
                metadata: ["nav.access": "\(access.rawValue)", "nav.reason": "\(problem)"])
        }
        failing[access, default: Failing(since: now)].count += 1
    }

    /// Whether the store did not do what it was last asked.
    func isFailing(_ access: Access) -> Bool { failing[access] != nil }

    /// The store did what it was asked.
    mutating func storeWorked(_ access: Access, at now: Duration) {
        guard let failed = failing.removeValue(forKey: access) else { return }
        let seconds = (now - failed.since).components.seconds
        logger.notice(
            "the store works again",
            metadata: [
                "nav.access": "\(access.rawValue)", "nav.failures": "\(failed.count)",
                "nav.seconds": "\(seconds)",
            ])
    }

    /// The log of a scene was compacted.
    func compacted(_ key: SceneKey, to compaction: Compaction) {
        guard compaction.isComplete else { return }
        logger.info(
            "compacted a history",
            metadata: [
                "nav.user.id": "\(key.user)", "nav.scene.id": "\(key.scene)",
                "nav.retained": "\(compaction.retained)",
            ])
    }
}

extension RegistryChange {
    /// Whether an invitation is used up by this device.
    fileprivate func isUse(by device: DeviceID, of user: UserID) -> Bool {
        guard case .invitation(let invitation, user) = self else { return false }
        return invitation.end == .used(by: device)
    }
}
