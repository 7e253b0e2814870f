public import NavigationModel

/// The content of a backup.
public struct BackupSummary: Hashable, Sendable {
    /// The random id of the store that it is a copy of, which all copies share.
    public let store: UInt64
    /// The time when it was made, in daemon time; `nil` if the file was copied without navsync.
    public let made: Timestamp?
    /// Users that are there.
    public let users: Int
    /// Their scenes.
    public let scenes: Int
    /// The file's size in bytes.
    public let length: Int
    /// The damaged rows of scenes, if damage was tolerated: the first ``damageLimit``, a sentence
    /// each.
    public var damage: [String] = []

    /// The most damaged rows that are told.
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
