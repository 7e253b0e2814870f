package import NavigationModel
internal import NavigationSync
internal import NavigationWire

extension SceneWrite {
    /// The revision of the scene after the write.
    package var revision: Revision { commits.last?.revision ?? expected }

    /// Traps unless the commits follow the expected revision without a gap: the core numbers them.
    package func checkIsGapless() {
        var revision = expected
        for commit in commits {
            revision = revision.next
            precondition(commit.revision == revision, "\(key): commits with a gap at \(revision)")
        }
    }
}
