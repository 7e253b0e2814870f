import DeviceStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// The memory of planted bugs.
struct Tap {
    var lastRequest: (bytes: [UInt8], connection: ConnectionID)?
    /// The number of commits that a device has been cheated out of.
    var swallowed = 0
    /// Seals what the daemon did not say, with counters that it does not use.
    var sealers: [[UInt8]: FeedSealer] = [:]
}

/// The points where planted bugs come in; without one, everything passes as it is.
extension Simulation {
    func bugs(_ bug: PlantedBug) -> Bool { self.bug == bug }

    mutating func tapped(_ reply: Reply, to index: Int) -> Reply {
        switch (bug, reply.result) {
        case (.silentHeads, .heads(var silent)):
            // None at all: one of long ago would tell a mirror that something is wrong.
            silent.heads = []
            return Reply(id: reply.id, result: .heads(silent))
        case (.hidesDigests, .heads(var hidden)):
            hidden.heads = hidden.heads.map { hiding($0, from: index) }
            return Reply(id: reply.id, result: .heads(hidden))
        case (.hidesDigests, .synced(let synced)):
            let hidden = SyncReply(
                head: hiding(synced.head, from: index), content: synced.content,
                lastSequence: synced.lastSequence, time: synced.time)
            return Reply(id: reply.id, result: .synced(hidden))
        default: return reply
        }
    }

    private func hiding(_ head: Head, from index: Int) -> Head {
        guard let confirmed = devices[index].process?.core.confirmed,
            confirmed.revision == head.revision
        else { return head }
        return Head(
            scene: head.scene, epoch: head.epoch, revision: head.revision,
            digest: confirmed.state.digest)
    }

    func swallows(_ publication: FeedFrame) -> Bool {
        guard bugs(.silentHeads), case .feed(.scene(_, let commits, _)) = publication else {
            return false
        }
        return commits.isEmpty
    }

    mutating func tapped(_ publication: FeedMessage, to index: Int) -> FeedMessage {
        guard case .scene(let head, let commits, let present) = publication else {
            return publication
        }
        switch bug {
        case .hidesDigests:
            return .scene(hiding(head, from: index), commits, present: present)
        case .closesHoles where index == 0:
            if tap.swallowed == 0, commits.count == 1, head.revision > 3 {
                tap.swallowed = 1
                return .live
            }
            guard tap.swallowed > 0 else { return publication }
            return .scene(head.earlier, commits.map(\.earlier))
        default:
            return publication
        }
    }

    func tapped(_ stored: StoredScene?) -> StoredScene? {
        guard let stored, stored.revision > 2 else { return stored }
        var state = stored.state
        switch bug {
        case .forgetsSettlements:
            return StoredScene(
                epoch: stored.epoch, revision: stored.revision, state: state,
                snapshotRevision: stored.snapshotRevision, last: [:])
        case .readsOldScene:
            let revision = Revision(rawValue: stored.revision.rawValue - 1)
            return StoredScene(
                epoch: stored.epoch, revision: revision, state: state,
                snapshotRevision: stored.snapshotRevision, last: stored.last)
        case .readsAnotherScene:
            state.join(
                [
                    RegisterWrite(
                        record: .tab("inbox"), field: TabField.title,
                        stamp: Stamp(time: state.latest, device: .daemon, sequence: 1),
                        value: .text("another"))
                ], at: stored.revision)
            return StoredScene(
                epoch: stored.epoch, revision: stored.revision, state: state,
                snapshotRevision: stored.snapshotRevision, last: stored.last)
        default:
            return stored
        }
    }

    func tapped(_ changes: [RegistryChange]) -> [RegistryChange] {
        bugs(.dropsRegistry) ? [] : changes
    }

    func tappedHeals(_ changes: [RegistryChange]) -> [RegistryChange] {
        guard bugs(.healsInEpoch) else { return changes }
        return changes.map { change in
            guard case .heal(let key, let healed, let actor) = change,
                let epoch = healed.former.first?.epoch
            else { return change }
            let same = HealedScene(
                epoch: epoch, digest: healed.digest, snapshot: healed.snapshot,
                former: healed.former, store: healed.store, expected: healed.expected,
                common: healed.common)
            return .heal(key, same, by: actor)
        }
    }

    /// Notes the form of a change that claims what it should not.
    mutating func noteClaim(_ submit: SubmitRequest, of index: Int) {
        guard bugs(.claimsToHaveSeen), let change = try? Change(encoded: submit.change) else {
            return
        }
        let entry = devices[index].machine.disk.contents.entries.first {
            $0.sequence == change.sequence && $0.state == .waiting
        }
        if let entry { ledger.note(submit.change, insteadOf: entry, by: devices[index].id) }
    }

    private func tapped(_ account: UserAccount) -> UserAccount {
        var account = account
        for id in account.devices.keys {
            if bugs(.forgetsRevocations) { account.devices[id]?.revoked = nil }
            if bugs(.forgetsRoles) { account.devices[id]?.role = .full }
        }
        if bugs(.forgetsUses) {
            for id in account.invitations.keys { account.invitations[id]?.end = nil }
        }
        return account
    }

    func tapped(_ fetched: StoreReadResult) -> StoreReadResult {
        if case .account(.some(let account), let usage, let user) = fetched {
            return .account(tapped(account), usage, of: user)
        }
        if bugs(.healsWithoutLog), case .healed(_, let plan) = fetched {
            return .healed(plan.begin()?.withoutEffects(of: plan).finish(), by: plan)
        }
        guard bugs(.forgetsSettlements), case .storedReceipt(_, let hash) = fetched else {
            return fetched
        }
        return .storedReceipt(nil, hash: hash)
    }

    func tapped(_ receipt: Receipt) -> Receipt {
        guard bugs(.mixesUpOutcomes) else { return receipt }
        return Receipt(
            sequence: receipt.sequence, outcomes: receipt.outcomes.map { _ in .applied },
            revision: receipt.revision)
    }

    /// Renumbers what waits on a device that has just got a connection.
    mutating func renumberUnasked(_ index: Int) {
        if bugs(.renumbersUnasked) { renumberWaiting(index) }
    }

    /// Gives what waits new numbers, without asking what became of it.
    mutating func renumberWaiting(_ index: Int) {
        let disk = devices[index].machine.disk
        guard let epoch = disk.contents.confirmed?.epoch,
            let first = disk.contents.entries.first(where: { $0.state == .waiting })
        else { return }
        let waiting = disk.contents.entries.filter { $0.state == .waiting }.map(\.sequence)
        try? devices[index].machine.disk.renumber(
            epoch: epoch, after: first.sequence, reused: Set(waiting))
        noteForms(of: index)
    }

    mutating func publishEarly(_ writes: [SceneWrite]) {
        for write in writes {
            guard var state = chronicles[write.key]?.state, let last = write.commits.last,
                let topic = devices.first(where: { $0.key == write.key })?.link.subscription?.topic
            else { continue }
            for commit in write.decodedCommits { state.apply(commit) }
            let head = Head(
                scene: write.key.scene, epoch: write.epoch, revision: last.revision,
                digest: state.digest)
            guard let frame = sealed(.scene(head, write.decodedCommits), on: topic.bytes) else {
                continue
            }
            publish(frame, on: topic.bytes)
        }
    }
}

extension Head {
    fileprivate var earlier: Head {
        Head(
            scene: scene, epoch: epoch, revision: Revision(rawValue: revision.rawValue - 1),
            digest: digest)
    }
}

extension Commit {
    fileprivate var earlier: Commit {
        Commit(
            revision: Revision(rawValue: revision.rawValue - 1), stamp: stamp, author: author,
            operations: operations, outcomes: outcomes, effects: effects)
    }
}

extension Healing {
    /// Returns the healing with a log that is whole, and in which nothing was done.
    fileprivate func withoutEffects(of plan: HealPlan) -> Healing {
        var healing = self
        guard let start = plan.logStart, start < plan.logEnd else { return healing }
        healing.add(
            (start.next.rawValue...plan.logEnd.rawValue).map { revision in
                Commit(
                    revision: Revision(rawValue: revision),
                    stamp: Stamp(time: .zero, device: .daemon, sequence: .zero), author: "nobody",
                    operations: [], outcomes: [], effects: [])
            })
        return healing
    }
}
