internal import Logging
internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire

/// The log for whoever runs the daemon, a line for each thing.
///
/// The words of a message are always the same, and all that differs is in its fields. What others can
/// make happen as often as they like is said once a second for each reason, with how often it was.
/// Nothing secret is ever a field.
struct OperatorLog: Sendable {
    let logger: Logger
    private var throttle = LogThrottle<Occurrence>()
    private var failing: [StoreOperation: Failing] = [:]

    /// The operations on the store, each of which fails and recovers for itself: a full disk can
    /// still be read.
    enum StoreOperation: String, Hashable, Sendable {
        case reading
        case writing
    }

    /// The occurrences that others can cause as often as they like.
    private enum Occurrence: Hashable, Comparable, Sendable {
        /// Connections were cut.
        case cut
        /// Connections were refused, for this reason.
        case connections(String)
        /// Requests were refused, with this code.
        case requests(String)
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
        flush(at: .seconds(Int64.max))
        logger.info("stopping", metadata: ["nav.pending": "\(pending)"])
    }

    /// It has stopped, and all that was acknowledged is on disk.
    func stopped() {
        logger.info("stopped")
    }

    /// The store is a copy.
    func began(_ putBack: RestoreDetection) {
        if let original = putBack.original {
            logger.warning(
                "the database is a copy that is used beside its original: it is another store now",
                metadata: ["nav.original": "\(original)", "nav.scenes": "\(putBack.scenes)"])
            return
        }
        logger.warning(
            "the database is a copy that was put back: every scene begins a new epoch",
            metadata: [
                "nav.copied": "\(putBack.copied?.description ?? "unknown")",
                "nav.scenes": "\(putBack.scenes)", "nav.revocations": "\(putBack.revocations)",
                "nav.invitations": "\(putBack.invitations)",
            ])
    }

    /// Every scene began a new epoch.
    func renewedEpochs() {
        logger.notice("every scene begins a new epoch")
    }

    // MARK: Access

    /// The connections of one who has no access, or no longer, were cut. Who comes again and again is
    /// counted.
    mutating func cut(_ principal: Principal, connections: Int, at now: Duration) {
        guard connections > 0, let count = throttle.admit(.cut, at: now) else { return }
        say(.cut, count, ["nav.principal": "\(principal)", "nav.connections": "\(connections)"])
    }

    /// Somebody was refused, or a connection shed, on a service, for a reason that is one of a few;
    /// principal and origin are those of the last of those that are counted.
    mutating func refused(
        for reason: String, on service: String, _ peer: RefusedPeer, at now: Duration
    ) {
        let occurrence = Occurrence.connections("\(service): \(reason)")
        guard let count = throttle.admit(occurrence, at: now) else { return }
        var fields = Self.fields(peer.origin)
        if let principal = peer.principal { fields["nav.principal"] = "\(principal)" }
        say(occurrence, count, fields)
    }

    /// A request was refused because of who asked; principal and origin are those of the last of
    /// those that are counted.
    mutating func refused(
        _ code: Failure.Code, to principal: Principal, from origin: String, at now: Duration
    ) {
        let occurrence = Occurrence.requests("\(code)")
        guard let count = throttle.admit(occurrence, at: now) else { return }
        var fields = Self.fields(origin)
        fields["nav.principal"] = "\(principal)"
        say(occurrence, count, fields)
    }

    private static func fields(_ origin: String?) -> Logger.Metadata {
        guard let origin, !origin.isEmpty else { return [:] }
        return ["nav.origin": "\(origin)"]
    }

    /// Says how often it has happened; the fields are those of the last one, and are left out where
    /// that is no longer known.
    private func say(_ occurrence: Occurrence, _ count: Int, _ fields: Logger.Metadata = [:]) {
        var metadata = fields
        metadata["nav.count"] = "\(count)"
        switch occurrence {
        case .cut: logger.notice("connections were cut", metadata: metadata)
        case .connections(let reason):
            metadata["nav.reason"] = "\(reason)"
            logger.warning("connections refused", metadata: metadata)
        case .requests(let code):
            metadata["nav.reason"] = "\(code)"
            logger.notice("requests refused", metadata: metadata)
        }
    }

    /// Says what was kept back and is due.
    mutating func flush(at now: Duration) {
        for (occurrence, count) in throttle.flush(at: now) { say(occurrence, count) }
    }

    /// The time to call ``flush(at:)``, if it is to be called.
    var nextFlush: Duration? { throttle.nextFlush }

    // MARK: The store

    /// The store did not do what it was asked. Said once, until it works again.
    mutating func storeFailed(_ access: StoreOperation, _ problem: String, at now: Duration) {
        if failing[access] == nil {
            logger.error(
                "the store failed",
                metadata: ["nav.access": "\(access.rawValue)", "nav.reason": "\(problem)"])
        }
        failing[access, default: Failing(since: now)].count += 1
    }

    /// Returns a Boolean value indicating whether the store did not do what it was last asked.
    func isFailing(_ access: StoreOperation) -> Bool { failing[access] != nil }

    /// The store did what it was asked.
    mutating func storeWorked(_ access: StoreOperation, at now: Duration) {
        guard let failed = failing.removeValue(forKey: access) else { return }
        let seconds = (now - failed.since).components.seconds
        logger.notice(
            "the store works again",
            metadata: [
                "nav.access": "\(access.rawValue)", "nav.failures": "\(failed.count)",
                "nav.seconds": "\(seconds)",
            ])
    }

    /// Something of what is stored was found damaged. It stays so until the next start, whatever else
    /// works.
    func damaged(_ damage: Damage) {
        var metadata: Logger.Metadata = ["nav.reason": "\(damage.reason)"]
        guard let key = damage.scene else {
            return logger.error("the database is damaged: no change is taken", metadata: metadata)
        }
        metadata["nav.user.id"] = "\(key.user)"
        metadata["nav.scene.id"] = "\(key.scene)"
        logger.error("a scene is damaged: it is not served", metadata: metadata)
    }

    /// The store's files are gone: nothing of what waits for them is told to be durable.
    func filesGone(_ why: String) {
        logger.error("the store's files are gone", metadata: ["nav.reason": "\(why)"])
    }

    /// A device has seen more of a scene than there is.
    func ahead(_ device: DeviceAhead) {
        logger.error(
            "a device has seen what the store does not have",
            metadata: [
                "nav.user.id": "\(device.scene.user)", "nav.scene.id": "\(device.scene.scene)",
                "nav.device.id": "\(device.device)", "nav.revision": "\(device.revision)",
                "nav.head": "\(device.head)",
            ])
    }

    /// The log of a scene was compacted.
    func compacted(_ key: SceneKey, to compaction: Compaction) {
        guard compaction.isComplete else { return }
        logger.info(
            "compacted a history",
            metadata: [
                "nav.user.id": "\(key.user)", "nav.scene.id": "\(key.scene)",
                "nav.retained": "\(compaction.oldestRevision)",
            ])
    }
}
