internal import NavigationModel
internal import NavigationStore

/// The report of a copy, for people and for programs.
struct CopyReport {
    /// The content of the backup.
    let summary: BackupSummary
    /// The backup.
    let file: String
    /// The directory of the daemon.
    let directory: DataDirectory

    init(_ summary: BackupSummary, of file: String, in directory: DataDirectory) {
        self.summary = summary
        self.file = file
        self.directory = directory
    }

    /// For programs.
    var object: [String: JSON] {
        [
            "bytes": JSON(summary.length),
            "damage": .array(summary.damage.map(JSON.string)), "directory": .string(directory.path),
            "file": .string(file), "made": JSON(made?.rfc3339), "scenes": JSON(summary.scenes),
            "users": JSON(summary.users),
        ]
    }

    /// For people: `3 users, 14 scenes, as of 2026-11-21 14:09:58`.
    var words: String {
        let users = summary.users == 1 ? "1 user" : "\(summary.users) users"
        let scenes = summary.scenes == 1 ? "1 scene" : "\(summary.scenes) scenes"
        return "\(users), \(scenes)" + (made.map { ", as of \($0.local)" } ?? "")
    }

    /// The time when the backup was made; `nil` for a copy that was made by hand.
    private var made: Timestamp? { summary.made.flatMap { $0.rawValue > 0 ? $0 : nil } }
}
