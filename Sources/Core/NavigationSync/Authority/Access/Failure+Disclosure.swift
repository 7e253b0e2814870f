internal import NavigationWire

/// The disclosure of store errors: their text names paths and the disk, and is for the daemon's own
/// machine alone.
extension DaemonCore.PersistenceFailure {
    /// Returns the refusal of a request that failed by it.
    func onTheWire(for principal: Principal) -> Failure {
        switch self {
        case .damaged(let damage): .damaged(damage, for: principal)
        case .filesMissing(let why):
            principal.isLocal ? Failure(.damaged, why) : .storeFilesMissing
        case .fenced, .failed, .full, .indeterminate:
            principal.isLocal ? Failure(.unavailable, description) : Self.withheld
        }
    }

    private static let withheld = Failure(
        .unavailable, "the daemon's store is unavailable",
        advice: "try again later; see the daemon's journal")
}

extension Failure {
    /// Returns the refusal of a request about something damaged: it names that, and on the daemon's
    /// own machine the finding.
    static func damaged(_ damage: Damage, for principal: Principal) -> Failure {
        guard principal.isLocal else {
            let subject = damage.scene.map { "scene \($0)" } ?? "the daemon's database"
            return Failure(
                .damaged, "\(subject) is damaged", advice: "see the daemon's journal")
        }
        return Failure(.damaged, damage.description)
    }

    fileprivate static let storeFilesMissing = Failure(
        .damaged, "the daemon's database file was removed or replaced",
        advice: "see the daemon's journal")
}

extension Audit {
    /// Returns the audit, for other machines without the store's own text.
    func disclosed(to principal: Principal) -> Audit {
        guard !principal.isLocal else { return self }
        return Audit(
            memory: memory, replay: replay.withoutWords, snapshot: snapshot.withoutWords,
            fault: fault.map { _ in Self.withheld }, isOfWholeStore: isOfWholeStore)
    }

    fileprivate static let withheld =
        "failed: run the check on the daemon's machine for details"
}

extension Audit.CheckResult {
    fileprivate var withoutWords: Audit.CheckResult {
        switch self {
        case .state: self
        case .unreadable: .unreadable(Audit.withheld)
        }
    }
}

extension Principal {
    /// A Boolean value indicating whether the principal is a process of the daemon's own machine.
    fileprivate var isLocal: Bool { if case .local = self { true } else { false } }
}
