internal import NavigationModel

/// The memory that a scene takes, estimated from how many things it has and how long its texts are.
///
/// The figures are measured: `SceneCostTests` compares what they come to with what the allocator hands
/// out, for scenes of several shapes. A text takes its length once, wherever it shows: the operation
/// that brought it, its effect and its register share it.
extension SceneAuthority {
    /// Bytes of a scene in which nothing has happened: itself, its place in tables, its marks.
    static let ownCost = 2_048
    /// Bytes of a record without its registers: its place in tables.
    static let recordCost = 256
    /// Bytes of a screen beside that: its place in its stack.
    static let screenCost = 448
    /// Bytes of a register without what it holds, in a table that has just grown.
    static let registerCost = 264
    /// Bytes of a commit that is kept, without its operations and effects.
    static let commitCost = 320
    /// Bytes of an operation, or of one of its effects, without what they hold.
    static let stepCost = 128
    /// Bytes of a settled change without its outcomes.
    static let storedReceiptCost = 224

    /// Bytes that the scene takes in memory, about. Costs nothing worth mentioning.
    var cost: Int { Self.ownCost + stateCost + tailCost + settled.cost }

    /// Bytes that its state takes, about.
    var stateCost: Int {
        state.recordCount * Self.recordCost + state.screenCount * Self.screenCost
            + state.registerCount * Self.registerCost + state.length
    }

    /// Bytes of a record in a snapshot, without its registers.
    static let encodedRecord = 24
    /// Bytes of a register in a snapshot, without what it holds.
    static let encodedRegister = 32

    /// Bytes that a snapshot of the state takes, about.
    var snapshotLength: Int {
        state.recordCount * Self.encodedRecord + state.registerCount * Self.encodedRegister
            + state.length
    }

    /// Bytes that a record of what is gone takes.
    static func cost(of record: SceneState.PastRecord) -> Int {
        recordCost + (record.isScreen ? screenCost : 0) + record.registerCount * registerCost
            + record.length
    }

    /// Bytes that a commit takes whose encoding is so long: half of that are the texts, which are in
    /// it twice, in an operation and in its effect.
    static func cost(of commit: Commit, length: Int) -> Int {
        commitCost + (commit.operations.count + commit.effects.count) * stepCost + length / 2
    }

    /// Bytes that a settled change takes.
    static func cost(of storedReceipt: StoredReceipt) -> Int {
        storedReceiptCost + storedReceipt.outcomes.count * MemoryLayout<Outcome>.stride
    }
}
