internal import NavigationModel
internal import NavigationWire

/// The storage quotas of scenes, in bytes, in memory and on disk. Over a quota a change is refused,
/// or deferred by `busy`, before memory or disk are full; removals are never refused.
package struct StorageQuotas: Hashable, Sendable {
    /// The subject of a quota; its name is that of the setting.
    package enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// The memory of one scene.
        case sceneMemory
        /// The disk space of one user's scenes.
        case userStorage
        /// The whole database.
        case storage
    }

    private let sceneMemory: Int
    private let userStorage: Int
    private let storage: Int

    /// Takes the configured quotas.
    package init(_ quotas: Quotas = Quotas()) {
        sceneMemory = quotas.sceneMemory
        userStorage = quotas.userStorage
        storage = quotas.storage
    }

    /// The limit of a quota, in bytes.
    package subscript(kind: Kind) -> Int {
        switch kind {
        case .sceneMemory: sceneMemory
        case .userStorage: userStorage
        case .storage: storage
        }
    }

    /// The quotas by the names that they are announced under at hello.
    package var announced: [String: UInt64] {
        Dictionary(
            uniqueKeysWithValues: Kind.allCases.map { ("\($0)", UInt64(clamping: self[$0])) })
    }
}

extension Change {
    /// A Boolean value indicating whether none of the change's operations adds to the storage.
    var onlyTakesAway: Bool { operations.allSatisfy(\.takesAway) }
}
