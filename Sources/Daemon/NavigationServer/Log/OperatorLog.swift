internal import Logging
internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire

/// The log for the daemon's operator, one line per event.
///
/// The words of a message are always the same, and all that differs is in its fields. Events that
/// others can cause without limit are logged once a second for each reason, with their count. No
/// field is ever secret.
struct OperatorLog: Sendable {
    let logger: Logger
    private var throttle = LogThrottle<Occurrence>()
    private var failing: [StoreOperation: Failing] = [:]

    /// The operations on the store, each of which fails and recovers separately: a full disk can
    /// still be read.
    enum StoreOperation: String, Hashable, Sendable {
        case reading
        case writing
    }

    /// The events that others can cause without limit.
    private enum Occurrence: Hashable, Comparable, Sendable {
        /// Connections were disconnected.
        case disconnections
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

    /// Logs the beginning of service.
    func ready(_ configuration: ServerConfiguration) {
        var metadata: Logger.Metadata = [
            "nav.endpoints": "\(configuration.listeners.map(\.control).joined(separator: ","))"
        ]
        if let fingerprint = configuration.keys?.fingerprint {
            metadata["nav.fingerprint"] = "\(fingerprint)"
        }
        logger.info("ready", metadata: metadata)
    }

    /// Logs that the server key has been rotated.
    func switchedKey() {
        logger.notice("next server key activated")
    }

    /// Logs the end of service.
    mutating func stopping(pending: Int) {
        flush(at: .seconds(Int64.max))
        logger.info("stopping", metadata: ["nav.pending": "\(pending)"])
    }

    /// Logs the stop; all that was acknowledged is on disk.
    func stopped() {
        logger.info("stopped")
    }

    /// Logs that the store was restored from a backup, or is a copy of another one.
    func began(_ detectedRestore: RestoreDetection) {
        if let original = detectedRestore.original {
            logger.warning(
                "database copied from a store in use: new store identity assigned",
                metadata: [
                    "nav.original": "\(original)", "nav.scenes": "\(detectedRestore.scenes)",
                ])
            return
        }
        logger.warning(
            "backup restored: every scene starts a new epoch",
            metadata: [
                "nav.copied": "\(detectedRestore.copied?.description ?? "unknown")",
                "nav.scenes": "\(detectedRestore.scenes)",
                "nav.revocations": "\(detectedRestore.revocations)",
                "nav.invitations": "\(detectedRestore.invitations)",
            ])
    }

    /// Logs that every scene began a new epoch.
    func renewedEpochs() {
        logger.notice("every scene starts a new epoch")
    }

    /// Logs that the store's lease has ended: another daemon may take over.
    func suspended(_ why: String) {
        logger.error(
            "service suspended: the store's lease has ended", metadata: ["nav.reason": "\(why)"])
    }

    /// Logs that the store has renewed its lease, and no other daemon has taken over.
    func resumed() {
        logger.notice("service resumed")
    }

    // MARK: Access

    /// Logs the disconnection of a principal without access. Repeated ones are counted.
    mutating func disconnected(_ principal: Principal, connections: Int, at now: Duration) {
        guard connections > 0, let count = throttle.admit(.disconnections, at: now) else { return }
        write(
            .disconnections, count,
            ["nav.principal": "\(principal)", "nav.connections": "\(connections)"])
    }

    /// Logs a refused or shed connection on a channel, for one of a few reasons; principal and
    /// origin are those of the last of the counted ones.
    mutating func refused(
        for reason: String, on service: String, _ peer: RefusedPeer, at now: Duration
    ) {
        let occurrence = Occurrence.connections("\(service): \(reason)")
        guard let count = throttle.admit(occurrence, at: now) else { return }
        var fields = Self.fields(peer.origin)
        if let principal = peer.principal { fields["nav.principal"] = "\(principal)" }
        write(occurrence, count, fields)
    }

    /// Logs a request that was refused for its principal; principal and origin are those of the
    /// last of the counted ones.
    mutating func refused(
        _ code: Failure.Code, to principal: Principal, from origin: String, at now: Duration
    ) {
        let occurrence = Occurrence.requests("\(code)")
        guard let count = throttle.admit(occurrence, at: now) else { return }
        var fields = Self.fields(origin)
        fields["nav.principal"] = "\(principal)"
        write(occurrence, count, fields)
    }

    private static func fields(_ origin: String?) -> Logger.Metadata {
        guard let origin, !origin.isEmpty else { return [:] }
        return ["nav.origin": "\(origin)"]
    }

    /// Logs an event with its count; the fields are those of the last one, and are left out where
    /// they are no longer known.
    private func write(_ occurrence: Occurrence, _ count: Int, _ fields: Logger.Metadata = [:]) {
        var metadata = fields
        metadata["nav.count"] = "\(count)"
        switch occurrence {
        case .disconnections: logger.notice("access denied: connections closed", metadata: metadata)
        case .connections(let reason):
            metadata["nav.reason"] = "\(reason)"
            logger.warning("connections refused", metadata: metadata)
        case .requests(let code):
            metadata["nav.reason"] = "\(code)"
            logger.notice("requests refused", metadata: metadata)
        }
    }

    /// Logs the suppressed lines that are due.
    mutating func flush(at now: Duration) {
        for (occurrence, count) in throttle.flush(at: now) { write(occurrence, count) }
    }

    /// The time to call ``flush(at:)``, if there is one.
    var nextFlush: Duration? { throttle.nextFlush }

    // MARK: The store

    /// Logs a failure of the store. Once, until it has recovered.
    mutating func storeFailed(_ access: StoreOperation, _ problem: String, at now: Duration) {
        if failing[access] == nil {
            logger.error(
                "store failed",
                metadata: ["nav.access": "\(access.rawValue)", "nav.reason": "\(problem)"])
        }
        failing[access, default: Failing(since: now)].count += 1
    }

    /// Returns a Boolean value indicating whether the store's last operation of this kind failed.
    func isFailing(_ access: StoreOperation) -> Bool { failing[access] != nil }

    /// Logs the store's recovery.
    mutating func storeWorked(_ access: StoreOperation, at now: Duration) {
        guard let failed = failing.removeValue(forKey: access) else { return }
        let seconds = (now - failed.since).components.seconds
        logger.notice(
            "store recovered",
            metadata: [
                "nav.access": "\(access.rawValue)", "nav.failures": "\(failed.count)",
                "nav.seconds": "\(seconds)",
            ])
    }

    /// Logs damage in the store. It lasts until the next start, whatever else works.
    func damaged(_ damage: Damage) {
        var metadata: Logger.Metadata = ["nav.reason": "\(damage.reason)"]
        guard let key = damage.scene else {
            return logger.error("database damaged: all changes refused", metadata: metadata)
        }
        metadata["nav.user.id"] = "\(key.user)"
        metadata["nav.scene.id"] = "\(key.scene)"
        logger.error("scene damaged: not served", metadata: metadata)
    }

    /// Logs the loss of the store's files: no pending change is reported as durable.
    func filesMissing(_ why: String) {
        logger.error("store files removed or replaced", metadata: ["nav.reason": "\(why)"])
    }

    /// Logs a device that has a newer revision of a scene than the store.
    func ahead(_ device: DeviceAhead) {
        logger.error(
            "device ahead of the store",
            metadata: [
                "nav.user.id": "\(device.scene.user)", "nav.scene.id": "\(device.scene.scene)",
                "nav.device.id": "\(device.device)", "nav.revision": "\(device.revision)",
                "nav.head": "\(device.head)",
            ])
    }

    /// Logs the compaction of a scene's log.
    func compacted(_ key: SceneKey, to compaction: Compaction) {
        guard compaction.isComplete else { return }
        logger.info(
            "log compacted",
            metadata: [
                "nav.user.id": "\(key.user)", "nav.scene.id": "\(key.scene)",
                "nav.retained": "\(compaction.oldestRevision)",
            ])
    }
}
