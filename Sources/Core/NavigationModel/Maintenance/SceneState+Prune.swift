extension SceneState {
    /// Drops the records that no device that has observed revision `horizon` can still need, as
    /// commits of the daemon's own; returns none if there are no such records.
    ///
    /// It drops the screens at or under a floor that was there at the horizon, popped screens but
    /// for those on which several places stand, and removed tabs, modals and standalone bars with
    /// their stacks: all of it so at the horizon already. Changes that are based on the horizon or
    /// later take effect after all that, so none of them needs it. None of the commits changes the
    /// projection. Costs the whole state, however many there are.
    ///
    /// - Parameters:
    ///   - floors: the floors before they were raised last.
    ///   - limit: the most records that one commit drops.
    ///   - most: the most commits; if that many are returned, there may be more to drop.
    ///   - revision: the number that the first commit gets; the others follow.
    package mutating func prune(
        through horizon: Revision, floors: FloorHistory = FloorHistory(), limit: Int, most: Int,
        at time: Timestamp, as revision: Revision, by author: DeviceName
    ) -> [Commit] {
        let prunable = prunable(at: horizon, floors)
        var commits: [Commit] = []
        var (time, revision) = (time, revision)
        for start in stride(from: 0, to: prunable.records.count, by: limit).prefix(most) {
            let part = start..<min(start + limit, prunable.records.count)
            let stamp = Stamp(
                time: time, device: .daemon,
                sequence: SequenceNumber(rawValue: revision.rawValue))
            let mark = RegisterWrite(
                record: .scene, field: SceneField.prunedThrough, stamp: stamp,
                value: .integer(Int64(clamping: max(horizon, prunedThrough).rawValue)))
            commits.append(
                Commit(
                    revision: revision, stamp: stamp, author: author,
                    operations: [.prune(through: horizon)], outcomes: [.applied],
                    effects: [mark] + prunable.writes(neededBy: part, stamp: stamp),
                    prunedRecords: Array(prunable.records[part])))
            (time, revision) = (time.next, revision.next)
        }
        apply(commits)
        return commits
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
        prunable(at: Revision(rawValue: .max), FloorHistory()).records.map {
            let record = self[$0]
            return PastRecord(
                revision: record.newestRevision, isScreen: $0.kind == .screen,
                registerCount: record.count, length: record.valueLength)
        }
    }

    /// The records that a prune drops, and the placements and links of the screens that it keeps.
    private struct Prunable {
        /// The records that are dropped, each before those that it depends on.
        var records: [RecordID] = []
        /// Of each kept screen its write, and the first of the records for which it is needed.
        private var lifts: [(screen: ScreenID, stamp: Stamp, need: Int)] = []
        private var relinks: [(screen: ScreenID, relink: Relink, need: Int)] = []

        mutating func add(_ part: StackForest.Prunable) {
            let start = records.count
            records += part.screens.map { .screen($0) }
            lifts += part.lifts.sorted { $0.key < $1.key }.map {
                ($0.key, $0.value.stamp, start + $0.value.need)
            }
            relinks += part.relinks.sorted { $0.key < $1.key }.map {
                ($0.key, $0.value.relink, start + $0.value.need)
            }
        }

        /// Returns the writes of kept screens without which none of some records is dropped.
        func writes(neededBy records: Range<Int>, stamp: Stamp) -> [RegisterWrite] {
            let lifts = lifts.filter { records.contains($0.need) }.map {
                RegisterWrite(
                    record: .screen($0.screen), field: ScreenField.lifted, stamp: $0.stamp)
            }
            let relinks = relinks.filter { records.contains($0.need) }.map {
                RegisterWrite(
                    record: .screen($0.screen), field: ScreenField.relink, stamp: stamp,
                    value: $0.relink.value)
            }
            return lifts + relinks
        }
    }

    private func prunable(at horizon: Revision, _ floors: FloorHistory) -> Prunable {
        let isOld = { (record: RecordID) in
            self[record].newestRevision <= horizon
        }
        let removed = removedStacks(where: isOld)
        let stacks = allStacks
        var prunable = Prunable()
        // Of most scenes every screen stands above the floor of its stack.
        let onStacks = stacks.reduce(0) { $0 + $1.value.places.count }
        if !removed.isEmpty || totals.screens > onStacks {
            prunable.records = screenRecords { record in
                guard record.newestRevision <= horizon,
                    let (placed, placement) = record.placement
                else { return false }
                return removed.contains(placement.stack)
                    || placed <= floor(of: placement.stack, at: horizon, floors)
            }
        }
        for (stack, forest) in stacks where !removed.contains(stack) {
            prunable.add(forest.prunable { isOld(.screen($0)) })
        }
        // Last, when nothing that is kept stands on them.
        prunable.records += removed.map(\.record).sorted() + sharingDevices.filter(isOld)
        return prunable
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
    private func removedStacks(where isOld: (RecordID) -> Bool) -> Set<StackID> {
        let tabs = self.tabs.filter { !isVisible($0) }.map(StackID.tab)
        let modals = self.modals.filter { !isPresented($0) }.map(StackID.modal)
        let bars = records(of: .standaloneBar)
            .map { StackID.bar(StandaloneBarID(unchecked: $0.name)) }.filter { !isShown($0) }
        var removed = Set((tabs + modals + bars).filter { isOld($0.record) })
        guard !removed.isEmpty else { return [] }
        for record in screenRecords(where: { _ in true }) where !isOld(record) {
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
