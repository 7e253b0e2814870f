extension SceneState {
    /// Drops the records that no device that has observed revision `horizon` can still need, as a
    /// commit of the daemon's own; `nil` if there are none.
    ///
    /// It drops the screens at or under a floor that was there at the horizon, popped screens but
    /// for those on which several places stand, and removed tabs, modals and standalone bars with
    /// their stacks: all of it so at the horizon already. Changes that are based on the horizon or
    /// later take effect after all that, so none of them needs it. The projection does not change.
    /// Costs the whole state.
    ///
    /// - Parameters:
    ///   - floors: the floors before they were raised last.
    ///   - limit: the most records that one commit drops; call again while there is more.
    ///   - revision: the number that the commit gets.
    package mutating func prune(
        through horizon: Revision, floors: FloorHistory = FloorHistory(), limit: Int,
        at time: Timestamp, as revision: Revision, by author: DeviceName
    ) -> Commit? {
        let stamp = Stamp(
            time: time, device: .daemon, sequence: SequenceNumber(rawValue: revision.rawValue))
        let (pruned, kept) = prunable(at: horizon, floors, limit: limit, writing: stamp)
        guard !pruned.isEmpty else { return nil }
        let mark = RegisterWrite(
            record: .scene, field: SceneField.prunedThrough, stamp: stamp,
            value: .integer(Int64(clamping: max(horizon, prunedThrough).rawValue)))
        let commit = Commit(
            revision: revision, stamp: stamp, author: author,
            operations: [.prune(through: horizon)], outcomes: [.applied],
            effects: [mark] + kept, prunedRecords: pruned)
        apply(commit)
        return commit
    }

    /// A record of a removed object, which some device may still need.
    package struct PastRecord: Hashable, Sendable {
        /// The revision that was the last to write it.
        package let revision: Revision
        /// A Boolean value indicating whether it is a screen.
        package let isScreen: Bool
        /// The number of its registers.
        package let registerCount: Int
        /// Bytes of their values.
        package let length: Int
    }

    /// The records that a prune through the newest revision would drop. Costs the whole state.
    package var past: [PastRecord] {
        prunable(at: Revision(rawValue: .max), FloorHistory(), limit: .max, writing: .zero)
            .pruned.map {
                let registers = self[$0].registers.map(\.register)
                return PastRecord(
                    revision: registers.map(\.revision).max() ?? .zero,
                    isScreen: $0.kind == .screen,
                    registerCount: registers.count,
                    length: registers.reduce(0) { $0 + $1.value.bytes.count })
            }
    }

    private func prunable(
        at horizon: Revision, _ floors: FloorHistory, limit: Int, writing stamp: Stamp
    ) -> (pruned: [RecordID], kept: [RegisterWrite]) {
        let isOld = { (record: RecordID) in
            self[record].newestRevision <= horizon
        }
        let screens = screenRecords
        let removed = removedStacks(screens, where: isOld)
        var pruned: [RecordID] = []
        var kept: [RegisterWrite] = []
        for record in screens where pruned.count < limit && isOld(record) {
            guard let (placed, placement) = placement(of: ScreenID(unchecked: record.name)) else {
                continue
            }
            let isUnderFloor = placed <= floor(of: placement.stack, at: horizon, floors)
            if isUnderFloor || removed.contains(placement.stack) { pruned.append(record) }
        }
        for (stack, forest) in allStacks
        where !removed.contains(stack) && pruned.count < limit {
            let dead = forest.prunable(limit: limit - pruned.count) { isOld(.screen($0)) }
            pruned += dead.screens.map { .screen($0) }
            kept += dead.lifts.sorted { $0.key < $1.key }.map { screen, stamp in
                RegisterWrite(record: .screen(screen), field: ScreenField.lifted, stamp: stamp)
            }
            kept += dead.relinks.sorted { $0.key < $1.key }.map { screen, relink in
                RegisterWrite(
                    record: .screen(screen), field: ScreenField.relink, stamp: stamp,
                    value: relink.value)
            }
        }
        // Last, when nothing that is kept stands on them.
        guard pruned.count < limit else { return (pruned, kept) }
        let records = removed.map(\.record).sorted() + sharingDevices.filter(isOld)
        pruned += records.prefix(limit - pruned.count)
        return (pruned, kept)
    }

    /// The records of devices that have returned to the shared selection, and of which nothing else
    /// is written, in their order.
    private var sharingDevices: [RecordID] {
        records(of: .device).filter { record in
            self[record].registers.allSatisfy { field, register in
                field == DeviceField.selection && register.value == Value.none
            }
        }.sorted()
    }

    /// Returns the highest floor that a stack is known to have had at a revision.
    private func floor(
        of stack: StackID, at horizon: Revision, _ floors: FloorHistory
    ) -> Stamp {
        if let newest = self[stack.record, StackField.floor], newest.revision <= horizon {
            return newest.stamp
        }
        return floors.floor(of: stack, at: horizon) ?? .zero
    }

    /// Returns the stacks of removed tabs, modals and bars of which all that was ever put on them
    /// is old, too: screens under a floor would rise if the floor were dropped first.
    private func removedStacks(
        _ screens: [RecordID], where isOld: (RecordID) -> Bool
    ) -> Set<StackID> {
        let tabs = self.tabs.filter { !isVisible($0) }.map(StackID.tab)
        let modals = self.modals.filter { !isPresented($0) }.map(StackID.modal)
        let bars = records(of: .standaloneBar)
            .map { StackID.bar(StandaloneBarID(unchecked: $0.name)) }.filter { !isShown($0) }
        var removed = Set((tabs + modals + bars).filter { isOld($0.record) })
        for record in screens where !removed.isEmpty && !isOld(record) {
            if let (_, placement) = placement(of: ScreenID(unchecked: record.name)) {
                removed.remove(placement.stack)
            }
        }
        return removed
    }
}

/// The floors of stacks as they were raised one after the other, of which a state has the newest
/// alone.
///
/// With it a prune knows where a floor was at its horizon, however often it was raised since. It is
/// kept beside a state and is no part of it: without it less is pruned.
package struct FloorHistory: Sendable {
    private struct Raising {
        let revision: Revision
        let floor: Stamp
    }

    /// Raisings of one stack that are known; beyond it every second is left out.
    private static let most = 64

    /// The raisings of each stack, in the order of their revisions.
    private var raisings: [StackID: [Raising]] = [:]

    package init() {}

    /// Records the floors that a commit has raised.
    package mutating func note(_ commit: Commit) {
        for effect in commit.effects where effect.field == StackField.floor {
            guard let stack = StackID(of: effect.record) else { continue }
            var tracked = raisings[stack] ?? []
            tracked.append(Raising(revision: commit.revision, floor: effect.stamp))
            if tracked.count > Self.most {
                tracked = tracked.indices.compactMap { $0.isMultiple(of: 2) ? nil : tracked[$0] }
            }
            raisings[stack] = tracked
        }
    }

    /// Drops the raisings that no later horizon needs.
    package mutating func discard(before horizon: Revision) {
        for (stack, tracked) in raisings {
            let first = tracked.lastIndex { $0.revision <= horizon } ?? 0
            raisings[stack] = first > 0 ? Array(tracked[first...]) : tracked
        }
    }

    /// Returns the highest floor that a stack is known to have had at a revision.
    func floor(of stack: StackID, at horizon: Revision) -> Stamp? {
        raisings[stack]?.last { $0.revision <= horizon }?.floor
    }
}
