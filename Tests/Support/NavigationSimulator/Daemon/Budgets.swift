import NavigationSync

/// The bytes that whoever runs the daemon allows.
struct Budgets: Hashable {
    /// Bytes of what is gone from a scene that are kept for devices that are away.
    var awaited = Int.max
    /// Bytes by their subjects; what is left out is bounded as in a daemon that nobody has configured.
    private var allowed: [Happening.Allowance: Int] = [:]

    /// The bytes that are allowed; `nil` if nobody has said.
    subscript(allowance: Happening.Allowance) -> Int? {
        get { allowed[allowance] }
        set { allowed[allowance] = newValue }
    }

    /// As the core has them.
    var storage: StorageQuotas {
        var quotas = Quotas()
        quotas.sceneMemory = allowed[.scene] ?? quotas.sceneMemory
        quotas.userStorage = allowed[.user] ?? quotas.userStorage
        quotas.storage = allowed[.store] ?? quotas.storage
        return StorageQuotas(quotas)
    }

    /// Little is kept, so that everything that comes with age comes within minutes; but all that a device
    /// may still need, for so long, unless a budget says otherwise.
    var retention: RetentionPolicy {
        RetentionPolicy(
            horizon: .seconds(45), historyAge: .seconds(60), historyCommits: 40,
            commitsBetweenSnapshots: 15, recentLength: 4_000, awaitedLength: awaited)
    }
}

extension Simulation {
    /// Changes what the daemon allows; a running one hears of it at once.
    mutating func allow(_ change: (inout Budgets) -> Void) {
        change(&budgets)
        budgetsChanged = now
        hasLimited = hasLimited || budgets[.scene] != nil
        leastAwaited = min(leastAwaited, budgets.awaited)
        let budgets = self.budgets
        daemon.core?.retention = budgets.retention
        daemon.core?.storage = budgets.storage
    }
}
