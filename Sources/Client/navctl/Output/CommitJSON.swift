internal import NavigationModel

/// A commit as JSON.
enum CommitJSON {
    /// `revision`, `device`, `sequence`, `author`, `time`, `animated`, `operations`, `outcome`,
    /// `by`, `reason`.
    static func members(of commit: Commit) -> [String: JSON] {
        let members: [String: JSON] = [
            "revision": .init(commit.revision),
            "device": .string(commit.stamp.device.description),
            "sequence": JSON(commit.stamp.sequence.rawValue),
            "author": .string(commit.author.rawValue),
            "time": .string(commit.stamp.time.rfc3339),
            "animated": .bool(commit.animated),
            "operations": OperationJSON.values(of: commit.operations, commit.outcomes),
        ]
        return members.merging(OutcomeJSON.members(of: commit.outcome)) { old, _ in old }
    }
}
