internal import NavigationModel
internal import NavigationWire

/// The storage quotas of scenes, in bytes, in memory and on disk. Over a quota a change is refused,
/// or deferred by `busy`, before memory or disk are full; removals are never refused.
public struct StorageQuotas: Hashable, Sendable {
    /// The subject of a quota; its name is that of the setting.
    public enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// The memory of one scene.
        case sceneMemory
        /// The disk space of one user's scenes.
        case userStorage
        /// The whole database.
        case storage
    }

    private let bytes: [Kind: Int]

    /// Takes the configured quotas.
    public init(_ quotas: Quotas = Quotas()) {
        bytes = [
            .sceneMemory: quotas.sceneMemory, .userStorage: quotas.userStorage,
            .storage: quotas.storage,
        ]
    }

    /// The limit of a quota, in bytes.
    public subscript(kind: Kind) -> Int { bytes[kind] ?? .max }

    /// The quotas by the names that they are announced under at hello.
    public var announced: [String: UInt64] {
        Dictionary(
            uniqueKeysWithValues: bytes.map { ("\($0.key)", UInt64(clamping: $0.value)) })
    }
}

extension Change {
    /// A Boolean value indicating whether none of the change's operations adds to the storage.
    var onlyTakesAway: Bool { operations.allSatisfy(\.takesAway) }
}

extension Operation {
    /// The most items that a stack may be replaced with over a quota.
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
    /// A Boolean value indicating whether the items have no more than a route and a title.
    fileprivate var areShort: Bool {
        reduce(0) { $0 + $1.value.bytes.count } <= 2 * SceneLimits.titleLength
    }
}
