internal import HashTreeCollections

/// The raw state of a scene: records of registers that join.
///
/// Joining is commutative, associative and idempotent, so the order, duplication and delay of
/// effects cannot change the result. The projection is ``scene``. Copies share what they have in
/// common: a copy costs nothing, and writing to either costs the write.
package struct SceneState: Sendable {
    /// Every register ever written and not dropped, by object and field.
    private var records: TreeDictionary<RecordID, Record> = [:]
    /// The sums over all registers.
    package private(set) var totals = Totals()
    /// The greatest time of any stamp joined so far: the lower bound for changes that are based on
    /// this state.
    package private(set) var latest: Timestamp = .zero
    /// The records of each kind but screens: an index over `records`, as is the next.
    private var named: [RecordID.Kind: TreeSet<RecordID>] = [:]
    /// The stack of each tab, modal and standalone bar that has one.
    private var stacks: TreeDictionary<StackID, StackForest> = [:]

    /// Creates the state of a scene without commits.
    package init() {}

    /// Joins effects that the commit with `revision` carries; returns those that changed something.
    ///
    /// Costs the size of the effects, whatever the size of the state.
    @discardableResult
    package mutating func join(_ effects: [RegisterWrite], at revision: Revision) -> [RegisterWrite]
    {
        join(effects, at: revision) { _, _, _ in }
    }

    /// Joins effects, as above; tells `note` of each the register that was there before, and a
    /// Boolean value indicating whether the write has changed it.
    mutating func join(
        _ effects: [RegisterWrite], at revision: Revision,
        _ note: (RegisterWrite, _ former: Register?, _ isChanged: Bool) -> Void
    ) -> [RegisterWrite] {
        var touched = Touched()
        var changed: [RegisterWrite] = []
        changed.reserveCapacity(effects.count)
        merge(effects, at: { _ in revision }, &touched) { effect, former, isChanged in
            if isChanged { changed.append(effect) }
            note(effect, former, isChanged)
        }
        reindex(touched)
        return changed
    }

    /// Applies successive commits: joins their effects, and drops the records that they prune. The
    /// stacks are derived once, from what all of them have written; that is most of the cost of one.
    package mutating func apply(_ commits: some Sequence<Commit>) {
        var touched = Touched()
        var wasPrune = false
        for commit in commits {
            let isPrune = !commit.prunedRecords.isEmpty
            // A record that a prune drops may have been written just before, and may be written
            // again just after; a prune that goes on dropping writes nothing that is on a stack.
            let goesOn = isPrune && wasPrune && commit.effects.allSatisfy { $0.record == .scene }
            if isPrune || wasPrune, !goesOn {
                reindex(touched)
                touched = Touched()
            }
            merge(commit.effects, at: { _ in commit.revision }, &touched) { _, _, _ in }
            drop(commit.prunedRecords, &touched)
            wasPrune = isPrune
        }
        reindex(touched)
    }

    /// Joins every register of a snapshot, each with the revision that explains it.
    package mutating func join(entries: [(effect: RegisterWrite, revision: Revision)]) {
        var touched = Touched()
        merge(
            entries.map { $0.effect }, at: { entries[$0].revision }, &touched, { _, _, _ in })
        reindex(touched)
    }

    /// Drops records that a prune has named: a barrier, which does not commute with joins of them.
    package mutating func removeRecords(_ pruned: [RecordID]) {
        var touched = Touched()
        drop(pruned, &touched)
        reindex(touched)
    }

    private mutating func drop(_ pruned: [RecordID], _ touched: inout Touched) {
        for record in pruned {
            let removed = records.removeValue(forKey: record)
            touched.note(record, removed ?? Record())
            guard let removed else { continue }
            totals.size -= removed.size
            for (field, register) in removed.registers {
                totals.remove(register, at: field, of: record)
            }
            named[record.kind]?.remove(record)
            totals.remove(record)
        }
    }

    /// The register at `field` of `record`, if it was ever written.
    package subscript(_ record: RecordID, _ field: Field) -> Register? {
        records[record]?[field]
    }

    /// All registers of `record`; none if it was never written.
    package subscript(_ record: RecordID) -> Record { records[record] ?? Record() }

    /// Returns a Boolean value indicating whether anything of `record` was ever written.
    func exists(_ record: RecordID) -> Bool { records[record] != nil }

    /// Returns a Boolean value indicating whether the register at `field` of `record` was ever written.
    func exists(_ record: RecordID, _ field: Field) -> Bool {
        records[record]?.stamp(field) != nil
    }

    /// Returns the number of properties that were ever set on `record`.
    func propertyCount(of record: RecordID) -> Int { records[record]?.propertyCount ?? 0 }

    /// Returns the records of the screens that satisfy a condition, in their order. Costs the whole
    /// state.
    func screenRecords(where isIncluded: (Record) -> Bool) -> [RecordID] {
        records.filter { $0.key.kind == .screen && isIncluded($0.value) }.map(\.key).sorted()
    }

    /// Returns the screens that were last put on a stack, wherever it stands by now, with those of
    /// their placements that count. Costs the whole state, but little of each screen that does not
    /// count.
    func placements(
        on stack: StackID, where counts: (Stamp) -> Bool
    ) -> [(id: ScreenID, stamp: Stamp)] {
        records.compactMap { record, content in
            guard record.kind == .screen, let stamp = content.stamp(ScreenField.placement),
                counts(stamp), let register = content[ScreenField.placement],
                Placement(register.value)?.stack == stack
            else { return nil }
            return (ScreenID(unchecked: record.name), stamp)
        }
    }

    /// Returns the records of a kind other than screens.
    func records(of kind: RecordID.Kind) -> [RecordID] { named[kind].map(Array.init) ?? [] }

    /// Returns the stack of a tab, modal or standalone bar, shown or not.
    func forest(of stack: StackID) -> StackForest { stacks[stack] ?? StackForest() }

    /// Every stack that anything was put on, in their order.
    var allStacks: [(key: StackID, value: StackForest)] { stacks.sorted { $0.key < $1.key } }

    /// The digest, computed from all registers anew; the incremental one must equal it.
    package var recomputedDigest: Digest {
        var digest = Digest.zero
        for (record, content) in records {
            for (field, register) in content.registers {
                digest.insert(register, at: field, of: record)
            }
        }
        return digest
    }

    /// Every register as an effect with its revision, in the canonical order of snapshots.
    package var entries: [(effect: RegisterWrite, revision: Revision)] {
        records.keys.sorted().flatMap { record in
            self[record].registers.map { field, register in
                let effect = RegisterWrite(
                    record: record, field: field, stamp: register.stamp, value: register.value)
                return (effect, register.revision)
            }
        }
    }

    /// Joins writes, those that follow each other to one record at once; tells `note` of each the
    /// register that was there before, and a Boolean value indicating whether it has changed that.
    ///
    /// - Parameter revision: Returns the revision of the write with an index.
    private mutating func merge(
        _ effects: [RegisterWrite], at revision: (Int) -> Revision, _ touched: inout Touched,
        _ note: (RegisterWrite, _ former: Register?, _ isChanged: Bool) -> Void
    ) {
        var start = 0
        while start < effects.count {
            let record = effects[start].record
            var end = start + 1
            while end < effects.count, effects[end].record == record { end += 1 }
            merge(effects[start..<end], to: record, at: revision, &touched, note)
            start = end
        }
    }

    /// Joins writes to one record, which is looked up once.
    private mutating func merge(
        _ effects: ArraySlice<RegisterWrite>, to record: RecordID, at revision: (Int) -> Revision,
        _ touched: inout Touched,
        _ note: (RegisterWrite, _ former: Register?, _ isChanged: Bool) -> Void
    ) {
        var (isNew, latest, totals) = (false, latest, totals)
        records.updateValue(forKey: record, default: Record()) { content in
            isNew = content.isEmpty
            totals.size -= content.size
            // Before the writes, which may take a screen away from its stack.
            touched.note(effects, to: record, content)
            if isNew { content = Record(reservingCapacityFor: effects) }
            for index in effects.indices {
                let effect = effects[index]
                latest = max(latest, effect.stamp.time)
                let register = Register(
                    stamp: effect.stamp, value: effect.value, revision: revision(index))
                let (former, isChanged) = content.join(register, at: effect.field)
                if isChanged {
                    if let former { totals.remove(former, at: effect.field, of: record) }
                    totals.insert(register, at: effect.field, of: record)
                }
                note(effect, former, isChanged)
            }
            totals.size += content.size
        }
        if isNew { totals.insert(record) }
        (self.latest, self.totals) = (latest, totals)
        if isNew, record.kind != .screen { named[record.kind, default: []].insert(record) }
    }

    // MARK: Stacks

    /// The stacks that a batch of writes may have changed.
    private struct Touched {
        /// Screens; one that was written to several times may be there as often.
        private(set) var screens: [ScreenID] = []
        /// Those among them that may have left the stack on which they were.
        private(set) var moved: [(id: ScreenID, from: StackID)] = []
        private(set) var floors: [StackID] = []

        /// A Boolean value indicating whether no stack is affected.
        var isEmpty: Bool { screens.isEmpty && floors.isEmpty }

        /// Notes writes to a record, which has yet to have them.
        mutating func note(
            _ effects: ArraySlice<RegisterWrite>, to record: RecordID, _ content: Record
        ) {
            var mayMove = false
            var isTouched = false
            for effect in effects {
                let field = effect.field
                // Of the attributes only the route of a screen distinguishes its twins.
                guard !field.isAttribute || field == ScreenField.route else { continue }
                switch (record.kind, field) {
                case (.screen, ScreenField.placement): mayMove = true
                case (.screen, ScreenField.popped), (.screen, ScreenField.lifted),
                    (.screen, ScreenField.relink), (.screen, ScreenField.route),
                    (.screen, ScreenField.pushedContent),
                    (.tab, StackField.floor), (.modal, StackField.floor),
                    (.standaloneBar, StackField.floor):
                    isTouched = true
                default: continue
                }
            }
            if mayMove {
                note(record, content)
            } else if isTouched {
                note(record, Record())
            }
        }

        /// Notes a record that loses what it had.
        mutating func note(_ record: RecordID, _ former: Record) {
            if let stack = StackID(of: record) { floors.append(stack) }
            guard record.kind == .screen else { return }
            let id = ScreenID(unchecked: record.name)
            screens.append(id)
            if let stack = former.placement?.placement.stack { moved.append((id, stack)) }
        }
    }

    private mutating func reindex(_ touched: Touched) {
        guard !touched.isEmpty else { return }
        // The stacks that have to be made anew.
        var stale: Set<StackID> = []
        for stack in touched.floors {
            if self[stack.record].isEmpty {
                stacks[stack] = nil
            } else if let floor = records[stack.record]?.stamp(StackField.floor) {
                update(stack, &stale) { $0.raise(to: floor) }
            }
        }
        for (id, stack) in touched.moved
        where placement(of: id)?.placement.stack != stack && stacks.keys.contains(stack) {
            update(stack, &stale) { $0.remove(id) }
        }
        // Most changes are about one screen. Several are put in their order: on top of those before
        // it, each costs the least.
        var placed: [(screen: PlacedScreen, stack: StackID)] = []
        if touched.screens.count == 1 {
            if let screen = placedScreen(touched.screens[0]) { placed = [screen] }
        } else {
            for id in Set(touched.screens) {
                if let screen = placedScreen(id) { placed.append(screen) }
            }
            placed.sort { $0.screen.order < $1.screen.order }
        }
        for (screen, stack) in placed { update(stack, &stale) { $0.put(screen) } }
        for stack in stale {
            stacks.updateValue(forKey: stack, default: StackForest()) { $0.settle() }
        }
    }

    private mutating func update(
        _ stack: StackID, _ stale: inout Set<StackID>, _ body: (inout StackForest) -> Void
    ) {
        var isStale = false
        stacks.updateValue(forKey: stack, default: StackForest()) { forest in
            body(&forest)
            isStale = forest.isScattered
        }
        if isStale { stale.insert(stack) }
    }

    private func placedScreen(_ id: ScreenID) -> (screen: PlacedScreen, stack: StackID)? {
        guard let record = records[.screen(id)], let (stamp, placement) = record.placement else {
            return nil
        }
        let screen = PlacedScreen(
            id: id, stamp: stamp, order: placement.originalStamp ?? stamp, base: placement.base,
            isThere: stamp > record.stamp(ScreenField.popped) ?? .zero,
            content: PushedContent(record, placement.base),
            lifted: record.stamp(ScreenField.lifted),
            relink: record[ScreenField.relink].flatMap { Relink($0.value) })
        return (screen, placement.stack)
    }
}

extension SceneState: Hashable {
    /// Returns a Boolean value indicating whether both hold the same registers. What is derived
    /// from them is the same then.
    package static func == (left: SceneState, right: SceneState) -> Bool {
        left.digest == right.digest && left.records == right.records
    }

    /// Feeds the digest, which stands for all registers.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(digest)
    }
}
