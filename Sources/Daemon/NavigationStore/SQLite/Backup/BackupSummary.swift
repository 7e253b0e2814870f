public import NavigationModel

/// A summary of a backup.
public struct BackupSummary: Hashable, Sendable {
    /// The random id of the store, which all its copies share.
    public let store: UInt64
    /// The time when it was made, in daemon time; `nil` if the file was copied without navsync.
    public let made: Timestamp?
    /// The number of existing users.
    public let users: Int
    /// The number of their scenes.
    public let scenes: Int
    /// The file's size in bytes.
    public let length: Int
    /// The damaged rows of scenes, if damage was tolerated: the first ``damageLimit``, one sentence
    /// each.
    public var damage: [String] = []

    /// The most damaged rows in ``damage``.
    public static let damageLimit = 20

    /// Joins the parts.
    public init(store: UInt64, made: Timestamp?, users: Int, scenes: Int, length: Int) {
        self.store = store
        self.made = made
        self.users = users
        self.scenes = scenes
        self.length = length
    }
}
