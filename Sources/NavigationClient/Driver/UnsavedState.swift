internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire

/// What a mirror knows and its device's directory does not yet.
///
/// Saving is put off because the daemon has it all: what is lost in a crash is synced, and a change
/// whose outcome is lost is submitted again, to the same outcome. The overflow rule: commits beyond
/// ``limit`` give way to one whole state.
struct UnsavedState {
    private enum Confirmed {
        case saved
        case commits([Commit])
        case whole
    }

    private var confirmed = Confirmed.saved
    private var receipts: [Receipt] = []

    /// Commits and outcomes after which to save at once.
    static let limit = 256

    var isEmpty: Bool {
        if case .saved = confirmed { receipts.isEmpty } else { false }
    }

    /// Whether it is time to save.
    var isFull: Bool {
        switch confirmed {
        case .commits(let commits) where commits.count >= Self.limit: true
        case .saved, .commits, .whole: receipts.count >= Self.limit
        }
    }

    mutating func add(_ commits: [Commit]) {
        switch confirmed {
        case .saved: confirmed = .commits(commits)
        case .commits(let earlier) where earlier.count < 16 * Self.limit:
            confirmed = .commits(earlier + commits)
        case .commits, .whole: confirmed = .whole
        }
    }

    mutating func addWhole() {
        confirmed = .whole
    }

    mutating func add(_ receipt: Receipt) {
        receipts.append(receipt)
    }

    /// Saves all of it; what can't be saved now stays for the next time.
    ///
    /// Outcomes come first: a change is never both in the confirmed state and waiting above it.
    mutating func save(
        _ scene: ConfirmedScene, of key: SceneKey, to device: DeviceDirectory
    ) throws(DeviceDirectoryError) {
        if !receipts.isEmpty {
            try device.settle(key, with: receipts)
            receipts = []
        }
        switch confirmed {
        case .saved:
            return
        case .commits(let commits):
            let reached = try device.appendConfirmed(key, epoch: scene.epoch, commits: commits)
            if reached.map({ $0 < scene.revision }) ?? true {
                // Not what these commits follow on: another process of the device was elsewhere.
                try device.replaceConfirmed(key, with: scene)
            }
        case .whole:
            try device.replaceConfirmed(key, with: scene)
        }
        confirmed = .saved
    }
}
