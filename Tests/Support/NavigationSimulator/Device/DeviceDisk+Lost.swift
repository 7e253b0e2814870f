import DeviceStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// A state that a daemon had confirmed and may have lost.
struct Remembered: Hashable {
    let scene: ConfirmedScene
    /// The store that confirmed it.
    let store: StoreID
    /// A Boolean value indicating whether it is one that nobody ever told.
    let isDamaged: Bool
    /// A Boolean value indicating whether it is still mirrored.
    var isMirrored = false

    func position(in scene: SceneID) -> Head {
        Head(
            scene: scene, epoch: self.scene.epoch, revision: self.scene.revision,
            digest: self.scene.state.digest)
    }
}

/// States that a device keeps since its daemon may have lost them: the part of `DeviceDatabase+Lost`.
extension DeviceDisk {
    /// Keeps a state: of one history the newest, and those of the last few histories.
    mutating func keepLost(_ scene: ConfirmedScene, damaged isDamaged: Bool) throws {
        try transact(.durable) { contents in
            if let later = contents.later(scene) {
                contents.keepLost(later, damaged: false)
            } else {
                contents.keepLost(scene, damaged: isDamaged)
            }
        }
    }

    /// Lets go of a state that the daemon has all of, and has those changes wait again that were settled in
    /// its history after `end`.
    mutating func giveBack(_ position: Head, upTo end: Revision) throws {
        try transact(.durable) { contents in
            contents.lost.removeAll {
                $0.scene.epoch == position.epoch && $0.scene.revision <= position.revision
            }
            contents.requeue(of: position.epoch, after: end)
        }
    }

    /// Lets go of what is confirmed, whose daemon has lost all after a revision.
    mutating func discardConfirmed(after end: Revision) throws {
        try transact(.durable) { contents in
            contents.confirmed = nil
            contents.isDamaged = false
            contents.forgetRevisions { _, revision in revision > end }
        }
    }

    /// A planted bug: what is of one store is that of another from now on.
    mutating func bind(to store: StoreID) throws {
        try transact(.durable) { $0.store = store }
    }

    /// Makes it that of another store: what waits is told there anew.
    mutating func move(to store: StoreID) throws {
        try transact(.durable) { contents in
            if let confirmed = contents.confirmed, contents.isOnlyCopy(confirmed) {
                contents.keepLost(confirmed, damaged: contents.isDamaged)
            }
            let former = contents.confirmed
            let kept = contents.lost.map(\.scene) + [former].compactMap(\.self)
            contents.forgetRevisions { entry, revision in
                !kept.contains { $0.epoch == entry.epoch && revision > $0.revision }
            }
            contents.confirmed = nil
            contents.isDamaged = false
            for (index, entry) in contents.entries.enumerated() where entry.state == .waiting {
                contents.entries[index] = entry.with(epoch: Epoch.none)
            }
            contents.store = store
        }
    }

    /// The states to hand over.
    ///
    /// - Parameter isAll: whether what is mirrored counts, too: its daemon is gone, or can't read it.
    func remembered(all isAll: Bool) -> [Remembered] {
        var states = contents.lost.filter { !$0.isDamaged }
        if isAll, let confirmed = contents.confirmed, contents.isOnlyCopy(confirmed),
            !contents.isDamaged
        {
            states.append(
                Remembered(
                    scene: confirmed, store: contents.store, isDamaged: false, isMirrored: true))
        }
        return states
    }

    /// The revisions after a state, in its history, of changes that were settled.
    func settled(after state: ConfirmedScene) -> [Revision] { contents.settled(after: state) }
}

extension DeviceDisk.Contents {
    /// The revisions after a state, in its history, of changes that were settled.
    fileprivate func settled(after state: ConfirmedScene) -> [Revision] {
        entries.compactMap { entry in
            guard case .settled(let receipt) = entry.state, entry.epoch == state.epoch,
                let revision = receipt.revision, revision > state.revision
            else { return nil }
            return revision
        }.sorted()
    }

    /// A Boolean value indicating whether there is something in a state, or was acknowledged after it.
    fileprivate func isOnlyCopy(_ state: ConfirmedScene) -> Bool {
        state.revision > .zero || !settled(after: state).isEmpty
    }

    /// The confirmed state, if it is a later one of the same history and can be read.
    func later(_ seen: ConfirmedScene) -> ConfirmedScene? {
        guard let confirmed, confirmed.epoch == seen.epoch, !isDamaged else { return nil }
        return confirmed.revision > seen.revision ? confirmed : nil
    }

    /// The confirmed state, if another history's takes its place without having all of it, and the
    /// mirror that had `former` has not seen it.
    func givenUp(
        for next: ConfirmedScene, insteadOf former: ConfirmedScene?
    ) -> ConfirmedScene? {
        guard let confirmed, confirmed.epoch != next.epoch, !isDamaged else { return nil }
        if let former, former.epoch == confirmed.epoch { return later(former) }
        if let end = next.former.end(of: confirmed.epoch), confirmed.revision <= end { return nil }
        return isOnlyCopy(confirmed) ? confirmed : nil
    }

    mutating func keepLost(_ scene: ConfirmedScene, damaged isDamaged: Bool) {
        lost.removeAll {
            $0.scene.epoch == scene.epoch && $0.scene.revision < scene.revision
        }
        guard !lost.contains(where: { $0.scene.epoch == scene.epoch }) else { return }
        lost.append(Remembered(scene: scene, store: store, isDamaged: isDamaged))
        lost = lost.suffix(DeviceLimits.lostStates)
    }

    fileprivate mutating func forgetRevisions(where isGone: (OutboxEntry, Revision) -> Bool) {
        for (index, entry) in entries.enumerated() {
            guard case .settled(let receipt) = entry.state, let revision = receipt.revision,
                isGone(entry, revision)
            else { continue }
            entries[index] = entry.with(
                state: .settled(
                    Receipt(
                        sequence: receipt.sequence, outcomes: receipt.outcomes, revision: nil)))
        }
    }
}
