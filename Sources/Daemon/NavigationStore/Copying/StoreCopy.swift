internal import DatabaseFiles
package import NavigationModel
internal import NavigationSync
internal import NavigationText
internal import NavigationWire

/// A store to be copied, which no daemon uses meanwhile.
package protocol CopySource: Sendable {
    /// Runs `body` on the contents. Blocks the thread.
    func read<Result>(_ body: (any StoreContents) throws -> Result) throws -> Result

    /// Has the next claim treat the store as a restored copy: the other one goes on with its
    /// histories. Durable when it returns.
    func retire() async throws(StoreError)

    /// Ends the use of the store.
    func close() async
}

/// An empty store that becomes a copy: all of it, or nothing.
package protocol CopyTarget: Sendable {
    /// Runs `body` on an empty draft, and makes that durable once `body` has returned; until
    /// ``finish()`` no daemon uses it. Blocks the thread.
    func fill<Result>(
        as header: StoreHeader, _ body: (any StoreDraft) throws -> Result
    ) throws -> Result

    /// Hands the copy over to daemons. Durable when it returns.
    func finish() async throws(StoreError)

    /// Ends the use of the store. Without ``finish()`` there is no copy.
    func close() async
}

/// A store that is being filled, and read for the check.
package protocol StoreDraft: StoreContents {
    /// Adds a user's registry rows.
    func add(_ record: AccountRecord) throws
    /// Begins a scene, which the following parts belong to.
    func begin(_ scene: SceneRecord) throws
    /// Adds the next part of the scene, in the order of `StoreContents.forEachPart(of:_:)`.
    func add(_ part: ScenePart) throws
    /// Ends the scene.
    func end() throws
}

/// A summary of a copy between stores.
package struct StoreCopySummary: Hashable, Sendable {
    /// The id that both stores have.
    package let store: StoreID
    /// The numbers of rows, counted in both.
    package let counts: StoreCounts
    /// Commits, receipts and snapshots, read from both.
    package fileprivate(set) var commits = 0
    package fileprivate(set) var receipts = 0
    package fileprivate(set) var snapshots = 0
    /// Bytes of the commits and snapshots.
    package fileprivate(set) var length = 0
}

/// Copying of a store to another, of whichever kinds: same id, epochs, revisions and receipts, so
/// that devices notice nothing.
package enum StoreCopy {
    /// Names that are read at once.
    private static let page = 200

    /// Copies, and then compares both stores by reading each anew: every account, every scene's
    /// parts, the states that its log comes to, and the numbers of all rows. Takes memory for one
    /// account or one part of a scene. Blocks its thread.
    ///
    /// An error, of `progress` too, leaves both stores as they were. Afterwards ``finish(_:_:)``
    /// puts the copy in the source's place.
    package static func copy(
        from source: some CopySource, to target: some CopyTarget,
        progress: (CopyProgress) throws -> Void = { _ in }
    ) throws -> StoreCopySummary {
        try source.read { contents in
            let header = try contents.header()
            let counts = try contents.counts()
            var meter = CopyMeter(total: counts.length)
            return try target.fill(as: header) { draft in
                try forEachAccount(in: contents) { record in
                    try draft.add(record)
                    try progress(meter.progress)
                }
                try forEachScene(in: contents) { scene in
                    try draft.begin(scene)
                    try contents.forEachPart(of: scene) { part in
                        try draft.add(part)
                        if meter.add(part) { try progress(meter.progress) }
                    }
                    try draft.end()
                }
                var summary = StoreCopySummary(store: header.id, counts: counts)
                try check(draft, against: contents, header, &summary) { part in
                    if part.map({ meter.add($0) }) ?? true { try progress(meter.progress) }
                }
                try progress(meter.finished)
                return summary
            }
        }
    }

    /// Puts a complete copy in the source's place: first the source is retired, then daemons may
    /// use the copy, so that never both go on with the same histories.
    package static func finish(
        _ source: some CopySource, _ target: some CopyTarget
    ) async throws(StoreError) {
        try await source.retire()
        try await target.finish()
    }

    private static func check(
        _ draft: any StoreDraft, against contents: any StoreContents, _ header: StoreHeader,
        _ summary: inout StoreCopySummary, step: (ScenePart?) throws -> Void
    ) throws {
        let copied = try draft.header()
        guard copied.id == header.id, copied.epochSeed == header.epochSeed,
            copied.term >= header.term, copied.batch >= header.batch,
            copied.accumulatedUptime >= header.accumulatedUptime
        else { throw difference("the identity") }
        try forEachAccount(in: contents) { record in
            guard try draft.record(of: record.account.user.name) == record else {
                throw difference("user \(record.account.user.name)")
            }
            try step(nil)
        }
        try forEachScene(in: contents, and: draft) { scene in
            var (original, copy) = (PartsDigest(), PartsDigest())
            try contents.forEachPart(of: scene) { part in
                original.add(part)
                try step(part)
            }
            try draft.forEachPart(of: scene) { copy.add($0) }
            let audit = try contents.audit(scene)
            guard audit.isSound else {
                throw StoreError.damagedScene(scene.key, "its log can't be replayed")
            }
            guard original == copy, try draft.audit(scene) == audit else {
                throw difference("scene \(scene.key)")
            }
            summary.commits += original.commits
            summary.receipts += original.receipts
            summary.snapshots += original.snapshots
            summary.length += original.length
        }
        guard try draft.counts().isEqual(to: summary.counts) else {
            throw difference("the number of rows")
        }
    }

    private static func difference(_ subject: String) -> StoreError {
        .unusable("the check of the copy failed: \(subject) differs in the two stores")
    }

    private static func forEachAccount(
        in contents: any StoreContents, _ body: (AccountRecord) throws -> Void
    ) throws {
        var last: UserID?
        while true {
            let names = try contents.users(after: last, limit: page)
            for name in names {
                guard let record = try contents.record(of: name) else {
                    throw StoreError.damaged("the row of user \(name) is missing")
                }
                try body(record)
            }
            guard names.count == page else { return }
            last = names.last
        }
    }

    /// Calls `body` with all scenes; throws if a copy does not have the same.
    private static func forEachScene(
        in contents: any StoreContents, and copy: (any StoreContents)? = nil,
        _ body: (SceneRecord) throws -> Void
    ) throws {
        var last: SceneKey?
        while true {
            let scenes = try contents.scenes(after: last, limit: page)
            if let copied = try copy?.scenes(after: last, limit: page), copied != scenes {
                let other = zip(scenes, copied).first { $0 != $1 }?.0 ?? scenes.last
                throw difference(other.map { "scene \($0.key)" } ?? "the number of scenes")
            }
            for scene in scenes { try body(scene) }
            guard scenes.count == page else { return }
            last = scenes.last?.key
        }
    }
}

/// The digest of a scene's parts, whichever rows they are in.
private struct PartsDigest: Hashable {
    private var digest = Digest.zero
    var commits = 0
    var receipts = 0
    var snapshots = 0
    var length = 0

    mutating func add(_ part: ScenePart) {
        length += part.length
        switch part {
        case .snapshot(let position, let bytes):
            snapshots += 1
            append(1, Self.numbers(position), bytes)
        case .commit(let commit):
            commits += 1
            append(2, [commit.revision.rawValue], Array(commit.bytes))
        case .mark(let position): append(3, Self.numbers(position))
        case .receipt(let receipt, _):
            receipts += 1
            append(
                4,
                [
                    receipt.device.high, receipt.device.low, receipt.sequence.rawValue,
                    UInt64(bitPattern: receipt.time.rawValue), receipt.revision?.rawValue ?? 0,
                ], receipt.hash.bytes + receipt.outcomes.encoded)
        case .skipped(let skipped):
            append(
                5,
                [
                    skipped.device.high, skipped.device.low, skipped.range.lowerBound.rawValue,
                    skipped.range.upperBound.rawValue,
                ])
        }
    }

    private static func numbers(_ position: LogPosition) -> [UInt64] {
        [
            position.revision.rawValue, position.byteOffset,
            UInt64(bitPattern: position.accumulatedUptime.column),
        ]
    }

    /// Adds a part: each kind has so many numbers, so that no two have the same encoding.
    private mutating func append(_ kind: UInt64, _ numbers: [UInt64], _ content: [UInt8] = []) {
        var writer = PackedWriter()
        writer.append(digest.bytes)
        for number in [kind] + numbers { writer.append(number) }
        writer.append(content)
        digest = Digest(hashing: writer.bytes)
    }
}

extension ScenePart {
    /// Bytes that a store counts.
    fileprivate var length: Int {
        switch self {
        case .snapshot(_, let bytes): bytes.count
        case .commit(let commit): commit.bytes.count
        case .mark, .receipt, .skipped: 0
        }
    }
}

/// The progress of copying and of checking, each a half.
private struct CopyMeter {
    private let total: Int
    private var completed = 0
    private var reported = 0

    init(total: Int) {
        self.total = total
    }

    /// The progress; lengths may be more than were counted.
    var progress: CopyProgress { CopyProgress(completed: min(completed / 2, total), total: total) }

    /// The progress at the end.
    var finished: CopyProgress { CopyProgress(completed: total, total: total) }

    /// Adds a part; returns whether a report is due.
    mutating func add(_ part: ScenePart) -> Bool {
        completed += part.length
        guard completed - reported >= 1 << 16 else { return false }
        reported = completed
        return true
    }
}
