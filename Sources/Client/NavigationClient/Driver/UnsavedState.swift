internal import DeviceStore
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

/// The state of a mirror that its device's directory does not have yet.
///
/// Saving is deferred because the daemon has it all: a state lost in a crash is synced, and a
/// change whose outcome is lost is submitted again, with the same outcome. The overflow rule:
/// commits beyond ``maximum`` are replaced by one whole state.
struct UnsavedState {
    private enum Confirmed {
        case saved
        case commits([Commit])
        case whole
    }

    private var confirmed = Confirmed.saved
    /// The state that the directory has, or an earlier one of its epoch, if a whole state replaces
    /// it.
    private var replaced: ConfirmedScene?
    /// The receipts of the device's own changes, by their numbers.
    private var receipts: [SequenceNumber: Receipt] = [:]

    /// The number of commits and outcomes after which to save at once.
    static let limit = 256
    /// The maximum of commits that are kept while they can't be saved.
    static let maximum = 4_096

    var isEmpty: Bool {
        if case .saved = confirmed { receipts.isEmpty } else { false }
    }

    /// A Boolean value indicating whether the directory has another epoch, or a state that no
    /// commits lead from.
    var isWhole: Bool { if case .whole = confirmed { true } else { false } }

    /// A Boolean value indicating whether there are unsaved outcomes, for which other processes of
    /// the device may wait.
    var hasOutcomes: Bool { !receipts.isEmpty }

    /// A Boolean value indicating whether it is time to save.
    var isFull: Bool {
        switch confirmed {
        case .commits(let commits) where commits.count >= Self.limit: true
        case .saved, .commits, .whole: receipts.count >= Self.limit
        }
    }

    /// Returns the receipt of a change, if it is not saved yet.
    func receipt(for sequence: SequenceNumber) -> Receipt? { receipts[sequence] }

    mutating func add(_ commits: [Commit]) {
        switch confirmed {
        case .saved: confirmed = .commits(commits)
        case .commits(let earlier) where earlier.count < Self.maximum:
            confirmed = .commits(earlier + commits)
        case .commits, .whole: confirmed = .whole
        }
    }

    /// Records that the whole state replaces another.
    mutating func addWhole(insteadOf former: ConfirmedScene) {
        confirmed = .whole
        replaced = replaced ?? former
    }

    mutating func add(_ receipt: Receipt) {
        receipts[receipt.sequence] = receipt
    }

    /// Saves all of it; what can't be saved now stays for the next time.
    ///
    /// Outcomes come first: a change is never both in the confirmed state and pending above it.
    mutating func save(
        _ scene: ConfirmedScene, of key: SceneKey, to device: DeviceDatabase
    ) throws(DeviceDirectoryError) {
        let commits: [Commit] = if case .commits(let commits) = confirmed { commits } else { [] }
        let reached = try device.appendConfirmed(
            key, epoch: scene.epoch, commits: commits, settling: Array(receipts.values),
            told: (scene.lastSequence, scene.revision))
        receipts = [:]
        // Below it after a snapshot, or if another process of the device is in another epoch.
        if isWhole || reached.map({ $0 < scene.revision }) ?? true {
            try device.replaceConfirmed(key, with: scene, insteadOf: replaced)
        }
        (confirmed, replaced) = (.saved, nil)
    }
}
