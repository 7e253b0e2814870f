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

    /// Something that matters to whoever runs the daemon is about to be told to who asked for it, and
    /// so is durable.
    func answering(_ result: Reply.Result) {
        guard case .paired(let paired) = result else { return }
        logger.notice(
            "a device was paired",
            metadata: [
                "nav.user.id": "\(paired.user)", "nav.device.name": "\(paired.name)",
                "nav.device.role": "\(paired.role)",
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
