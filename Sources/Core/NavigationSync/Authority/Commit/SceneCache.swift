internal import NavigationModel
internal import NavigationWire

/// The scenes in memory and their total cost, updated with each change.
struct SceneCache: Sendable {
    /// The place of a scene; valid until a scene leaves memory.
    typealias Slot = SlotTable<SceneKey, SceneAuthority>.Slot

    private var kept = SlotTable<SceneKey, SceneAuthority>()
    /// Bytes that all of them take, by ``SceneAuthority/cost``.
    private(set) var cost = 0

    /// The number of scenes.
    var count: Int { kept.count }
    /// All scenes, unordered.
    var values: [SceneAuthority] { kept.values }
    /// The keys of all scenes, unordered.
    var keys: [SceneKey] { kept.keys }

    /// Returns the slot of a scene; `nil` if it is not in memory.
    func slot(of key: SceneKey) -> Slot? { kept.slot(of: key) }

    /// A scene in its slot, read and changed in place.
    subscript(slot: Slot) -> SceneAuthority {
        _read { yield kept[slot] }
        _modify {
            cost -= kept[slot].cost
            defer { cost += kept[slot].cost }
            yield &kept[slot]
        }
    }

    /// A copy of a scene; set to `nil` to remove it.
    subscript(key: SceneKey) -> SceneAuthority? {
        get { kept[key] }
        set {
            cost -= kept.slot(of: key).map { kept[$0].cost } ?? 0
            kept[key] = newValue
            cost += newValue?.cost ?? 0
        }
    }

    /// Changes a scene in place, if it is in memory.
    mutating func update(_ key: SceneKey, _ body: (inout SceneAuthority) -> Void) {
        if let slot = slot(of: key) { body(&self[slot]) }
    }

    /// Records that a scene is used.
    mutating func touch(_ slot: Slot, at now: Duration) {
        kept[slot].used = now
    }
}

/// The memory that a scene takes, estimated from the number of its parts and the lengths of its
/// texts; and the bytes by which budgets count its state.
extension SceneAuthority {
    /// Bytes of an empty scene: itself, its table entries, its log positions.
    static let ownCost = 2_048
    /// Bytes of a record without its registers: its table entries.
    static let recordMemory = 128
    /// Bytes of a screen beyond that: its placement in its stack.
    static let screenMemory = 256
    /// Bytes of a record by which budgets count it.
    static let recordCost = 256
    /// Bytes of a screen beyond that.
    static let screenCost = 448
    /// Bytes of a register beyond its value.
    static let registerCost = 264
    /// Bytes of a cached commit, without its operations and effects.
    static let commitCost = 320
    /// Bytes of an operation, or of one of its effects, without its values.
    static let stepCost = 128
    /// Bytes of a receipt without its outcomes.
    static let storedReceiptCost = 224

    /// Bytes that the scene takes in memory, about. Takes negligible time.
    var cost: Int { Self.ownCost + stateMemory + tailCost + settled.cost }

    /// Bytes that its state takes in memory, about.
    private var stateMemory: Int {
        let totals = state.totals
        return totals.records * Self.recordMemory + totals.screens * Self.screenMemory
            + totals.size
    }

    /// Bytes by which budgets count its state: more than it takes, and the same in every version,
    /// so that a scene within its budget stays within it.
    var stateCost: Int {
        let totals = state.totals
        return totals.records * Self.recordCost + totals.screens * Self.screenCost
            + totals.registers * Self.registerCost + totals.length
    }

    /// Bytes of a record in a snapshot, without its registers.
    static let encodedRecord = 24
    /// Bytes of a register in a snapshot, without its value.
    static let encodedRegister = 32

    /// Bytes that a snapshot of the state takes, about.
    var snapshotLength: Int {
        let totals = state.totals
        return totals.records * Self.encodedRecord + totals.registers * Self.encodedRegister
            + totals.length
    }

    /// Returns the bytes by which budgets count a tombstone.
    static func cost(of record: SceneState.PastRecord) -> Int {
        recordCost + (record.isScreen ? screenCost : 0) + record.registerCount * registerCost
            + record.length
    }

    /// Returns the bytes that a commit takes.
    static func cost(of commit: EncodedCommit) -> Int { commitCost + commit.bytes.count }

    /// Returns the bytes that a receipt takes.
    static func cost(of storedReceipt: StoredReceipt) -> Int {
        storedReceiptCost + storedReceipt.outcomes.count * MemoryLayout<Outcome>.stride
    }
}
