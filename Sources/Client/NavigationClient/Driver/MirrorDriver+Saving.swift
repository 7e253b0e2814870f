internal import DeviceStore
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

/// The confirmed state of a mirror that its device's directory does not have yet.
///
/// Saving is deferred because the daemon has it all: a state lost in a crash is synced, and a
/// change whose outcome is lost is submitted again, with the same outcome. It is saved together
/// with the outcomes of the ``Outbox``. The overflow rule:
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

    /// The number of commits after which to save at once.
    static let limit = 256
    /// The maximum of commits that are kept while they can't be saved.
    static let maximum = 4_096

    var isEmpty: Bool {
        if case .saved = confirmed { true } else { false }
    }

    /// A Boolean value indicating whether the directory has another epoch, or a state that no
    /// commits lead from.
    var isWhole: Bool { if case .whole = confirmed { true } else { false } }

    /// A Boolean value indicating whether it is time to save.
    var isFull: Bool {
        if case .commits(let commits) = confirmed { commits.count >= Self.limit } else { false }
    }

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

    /// Saves all of it, and the outcomes; what can't be saved now stays for the next time.
    ///
    /// Outcomes come first: a change is never both in the confirmed state and pending above it.
    mutating func save(
        _ scene: ConfirmedScene, of key: SceneKey, with outbox: inout Outbox,
        to device: DeviceDatabase
    ) throws(DeviceDatabaseError) {
        let commits: [Commit] = if case .commits(let commits) = confirmed { commits } else { [] }
        let reached = try device.appendConfirmed(
            key, epoch: scene.epoch, commits: commits, settling: outbox.unsavedReceipts,
            acknowledged: (scene.lastSequence, scene.revision))
        outbox.clearReceipts()
        // Below it after a snapshot, or if another process of the device is in another epoch.
        if isWhole || reached.map({ $0 < scene.revision }) ?? true {
            try device.replaceConfirmed(key, with: scene, insteadOf: replaced)
        }
        (confirmed, replaced) = (.saved, nil)
    }
}

/// The failure that a mirror shows, apart from a lost connection.
struct LocalErrors {
    /// The error of the moment.
    var error: NavigationClientError?
    /// The last state that differed from the daemon's and was replaced.
    private(set) var divergence: Divergence?

    /// Records that a state differed from the daemon's, and was replaced.
    mutating func add(_ divergence: Divergence) {
        self.divergence = divergence
    }

    /// Returns the failure of the device's own directory, the replaced state apart.
    ///
    /// - Parameter reports: The directory of the reports.
    func deviceError(reports: String) -> NavigationClientError? {
        guard let error, error.code == .device else { return nil }
        let repaired = divergence.map { NavigationClientError.repaired($0, reports: reports) }
        return error.message == repaired?.message ? nil : error
    }

    /// Clears the divergence once the daemon has all of the replaced state, and the device has
    /// dropped it.
    mutating func clearRepaired(_ position: Head, reports: String) {
        guard let divergence, divergence.mirror.epoch == position.epoch,
            divergence.mirror.revision <= position.revision
        else { return }
        if deviceError(reports: reports) == nil { error = nil }
        self.divergence = nil
    }
}

/// The device's directory: what a mirror saves there, and reports there.
extension MirrorDriver {
    /// Saves what the directory lacks. A failure is shown, and retried at the next tick.
    func save() {
        let hasReceipts = outbox.hasUnsavedReceipts
        guard !unsaved.isEmpty || hasReceipts else { return }
        // Nothing of another store is saved.
        guard core.connectedStore != .other else { return discardUnsaved() }
        do {
            let twin = device.twin
            try unsaved.save(core.confirmed, of: key, with: &outbox, to: device)
            if let found = device.twin, found != twin {
                report(NavigationClientError(.device, found))
            }
            if hasReceipts { device.notifyOthers() }
        } catch  where error.code == .adopted {
            reloadBoundStore()
        } catch {
            report(.device(error, at: device.path))
        }
    }

    /// Discards what is not saved: it is another store's.
    func discardUnsaved() {
        unsaved = UnsavedState()
        outbox.clearReceipts()
    }

    /// Saves both states for a report, and reports the divergence. A state that the daemon has lost
    /// is kept for healing, and is no longer the confirmed one: there it would contradict all that
    /// the daemon sends from now on.
    func keep(_ divergence: Divergence) {
        attempt {
            try device.saveReport(divergence, of: key)
            if divergence.cause != .differs {
                try device.keepLost(divergence.mirror, of: key, at: .now())
            }
            if divergence.cause == .ahead {
                try device.discardConfirmed(key, after: divergence.daemon.revision)
            }
        }
        localErrors.add(divergence)
        report(.repaired(divergence, reports: device.reportDirectory))
    }

    /// The failure of the device's own directory, the replaced state apart.
    var deviceError: NavigationClientError? {
        localErrors.deviceError(reports: device.reportDirectory)
    }

    /// Clears the divergence once the daemon has all of the replaced state.
    func clearRepaired(_ position: Head) {
        localErrors.clearRepaired(position, reports: device.reportDirectory)
    }
}
