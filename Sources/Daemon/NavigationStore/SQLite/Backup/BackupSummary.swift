package import NavigationModel

/// A summary of a backup.
package struct BackupSummary: Hashable, Sendable {
    /// The random id of the store, which all its copies share.
    package let store: UInt64
    /// The time when it was made, in daemon time; `nil` if the file was copied without navsync.
    package let made: Timestamp?
    /// The number of existing users.
    package let users: Int
    /// The number of their scenes.
    package let scenes: Int
    /// The file's size in bytes.
    package let length: Int
    /// The damaged rows of scenes, if damage was tolerated: the first ``damageLimit``, one sentence
    /// each.
    package var damage: [String] = []

    /// The most damaged rows in ``damage``.
    package static let damageLimit = 20

    /// Joins the parts.
    package init(store: UInt64, made: Timestamp?, users: Int, scenes: Int, length: Int) {
        self.store = store
        self.made = made
        self.users = users
        self.scenes = scenes
        self.length = length
    }
}
