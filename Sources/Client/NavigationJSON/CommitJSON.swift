package import NavigationModel

/// A commit as JSON, with the members of its outcome.
package struct CommitJSON: Encodable {
    private let commit: Commit

    private enum CodingKeys: CodingKey {
        case revision, device, sequence, author, time, animated, operations
    }

    /// Takes a commit.
    package init(_ commit: Commit) {
        self.commit = commit
    }

    /// Encodes the members of the outcome among its own.
    package func encode(to encoder: any Encoder) throws {
        try OutcomeJSON(commit.outcome).encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(commit.revision.rawValue, forKey: .revision)
        try members.encode(commit.stamp.device.description, forKey: .device)
        try members.encode(commit.stamp.sequence.rawValue, forKey: .sequence)
        try members.encode(commit.author.rawValue, forKey: .author)
        try members.encode(commit.stamp.time.rfc3339, forKey: .time)
        try members.encode(commit.animated, forKey: .animated)
        try members.encode(
            OperationJSON.values(of: commit.operations, commit.outcomes), forKey: .operations)
    }
}
