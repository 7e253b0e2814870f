internal import NavigationModel

/// The differences between a mirror and its daemon: each is repaired once.
struct DivergenceCheck: Sendable {
    /// The cause of the snapshot download, if the states have diverged.
    var cause: Divergence.Cause?
    /// A Boolean value indicating whether the states differ even after a fresh snapshot.
    var isLasting = false
    /// The revision at which a divergence was repaired, until a later one is equal: meanwhile it is
    /// not repaired again.
    private(set) var repairedAt: Revision?

    /// Begins a repair at this revision; returns `false` if one has been tried already.
    mutating func beginRepair(at revision: Revision) -> Bool {
        guard repairedAt == nil else { return false }
        repairedAt = revision
        return true
    }

    /// Makes another repair possible, on a person's request.
    mutating func allowRepair() {
        isLasting = false
        repairedAt = nil
    }

    /// Records the revision of the state that a repair has led to.
    mutating func repaired(at revision: Revision, isEqual: Bool) {
        if repairedAt != nil { repairedAt = revision }
        isLasting = !isEqual
    }

    /// Records equal digests at a revision.
    mutating func equal(at revision: Revision) {
        if let repairedAt, repairedAt < revision { self.repairedAt = nil }
    }

    /// Removes and returns the cause of the download that has ended.
    mutating func takeCause() -> Divergence.Cause? {
        defer { cause = nil }
        return cause
    }

    /// Forgets what only a reply of the connection that has ended showed.
    mutating func disconnected() {
        if cause == .ahead || cause == .replaced { cause = nil }
    }
}
