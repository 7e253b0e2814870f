internal import NavigationModel
internal import NavigationWire

/// The bytes that scenes may take, in memory and on disk. Over a quota a change is refused, or put off,
/// before memory or disk are full; what takes away is never refused.
public struct StorageQuotas: Hashable, Sendable {
    /// The subject of a quota; its name is that of the setting.
    public enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// One scene in memory.
        case sceneMemory
        /// One user's scenes on disk.
        case userStorage
        /// All of the database.
        case storage
    }

    private let bytes: [Kind: Int]

    /// As whoever runs the daemon has set it.
    public init(_ quotas: Quotas = Quotas()) {
        bytes = [
            .sceneMemory: quotas.sceneMemory, .userStorage: quotas.userStorage,
            .storage: quotas.storage,
        ]
    }

    /// The bytes of a quota.
    public subscript(kind: Kind) -> Int { bytes[kind] ?? .max }

    /// By the names that they are announced under at hello.
    public var announced: [String: UInt64] {
        Dictionary(
            uniqueKeysWithValues: bytes.map { ("\($0.key)", UInt64(clamping: $0.value)) })
    }
}

extension DaemonCore {
    /// Throws if a change would go beyond a quota.
    mutating func checkQuotas(
        for change: Change, _ submission: Submission, _ known: Registry.CachedUser
    ) throws(RequestError) {
        let length = submission.submit.change.count
        guard !change.onlyTakesAway else { return }
        if let scene = scenes[submission.key], scene.stateCost + length > storage[.sceneMemory] {
            metrics.overQuota[.sceneMemory] += 1
            throw .refused(
                Failure(
                    .limitExceeded,
                    "scene \(submission.key.scene) \(excess(.sceneMemory)): take something away first"
                ))
        }
        if known.usage.length + length > storage[.userStorage] {
            metrics.overQuota[.userStorage] += 1
            throw .refused(
                Failure(
                    .unavailable,
                    "user \(submission.key.user) \(excess(.userStorage)): the change waits until there "
                        + "is room", retryAfter: DaemonLimits.afterQuota))
        }
        if storageUsed > storage[.storage] {
            metrics.overQuota[.storage] += 1
            throw .refused(
                Failure(
                    .unavailable,
                    "the daemon \(excess(.storage)): the change waits until there is room",
                    retryAfter: DaemonLimits.afterQuota))
        }
    }

    private func excess(_ kind: StorageQuotas.Kind) -> String {
        "would have more than the \(storage[kind]) bytes that limits.\(kind) allows"
    }

    /// Returns the times for which a user's scenes are kept: history the shorter, the less room it leaves.
    func retention(of user: UserID) -> RetentionPolicy {
        var retention = maintenance.retention
        let quota = storage[.userStorage]
        guard let usage = registry[user]?.usage, usage.length > quota / 2 else {
            return retention
        }
        let share = quota / 4 / max(1, usage.scenes.count)
        retention.historyLength = min(retention.historyLength, share)
        return retention
    }
}

extension Change {
    /// A Boolean value indicating whether each of its operations leaves less to be kept, or as much.
    fileprivate var onlyTakesAway: Bool { operations.allSatisfy(\.takesAway) }
}

extension Operation {
    /// Items that a stack may be replaced with when there is no room for more.
    private static let fewItems = 4

    fileprivate var takesAway: Bool {
        switch self {
        case .removeTab, .selectTab, .refreshTab, .moveTab, .pop, .dismissModal, .answerModal,
            .removeBar:
            true
        case .setItems(_, let items):
            items.count <= Operation.fewItems && items.allSatisfy(\.attributes.areShort)
        case .declareTab, .updateTab, .setBadge, .addToBadge, .push, .restore, .updateScreen,
            .presentModal, .updateModal, .setBar, .declareBar, .updateBar, .prune, .rekey,
            .deviceRevoked, .devicePaired, .unknown:
            false
        }
    }
}

extension [Attribute] {
    /// A Boolean value indicating whether they are no more than a route and a title.
    fileprivate var areShort: Bool {
        reduce(0) { $0 + $1.value.bytes.count } <= 2 * SceneLimits.titleLength
    }
}
