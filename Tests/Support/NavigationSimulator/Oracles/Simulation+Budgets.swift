import DeviceStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// The oracles of budgets, of damage and of what devices remember.
extension Simulation {
    /// A change that was made on less than the scene still has is refused whole: nothing of it is merged.
    mutating func checkHorizon(
        _ storedReceipt: StoredReceipt, _ horizon: Revision, in chronicle: Chronicle
    ) {
        guard let base = ledger.base(in: storedReceipt.hash) else { return }
        let who = "change \(storedReceipt.sequence) of \(name(of: storedReceipt.device))"
        let isRefused = storedReceipt.outcomes.allSatisfy { $0.reason == .expired }
        if base.revision < horizon, !isRefused {
            fail(.shelved, "\(who), made at \(base.revision), is merged behind \(horizon)")
        }
        if isRefused, storedReceipt.revision != nil {
            fail(.shelved, "\(who) has expired, and leaves a revision")
        }
    }

    /// A scene that takes all that it may take takes nothing more.
    mutating func checkQuota(of write: SceneWrite, in chronicle: Chronicle) {
        guard let quota = budgets[.scene], now - budgetsChanged > .seconds(5),
            write.decodedCommits.first?.operations.first?.payload is PushOperation,
            write.decodedCommits.first?.stamp.device != .daemon
        else { return }
        let length = chronicle.state.countedLength
        guard length > quota else { return }
        fail(.quota, "\(write.key) has \(length) bytes of \(quota), and takes a push")
    }

    /// Only what is damaged is told to be.
    mutating func checkDamage(of key: SceneKey?) {
        guard key.map(disk.rotten.contains) ?? false else {
            return fail(.damage, "\(key.map { "\($0)" } ?? "all") is told to be damaged")
        }
    }

    /// Nothing is lost that a device remembers: neither a state nor an acknowledged change.
    mutating func checkRemembered(_ index: Int) {
        let device = devices[index]
        guard let chronicle = chronicles[device.key] else { return }
        for state in remembered[index] ?? [] {
            let effects = state.scene.state.entries.map(\.effect)
            guard let lost = chronicle.past.missing(effects, in: chronicle.state) else { continue }
            let place = "\(state.scene.epoch.short)@\(state.scene.revision)"
            return fail(.remembered, "\(device.name) remembered \(place), of which is lost \(lost)")
        }
        // What was only in a state that nobody can take is not remembered.
        guard !device.machine.hasGoneBack, !device.machine.wasDamaged else { return }
        for entry in device.machine.disk.contents.entries {
            guard case .settled(let receipt) = entry.state,
                receipt.outcomes.contains(where: { $0.kind != .rejected }),
                chronicle.past.lacks(Digest(hashing: entry.change), in: chronicle.state)
            else { continue }
            return fail(
                .remembered, "\(device.name)'s change \(entry.id.rawValue) was taken, and is lost")
        }
    }
}
