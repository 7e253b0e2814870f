package import NavigationModel
package import NavigationSync
package import NavigationText

/// A failure of a store operation.
package enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another owner has claimed the shard: stop at once. Nothing was written.
    case fenced
    /// Another node of the fleet owns the shard of the user. Nothing was written.
    case notOwner
    /// The scene is not at the expected revision. Nothing was written.
    case conflict(SceneKey, expected: Revision, found: Revision)
    /// The name, the key, the id or the local user belongs to another row of the registry, or the
    /// user does not exist. Nothing was written.
    case registryConflict(RegistryChange)
    /// The database is temporarily unavailable, as by a lock: nothing was written; retry later.
    case unavailable(AdvisedMessage)
    /// The disk is full: nothing was written. For writes that may use the reserve, it did not
    /// suffice, or there is none.
    case full(AdvisedMessage)
    /// A write of unknown result: only claim and load can determine it.
    case indeterminate(String)
    /// The data on disk is not what was written, and not of one scene alone: restore a backup.
    case damaged(String)
    /// The data on disk of one scene is not what was written; the others are sound.
    case damagedScene(SceneKey, String)
    /// The files were removed, truncated or replaced while they were open: later writes can't be
    /// read back. Nothing more may be acknowledged as durable.
    case filesMissing(String)
    /// Acknowledged changes are missing, as detected before anything was changed. An opening that
    /// accepts the loss continues without them.
    case lostChanges(String)
    /// The database is missing, though there is evidence of an earlier one.
    case missing(String)
    /// Another process is using the database of this path.
    case inUse(String)
    /// The store can't be opened at all: newer version, permissions, not durable.
    case unusable(AdvisedMessage)

    /// The failure, and the remedy.
    package var description: String { reason + (advice.map { ": " + $0 } ?? "") }

    /// The remedy alone; `nil` if there is none, or the reason has it.
    package var advice: String? {
        switch self {
        case .fenced: "stop one of the two"
        case .lostChanges: "restore a backup"
        case .inUse: "stop it, or use another database"
        case .unavailable(let why), .full(let why), .unusable(let why): why.advice
        case .notOwner, .conflict, .registryConflict, .indeterminate, .damaged, .damagedScene,
            .filesMissing, .missing:
            nil
        }
    }

    /// The failure without the remedy.
    package var reason: String {
        switch self {
        case .fenced: "another navsyncd has taken over this database"
        case .notOwner: "another node owns the shard of the user"
        case .conflict(let key, let expected, let found):
            "scene \(key) is at revision \(found), not \(expected): another process wrote to it"
        case .registryConflict(let change): Self.words(for: change)
        case .unavailable(let why), .full(let why):
            "the store can't be written now: \(why.failure)"
        case .indeterminate(let why): "the result of a write is unknown: \(why)"
        case .damaged(let why): "the database is damaged: \(why)"
        case .damagedScene(let key, let why): "the database is damaged: scene \(key): \(why)"
        case .filesMissing(let why):
            "the database's files were replaced while open: \(why): later writes are "
                + "lost"
        case .lostChanges(let why):
            "acknowledged changes are lost: \(why); nothing was changed"
        case .missing(let why): why
        case .inUse(let path): "another navsyncd is using \(path)"
        case .unusable(let why): why.failure
        }
    }

    private static func words(for change: RegistryChange) -> String {
        switch change {
        case .user(let user): "user \(user.name): the uid belongs to another user"
        case .device(let device, let user, _):
            "device \(device.name) of \(user): the key belongs to another user, or no such user"
        case .invitation(let invitation, let user):
            "invitation \(invitation.id) of \(user): it belongs to another user, or no such user"
        case .deleteInvitation, .release, .eraseScene, .moveScene, .heal, .erase:
            "the registry does not allow it"
        }
    }
}
