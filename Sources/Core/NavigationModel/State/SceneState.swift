internal import HashTreeCollections

/// The raw state of a scene: records of registers that join.
///
/// Joining is commutative, associative and idempotent, so the order, duplication and delay of
/// effects cannot change the result. The projection is ``scene``. Copies share what they have in
/// common: a copy costs nothing, and writing to either costs the write.
package struct SceneState: Sendable {
    /// Every register ever written and not dropped, by object and field.
    private var records: TreeDictionary<RecordID, Record> = [:]
    /// The digest of all registers, kept up to date at the cost of each write.
    package private(set) var digest: Digest = .zero
    /// The number of records: screens, tabs and all else that was ever written and not dropped.
    package private(set) var recordCount = 0
    /// The number of screens among them.
    package private(set) var screenCount = 0
    /// The number of registers.
    package private(set) var registerCount = 0
    /// Bytes of the values of all registers, and of the parts in their names.
    package private(set) var length = 0
    /// Bytes that the registers take in memory, about.
    package private(set) var registerSize = 0
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
        for effect in effects {
            let (former, isChanged) = merge(effect, at: revision, &touched)
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
            for effect in commit.effects { _ = merge(effect, at: commit.revision, &touched) }
            drop(commit.prunedRecords, &touched)
            wasPrune = isPrune
        }
        reindex(touched)
    }

    /// Joins every register of a snapshot, each with the revision that explains it.
    package mutating func join(entries: [(effect: RegisterWrite, revision: Revision)]) {
        var touched = Touched()
        for entry in entries { _ = merge(entry.effect, at: entry.revision, &touched) }
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
            touched.note(record, in: self)
            guard let removed = records.removeValue(forKey: record) else { continue }
            registerSize -= removed.size
            for (field, register) in removed.registers {
                digest.remove(register, at: field, of: record)
                count(register, at: field, -1)
            }
            named[record.kind]?.remove(record)
            recordCount -= 1
            if record.kind == .screen { screenCount -= 1 }
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

    /// Joins one write; returns the register that was there before, and a Boolean value indicating
    /// whether the write has changed it.
    private mutating func merge(
        _ effect: RegisterWrite, at revision: Revision, _ touched: inout Touched
    ) -> (former: Register?, isChanged: Bool) {
        latest = max(latest, effect.stamp.time)
        let (record, field) = (effect.record, effect.field)
        let register = Register(stamp: effect.stamp, value: effect.value, revision: revision)
        // Before the write, which may take a screen away from its stack.
        touched.note(effect, in: self)
        var (former, isChanged, isNew, growth) = (Register?.none, false, false, 0)
        records.updateValue(forKey: record, default: Record()) { content in
            isNew = content.isEmpty
            growth = -content.size
            (former, isChanged) = content.join(register, at: field)
            growth += content.size
        }
        guard isChanged else { return (former, false) }
        if isNew, record.kind != .screen { named[record.kind, default: []].insert(record) }
        if let former {
            digest.remove(former, at: field, of: record)
            count(former, at: field, -1)
        }
        digest.insert(register, at: field, of: record)
        count(register, at: field, 1)
        registerSize += growth
        if isNew {
            recordCount += 1
            if record.kind == .screen { screenCount += 1 }
        }
        return (former, true)
    }

    private mutating func count(_ register: Register, at field: Field, _ times: Int) {
        registerCount += times
        length += times * (register.value.bytes.count + field.part.utf8.count)
    }

    // MARK: Stacks

    /// The stacks that a batch of writes may have changed.
    private struct Touched {
        /// Screens, with the stack that each was on before.
        private(set) var screens: [ScreenID: StackID?] = [:]
        private(set) var floors: Set<StackID> = []

        /// A Boolean value indicating whether no stack is affected.
        var isEmpty: Bool { screens.isEmpty && floors.isEmpty }

        mutating func note(_ effect: RegisterWrite, in state: SceneState) {
            // Of the attributes only the route of a screen distinguishes its twins.
            guard !effect.field.isAttribute || effect.field == ScreenField.route else { return }
            switch (effect.record.kind, effect.field) {
            case (.screen, ScreenField.placement), (.screen, ScreenField.popped),
                (.screen, ScreenField.lifted), (.screen, ScreenField.relink),
                (.screen, ScreenField.route),
                (.screen, ScreenField.pushedContent),
                (.tab, StackField.floor), (.modal, StackField.floor),
                (.standaloneBar, StackField.floor):
                note(effect.record, in: state)
            default:
                return
            }
        }

        mutating func note(_ record: RecordID, in state: SceneState) {
            if let stack = StackID(of: record) { floors.insert(stack) }
            guard record.kind == .screen else { return }
            let id = ScreenID(unchecked: record.name)
            guard screens[id] == nil else { return }
            screens[id] = .some(state.placement(of: id)?.placement.stack)
        }
    }

    private mutating func reindex(_ touched: Touched) {
        guard !touched.isEmpty else { return }
        var stale = touched.floors
        for stack in touched.floors {
            if self[stack.record].isEmpty {
                stacks[stack] = nil
            } else if let floor = records[stack.record]?.stamp(StackField.floor) {
                stacks.updateValue(forKey: stack, default: StackForest()) { $0.raise(to: floor) }
            }
        }
        var placed: [(screen: PlacedScreen, stack: StackID)] = []
        for (id, former) in touched.screens {
            let current = placedScreen(id)
            if let former, former != current?.stack {
                update(former) { $0.remove(id) }
                stale.insert(former)
            }
            if let current { placed.append(current) }
        }
        // In their order each is put on top of those before it, which costs the least.
        if placed.count > 1 { placed.sort { $0.screen.order < $1.screen.order } }
        for (screen, stack) in placed {
            stacks.updateValue(forKey: stack, default: StackForest()) { $0.put(screen) }
            stale.insert(stack)
        }
        for stack in stale { update(stack) { $0.settle() } }
    }

    private mutating func update(_ stack: StackID, _ body: (inout StackForest) -> Void) {
        guard stacks.keys.contains(stack) else { return }
        stacks.updateValue(forKey: stack, default: StackForest(), with: body)
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
