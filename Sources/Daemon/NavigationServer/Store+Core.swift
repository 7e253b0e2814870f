internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire
internal import POSIX

/// The store's operations, with their failures in the core's terms.
extension Store {
    func loading(
        _ key: SceneKey, under claim: Claim
    ) async -> Result<StoredScene?, DaemonCore.PersistenceFailure> {
        do {
            return .success(try await load(key, under: claim))
        } catch {
            return .failure(error.forTheCore)
        }
    }

    func committing(
        _ writes: [SceneWrite], _ changes: [RegistryChange], under claim: Claim
    ) async -> Result<Void, DaemonCore.PersistenceFailure> {
        do {
            return .success(try await commit(writes, changes, under: claim))
        } catch {
            return .failure(error.forTheCore)
        }
    }

    /// Writes a snapshot of a coming batch ahead of time, as far as possible. The batch repeats
    /// what fails here, and reports the failure if it recurs.
    func preparing(_ snapshot: [UInt8], of capture: SceneCapture, under claim: Claim) async {
        try? await prepare(
            snapshot, of: capture.key, at: capture.head.revision, under: claim)
    }

    func compacting(
        _ key: SceneKey, upTo revision: Revision, under claim: Claim
    ) async -> Result<Compaction, DaemonCore.PersistenceFailure> {
        do {
            let limit = DaemonLimits.compactionStep
            return .success(try await compact(key, upTo: revision, limit: limit, under: claim))
        } catch {
            return .failure(error.forTheCore)
        }
    }

    func fetching(
        _ fetch: StoreRead
    ) async -> Result<StoreReadResult, DaemonCore.PersistenceFailure> {
        do throws(StoreError) {
            switch fetch {
            case .tail:
                guard let fetched = await BackgroundQueue.runShort({ fetch.answerFromMemory })
                else {
                    return .failure(.failed("not available in memory"))
                }
                return .success(fetched)
            case .status, .snapshot, .summary:
                guard let fetched = await BackgroundQueue.run({ fetch.answerFromMemory }) else {
                    return .failure(.failed("not available in memory"))
                }
                return .success(fetched)
            case .history(let key, let position, let limit, let head):
                let commits = try await commits(of: key, after: position, limit: limit)
                let page = CommitPage(commits, atMost: WireLimits.chunk, for: .history)
                let hasMore = page.last.map { $0 < head } ?? false
                return .success(.history(page, hasMore: hasMore, of: key))
            case .commits(let key, let mirror):
                let commits = try await commits(of: key, after: mirror, limit: DaemonLimits.tail)
                let page = CommitPage(commits, atMost: WireLimits.chunk)
                return .success(.commits(page, of: key, after: mirror))
            case .heal(let plan):
                return .success(.healed(try await heal(plan), by: plan))
            case .storedReceipt(let key, let device, let sequence, let hash):
                let storedReceipt = try await storedReceipt(of: sequence, by: device, in: key)
                return .success(.storedReceipt(storedReceipt, hash: hash))
            case .state(let key, let revision):
                return .success(
                    .state(try await state(of: key, at: revision), of: key, at: revision))
            case .account(let user):
                return .success(
                    .account(
                        try await account(of: user), try await usage(of: user), of: user))
            case .owner(let principal):
                return .success(.owner(try await owner(of: principal), of: principal))
            case .reserve(let registration):
                let owner = try await reserve(registration.principal, for: registration.user)
                return .success(.reserved(owner, registration))
            case .users(let name, let limit):
                let users = try await users(after: name, limit: limit + 1)
                let entries = try await entries(for: users.prefix(limit))
                return .success(.users(entries, hasMore: users.count > limit))
            case .audit(let capture, let isOfWholeStore):
                let audit = try await audit(
                    capture.key, upTo: capture.head.revision, wholeStore: isOfWholeStore)
                let memory = await BackgroundQueue.run { capture.recomputedHead }
                return .success(.audit(audit, memory: memory))
            }
        } catch {
            return .failure(error.forTheCore)
        }
    }
}

extension Store {
    /// Reads a page of the log, from memory if that has its first commit.
    private func commits(
        of key: SceneKey, after position: MirrorPosition, limit: Int
    ) async throws(StoreError) -> [EncodedCommit] {
        let length = WireLimits.chunk
        if let recent = recentLog(of: key, after: position, limit: limit, length: length) {
            return recent
        }
        return try await log(of: key, after: position.revision, limit: limit, length: length)
    }

    /// Returns a healed scene; `nil` if the stored state can't be read.
    private func heal(_ plan: HealPlan) async throws(StoreError) -> HealedState? {
        guard var healing = await BackgroundQueue.run({ plan.begin() }) else { return nil }
        var last = plan.logStart
        while let after = last, after < plan.logEnd {
            let page = try await commits(
                of: plan.key, after: after, limit: DaemonLimits.tail, length: WireLimits.chunk)
            healing.add(page)
            last = page.last?.revision
        }
        return await BackgroundQueue.run { [healing] in healing.finish() }
    }
}

extension Store {
    /// Returns the entries of the list of users.
    fileprivate func entries(
        for users: some Sequence<RegisteredUser>
    ) async throws(StoreError) -> [UserInfo] {
        var entries: [UserInfo] = []
        for user in users {
            let devices = try await account(of: user.name)?.devices ?? [:]
            let usage = try await usage(of: user.name)
            entries.append(
                UserInfo(
                    name: user.name, uid: user.uid, added: user.added,
                    devices: devices.values.count { $0.revoked == nil },
                    scenes: usage.scenes.count,
                    storage: UInt64(clamping: usage.length), addedBy: user.addedBy))
        }
        return entries
    }
}

extension StoreError {
    var forTheCore: DaemonCore.PersistenceFailure {
        switch self {
        case .fenced: .fenced(description)
        case .indeterminate: .indeterminate(description)
        case .full: .full(description)
        case .damaged(let why): .damaged(Damage(of: nil, why))
        case .damagedScene(let key, let why): .damaged(Damage(of: key, why))
        case .filesMissing: .filesMissing(description)
        case .notOwner, .conflict, .registryConflict, .unavailable, .inUse, .unusable, .lostChanges,
            .missing:
            .failed(description)
        }
    }
}

extension DaemonCore.Event {
    /// A Boolean value indicating whether the store failed because the disk is full.
    var lacksRoom: Bool { if case .full = storeFailure { true } else { false } }

    var storeFailure: DaemonCore.PersistenceFailure? {
        switch self {
        case .loaded(_, .failure(let failure)), .persisted(.failure(let failure)),
            .fetched(_, .failure(let failure)), .compacted(_, .failure(let failure)):
            failure
        case .loaded, .persisted, .fetched, .encoded, .pruned, .compacted, .serverKey, .fleet,
            .request, .requestWithoutLease, .subscribed, .unsubscribed, .unreachable, .measured,
            .room, .proceed, .placed, .tick:
            nil
        }
    }

    /// The operation on the store, if the event is its result.
    var storeAccess: OperatorLog.StoreOperation? {
        switch self {
        case .persisted, .compacted: .writing
        case .loaded, .fetched: .reading
        case .encoded, .pruned, .serverKey, .fleet, .request, .requestWithoutLease, .subscribed,
            .unsubscribed, .unreachable, .measured, .room, .proceed, .placed, .tick:
            nil
        }
    }
}

/// A record, outside of the data directory, of the store's last location: it alone shows, when the
/// data directory is empty, that it was not before. It is in a directory that the daemon has for
/// other purposes.
package struct StoreRecord: Sendable {
    /// The path of the record.
    let path: String

    /// The record's file name.
    package static let fileName = "store"
    /// The maximum length of a path, in bytes.
    private static let length = 4_096

    /// Creates the record in a directory.
    package init(in directory: String) {
        path = "\(directory)/\(Self.fileName)"
    }

    /// Returns a description of the record that there was a store at `database`; `nil` if there is
    /// none.
    package func trace(of database: String) -> String? {
        guard (try? DurableFiles.size(of: path)) ?? nil != nil,
            let bytes = try? DurableFiles.read(path, atMost: Self.length),
            String(decoding: bytes, as: UTF8.self) == Self.text(of: database)
        else { return nil }
        return "the record '\(path)'"
    }

    /// Records a store at `database`. A failure is no reason not to serve.
    func note(_ database: String) {
        guard trace(of: database) == nil else { return }
        try? DurableFiles.replace(path, with: Array(Self.text(of: database).utf8))
    }

    private static func text(of database: String) -> String {
        let directory = DurableFiles.canonical(DurableFiles.directory(of: database))
        return "\(directory)/\(database.split(separator: "/").last ?? "")\n"
    }
}
