import DatabaseHarness
import Foundation
import NavigationModel
import NavigationPostgres
import NavigationStore
import NavigationSync
import NavigationWire
import RunningProcesses
import StoreSamples
import Testing

/// Copies between stores of each kind: same content, one user of it, all or nothing.
struct StoreCopyTests {
    /// A place that a store is copied from or to.
    enum Place: Sendable {
        case sqlite(String)
        case postgres(String)

        func open() throws -> any Store {
            switch self {
            case .sqlite(let path): try SQLiteStore(opening: path)
            case .postgres(let url):
                try PostgresStore(opening: PostgresConfiguration(url: url, name: "daemon"))
            }
        }

        func source() async throws -> any CopySource {
            switch self {
            case .sqlite(let path): try await SQLiteCopySource(opening: path)
            case .postgres(let url):
                try await PostgresCopySource(opening: PostgresConfiguration(url: url))
            }
        }

        func target(after term: Term) async throws -> any CopyTarget {
            switch self {
            case .sqlite(let path): try SQLiteCopyTarget(creating: path)
            case .postgres(let url):
                try await PostgresCopyTarget(
                    opening: PostgresConfiguration(url: url), after: term)
            }
        }
    }

    /// The kinds of stores to copy from and to.
    private static let pairs: [(StoreKind, StoreKind)] =
        [(.sqlite, .sqlite)]
        + (PostgresServer.isAvailable
            ? [(.sqlite, .postgres), (.postgres, .sqlite), (.postgres, .postgres)] : [])

    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func place(_ kind: StoreKind, _ name: String) async throws -> Place {
        kind == .sqlite
            ? .sqlite(scratch("\(name)/navsync.sqlite"))
            : .postgres(try await PostgresServer.shared.value.makeDatabase())
    }

    /// Copies, and puts the copy in the original's place unless told otherwise.
    @discardableResult
    private func copy(
        _ original: Place, to place: Place, finishing: Bool = true, retiring: Bool = false,
        through damage: (@Sendable (any CopyTarget) -> any CopyTarget)? = nil,
        progress: @escaping @Sendable (CopyProgress) throws -> Void = { _ in }
    ) async throws -> StoreCopySummary {
        let source = try await original.source()
        do {
            let term = try source.read { try $0.header().term }
            let target = try await place.target(after: term)
            do {
                let used = damage?(target) ?? target
                let summary = try await onOwnThread {
                    try StoreCopy.copy(from: source, to: used, progress: progress)
                }
                if finishing { try await StoreCopy.finish(source, target) }
                if retiring { try await source.retire() }
                await target.close()
                await source.close()
                return summary
            } catch {
                await target.close()
                throw error
            }
        } catch {
            await source.close()
            throw error
        }
    }

    /// The parts of a store that devices could notice.
    private struct Content: Equatable {
        var identity: StoreID
        var seed: UInt64
        var uptime: Duration
        var scenes: [SceneKey: StoredScene] = [:]
        var logs: [SceneKey: [EncodedCommit]] = [:]
        var receipts: [StoredReceipt?] = []
        var accounts: [UserAccount?] = []
    }

    private static let scenes =
        [SceneKey(user: "ada", scene: .main), SceneKey(user: "ada", scene: "work")]
        + AgedStore.Kind.allCases.map(\.key)

    private func content(of store: any Store, _ claim: Claim) async throws -> Content {
        let identity = try await store.identity(under: claim)
        var content = Content(
            identity: identity.id, seed: identity.epochSeed,
            uptime: try await store.accumulatedUptime(under: claim))
        for key in Self.scenes {
            content.scenes[key] = try await store.load(key, under: claim)
            content.logs[key] = try await store.log(
                of: key, after: .zero, limit: 1_000, length: .max)
            for device in [SampleHistory.device, AgedStore.device] {
                for number: UInt64 in 1...60 {
                    content.receipts.append(
                        try await store.storedReceipt(
                            of: SequenceNumber(rawValue: number), by: device, in: key))
                }
            }
        }
        for user: UserID in ["ada", "user-1", "user-3", AgedStore.user] {
            content.accounts.append(try await store.account(of: user))
        }
        return content
    }

    /// Fills a store with a past and a present; closes it.
    private func fill(_ place: Place) async throws -> Content {
        try await AgedStore.live(in: place.open())
        let store = try place.open()
        let claim = try await store.claim(.all, after: .zero)
        try await store.commit([], [.user(SampleRegistry.user("ada"))], under: claim)
        for number: UInt64 in [1, 3] {
            let account = SampleRegistry.account(number)
            try await store.commit([], SampleRegistry.changes(for: account), under: claim)
        }
        var (main, work) = (SampleHistory(), SampleHistory(of: "work"))
        try await store.commit([main.write(30, snapshot: true)], under: claim)
        for count in 1...4 {
            var write = main.write(count)
            write.isMarked = count == 2
            write.accumulatedUptime = .seconds(100)
            write.position = 77
            if count == 3 {
                write.skipped = [SkippedSequences(device: DeviceID(high: 7, low: 7), range: 3...9)]
            }
            try await store.commit([write, work.write(2)], under: claim)
        }
        // It ends a history, and leaves data that is deleted later.
        var gone = SampleHistory(of: "gone")
        try await store.commit([gone.write(5, snapshot: true)], under: claim)
        let actor = Attribution(
            device: nil, name: nil, uid: 0, origin: "pid:1", time: Timestamp(rawValue: 1))
        try await store.commit(
            [], [.eraseScene(gone.key, epoch: gone.epoch, by: actor)], under: claim)
        let content = try await content(of: store, claim)
        await store.close()
        return content
    }

    @Test("A copy has all that devices could notice, under a later term", arguments: pairs)
    func content(_ kinds: (StoreKind, StoreKind)) async throws {
        let (original, place) = (
            try await place(kinds.0, "original"), try await place(kinds.1, "copy")
        )
        let before = try await fill(original)
        let source = try await original.source()
        let header = try source.read { try $0.header() }
        await source.close()
        let summary = try await copy(original, to: place)
        #expect(summary.counts.users == 4)
        #expect(summary.counts.scenes == 5)
        #expect(summary.store == before.identity)
        let store = try place.open()
        let claim = try await store.claim(.all, after: .zero)
        #expect(claim.detectedRestore == nil)
        #expect(claim.term > header.term)
        #expect(try await content(of: store, claim) == before)
        // It goes on as the original would.
        let stored = try #require(before.scenes[SceneKey(user: "ada", scene: .main)])
        var history = SampleHistory(from: stored)
        try await store.commit([history.write(3)], under: claim)
        #expect(try await store.load(history.key, under: claim)?.state == history.state)
        let audit = try await store.audit(
            history.key, upTo: history.revision, wholeStore: false)
        #expect(audit.isSound)
        await store.close()
    }

    @Test("The original begins new epochs once a daemon uses it again", arguments: pairs)
    func original(_ kinds: (StoreKind, StoreKind)) async throws {
        let (original, place) = (
            try await place(kinds.0, "original"), try await place(kinds.1, "copy")
        )
        let before = try await fill(original)
        try await copy(original, to: place)
        let store = try original.open()
        let claim = try await store.claim(.all, after: .zero)
        #expect(claim.detectedRestore?.scenes == 5)
        // Those that nobody has used.
        #expect(claim.detectedRestore?.invitations == 2)
        let key = SceneKey(user: "ada", scene: .main)
        let stored = try #require(try await store.load(key, under: claim))
        #expect(stored.epoch != before.scenes[key]?.epoch)
        #expect(stored.state == before.scenes[key]?.state)
        let again = try await store.claim(.all, after: claim.term)
        #expect(again.detectedRestore == nil)
        await store.close()
    }

    @Test(
        "A copy that ended before it was in place is made again, epochs unchanged",
        arguments: pairs)
    func again(_ kinds: (StoreKind, StoreKind)) async throws {
        let (original, place) = (
            try await place(kinds.0, "original"), try await place(kinds.1, "copy")
        )
        let before = try await fill(original)
        try await copy(original, to: place, finishing: false, retiring: true)
        if case .postgres = place {
            let store = try place.open()
            let error = await #expect(throws: StoreError.self) {
                try await store.claim(.all, after: .zero)
            }
            #expect(error?.description.contains("unfinished copy") == true)
            await store.close()
            await #expect(throws: StoreError.self) { try await place.source() }
        }
        try await copy(original, to: place)
        let store = try place.open()
        let claim = try await store.claim(.all, after: .zero)
        #expect(try await content(of: store, claim) == before)
        await store.close()
    }

    private struct Interrupted: Error {}

    @Test("An interrupted copy changes neither store", arguments: pairs)
    func interruption(_ kinds: (StoreKind, StoreKind)) async throws {
        let (original, place) = (
            try await place(kinds.0, "original"), try await place(kinds.1, "copy")
        )
        let before = try await fill(original)
        await #expect(throws: Interrupted.self) {
            try await copy(
                original, to: place,
                progress: { if $0.completed == $0.total { throw Interrupted() } })
        }
        let store = try original.open()
        let claim = try await store.claim(.all, after: .zero)
        #expect(claim.detectedRestore == nil)
        #expect(try await content(of: store, claim) == before)
        await store.close()
        try await copy(original, to: place)
    }

    @Test("A target that is not empty, and a store in use, are refused", arguments: pairs)
    func refusal(_ kinds: (StoreKind, StoreKind)) async throws {
        let (original, place) = (
            try await place(kinds.0, "original"), try await place(kinds.1, "copy")
        )
        let before = try await fill(original)
        let daemon = try original.open()
        let claim = try await daemon.claim(.all, after: .zero)
        let inUse = await #expect(throws: StoreError.self) { try await copy(original, to: place) }
        #expect(inUse?.description.contains("another navsyncd is using") == true)
        #expect(try await content(of: daemon, claim) == before)
        await daemon.close()

        let other = try place.open()
        let owner = try await other.claim(.all, after: .zero)
        try await other.commit([], [.user(SampleRegistry.user("eve"))], under: owner)
        await #expect(throws: StoreError.self) { try await copy(original, to: place) }
        await other.close()
        let full = await #expect(throws: StoreError.self) { try await copy(original, to: place) }
        let words = kinds.1 == .sqlite ? "copy to another directory" : "is not empty"
        #expect(full?.description.contains(words) == true, "\(String(describing: full))")
        let back = try place.open()
        _ = try await back.claim(.all, after: .zero)
        #expect(try await back.account(of: "eve") != nil)
        #expect(try await back.account(of: "ada") == nil)
        await back.close()
    }

    @Test("A damaged scene, a restored copy and remains of a database are refused")
    func damage() async throws {
        let path = scratch("original/navsync.sqlite")
        _ = try await fill(.sqlite(path))
        let target = Place.sqlite(scratch("copy/navsync.sqlite"))
        let database = try RawDatabase(path)
        try database.run("UPDATE snapshot SET checksum = checksum + 1 WHERE revision = 30")
        let damaged = await #expect(throws: StoreError.self) {
            try await copy(.sqlite(path), to: target)
        }
        #expect(damaged?.description.contains("scene ada/main") == true)
        try database.run("UPDATE snapshot SET checksum = checksum - 1 WHERE revision = 30")
        try database.run("UPDATE store SET copied = 5")
        let restored = await #expect(throws: StoreError.self) {
            try await copy(.sqlite(path), to: target)
        }
        #expect(restored?.description.contains("is a restored copy") == true)
        try database.run("UPDATE store SET copied = NULL")
        try await copy(.sqlite(path), to: target)
        let none = await #expect(throws: StoreError.self) {
            try await copy(.sqlite(scratch("none/navsync.sqlite")), to: target)
        }
        #expect(none?.description.contains("no database at") == true)
        try await copy(
            .sqlite(scratch("copy/navsync.sqlite")), to: .sqlite(scratch("third/navsync.sqlite")))
        try FileManager.default.removeItem(atPath: scratch("copy/navsync.sqlite"))
        let remains = await #expect(throws: StoreError.self) {
            try await copy(.sqlite(scratch("third/navsync.sqlite")), to: target)
        }
        #expect(remains?.description.contains("is missing, but") == true)
    }

    @Test("The check at the end finds each kind of row that is not as in the original")
    func check() async throws {
        let original = Place.sqlite(scratch("original/navsync.sqlite"))
        _ = try await fill(original)
        for (number, loss) in LossyTarget.Loss.allCases.enumerated() {
            let place = Place.sqlite(scratch("copy-\(number)/navsync.sqlite"))
            let error = await #expect(throws: StoreError.self, "\(loss)") {
                try await copy(original, to: place, through: { LossyTarget($0, loss) })
            }
            let words = error?.description ?? ""
            #expect(
                words.contains("the check of the copy failed") || words.contains("is damaged"),
                "\(loss): \(words)")
            await #expect(throws: StoreError.self) { try await place.source() }
        }
    }
}

/// A target that loses a row on its way.
private struct LossyTarget: CopyTarget {
    /// The kinds of losses.
    enum Loss: CaseIterable {
        case account, former, commit, snapshot, mark, receipt, skipped, scene, epoch
    }

    private let target: any CopyTarget
    private let loss: Loss

    init(_ target: any CopyTarget, _ loss: Loss) {
        (self.target, self.loss) = (target, loss)
    }

    func fill<Result>(
        as header: StoreHeader, _ body: (any StoreDraft) throws -> Result
    ) throws -> Result {
        try target.fill(as: header) { try body(Draft(draft: $0, loss: loss)) }
    }

    func finish() async throws(StoreError) { try await target.finish() }
    func close() async { await target.close() }

    private struct Draft: StoreDraft {
        let draft: any StoreDraft
        let loss: Loss

        func add(_ record: AccountRecord) throws {
            if loss == .account, record.account.user.name == "ada" { return }
            let former = loss == .former ? [] : record.former
            try draft.add(AccountRecord(account: record.account, former: former))
        }

        func begin(_ scene: SceneRecord) throws {
            guard loss != .scene || scene.key.scene != "work" else { return }
            let epoch = loss == .epoch ? Epoch(rawValue: 5) : scene.epoch
            try draft.begin(
                SceneRecord(
                    key: scene.key, epoch: epoch, revision: scene.revision,
                    oldestRevision: scene.oldestRevision))
        }

        func add(_ part: ScenePart) throws {
            switch (part, loss) {
            case (.commit(let commit), .commit) where commit.revision == 40: return
            case (.snapshot(let position, _), .snapshot) where position.revision == 30: return
            case (.mark, .mark), (.skipped, .skipped): return
            case (.receipt(let receipt, _), .receipt) where receipt.sequence == 5: return
            default: try draft.add(part)
            }
        }

        func end() throws { try draft.end() }
        func header() throws -> StoreHeader { try draft.header() }
        func counts() throws -> StoreCounts { try draft.counts() }
        func users(after name: UserID?, limit: Int) throws -> [UserID] {
            try draft.users(after: name, limit: limit)
        }
        func record(of user: UserID) throws -> AccountRecord? { try draft.record(of: user) }
        func scenes(after key: SceneKey?, limit: Int) throws -> [SceneRecord] {
            try draft.scenes(after: key, limit: limit)
        }
        func forEachPart(of scene: SceneRecord, _ body: (ScenePart) throws -> Void) throws {
            try draft.forEachPart(of: scene, body)
        }
        func audit(_ scene: SceneRecord) throws -> StoredAudit { try draft.audit(scene) }
    }
}
