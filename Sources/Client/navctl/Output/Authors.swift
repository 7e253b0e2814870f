internal import NavigationModel
internal import NavigationText

/// The authors of commits, as read from the log.
struct Authors {
    private var names: [Revision: DeviceName] = [:]

    init(_ names: [Revision: DeviceName] = [:]) {
        self.names = names
    }

    /// Returns `by phone at revision 41`, or `at revision 41` if the author is unknown.
    func words(for revision: Revision) -> TerminalText {
        (names[revision].map { "by \($0.label) " } ?? .empty) + "at revision \(revision)"
    }

    /// The author of a commit, if known.
    subscript(revision: Revision) -> DeviceName? { names[revision] }

    /// Adds the authors of commits; drops all but the newest, if there are very many.
    mutating func note(_ commits: some Swift.Sequence<Commit>) {
        for commit in commits { names[commit.revision] = commit.author }
        guard names.count > Self.limit, let newest = names.keys.max() else { return }
        names = names.filter { newest.rawValue - $0.key.rawValue < UInt64(Self.limit / 2) }
    }

    /// The maximum number of stored authors.
    private static let limit = 8_192
}

extension Swift.Sequence<Outcome> {
    /// The revisions that explain the outcomes.
    var explanations: Set<Revision> { Set(compactMap(\.by)) }
}
