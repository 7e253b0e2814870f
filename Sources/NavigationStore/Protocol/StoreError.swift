public import NavigationModel
public import NavigationSync

/// Why a store did not do what it was asked.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another owner has claimed the shard: stop at once. Nothing was written.
    case fenced
    /// The scene is not at the expected revision. Nothing was written.
    case conflict(SceneKey, expected: Revision, found: Revision)
    /// The registry has the name, the key, the id or the local user for somebody else, or lacks the
    /// user. Nothing was written.
    case registryConflict(RegistryChange)
    /// The database is locked, …: nothing was written; try again later.
    case unavailable(String)
    /// The disk is full: nothing was written. What may use the reserve has used it in vain, or there is
    /// none.
    case full(String)
    /// Whether the writes are durable is not known: only claim and load may tell.
    case indeterminate(String)
    /// The disk has not what was written, and not of one scene alone: restore a backup.
    case damaged(String)
    /// The disk has not what was written of one scene; the others are as they were.
    case damagedScene(SceneKey, String)
    /// The files were removed, cut or replaced while they were open: what was written since is in
    /// nothing that anybody can read again. Nothing more may be told to be durable.
    case filesGone(String)
    /// Acknowledged changes are not there any more, as was seen before anything was changed. An opening
    /// that accepts the loss goes on with what is left.
    case lostChanges(String)
    /// There is no database, though something beside it says that there was one.
    case missing(String)
    /// Another process is using the database of this path.
    case inUse(String)
    /// The store can't be opened at all: of a newer version, not permitted, not durable.
    case unusable(String)

    /// What was wrong, and what to do.
    public var description: String {
        switch self {
        case .fenced: "another navsyncd has taken over this database: stop one of the two"
        case .conflict(let key, let expected, let found):
            "scene \(key) is at revision \(found), not \(expected): another process wrote to it"
        case .registryConflict(let change): Self.words(for: change)
        case .unavailable(let why), .full(let why): "the store can't be written now: \(why)"
        case .indeterminate(let why): "a write's fate is unknown: \(why)"
        case .damaged(let why): "the database is damaged: \(why)"
        case .damagedScene(let key, let why): "the database is damaged: scene \(key): \(why)"
        case .filesGone(let why):
            "the database's files are not what was opened: \(why): what was written since is "
                + "in no file any more"
        case .lostChanges(let why):
            "acknowledged changes are lost: \(why); everything was left as it is: restore a backup"
        case .missing(let why): why
        case .inUse(let path):
            "another navsyncd is using \(path): stop it, or use another database"
        case .unusable(let why): why
        }
    }

    private static func words(for change: RegistryChange) -> String {
        switch change {
        case .user(let user): "user \(user.name): the local user is somebody else's already"
        case .device(let device, let user, _):
            "device \(device.name) of \(user): the key is another's, or there is no such user"
        case .invitation(let invitation, let user):
            "invitation \(invitation.id) of \(user): it is another's, or there is no such user"
        case .forget, .release, .eraseScene, .heal, .erase: "the registry does not allow it"
        }
    }
}
