internal import NavigationModel
package import NavigationWire

/// Download of a snapshot: for a mirror that lags too far, is of another history, or has diverged.
extension MirrorCore {
    /// Handles different digests at one revision: the state is replaced, once; another difference
    /// before a later revision was equal is a fault that a snapshot does not repair.
    mutating func diverge(at now: Duration, _ effects: inout [Effect]) {
        guard !divergence.isLasting, !isSyncing else { return }
        guard divergence.beginRepair(at: confirmed.revision) else {
            divergence.isLasting = true
            return
        }
        divergence.cause = .differs
        // Waiters for the mirror wait for the snapshot.
        catchUp.isSynced = false
        catchUp.needsSnapshot = true
        sync(at: now, &effects)
    }

    /// The last revision that the daemon is known to have had, by its commits or by its receipts.
    var seenRevision: Revision {
        let settled = pending.lazy.filter { $0.epoch == confirmed.epoch }.compactMap(\.revision)
        return max(confirmed.revision, settled.max() ?? .zero)
    }

    /// Handles a daemon that no longer has revisions that it had sent: its state is accepted, and
    /// both are reported, once.
    mutating func acceptRollback(at now: Duration, _ effects: inout [Effect]) -> Bool {
        guard divergence.beginRepair(at: confirmed.revision) else { return false }
        catchUp.needsSnapshot = true
        sync(at: now, &effects)
        return true
    }

    /// Requests a fresh snapshot on a person's behalf; now, or as soon as there is a connection.
    mutating func repair(at now: Duration, _ effects: inout [Effect]) {
        divergence.allowRepair()
        catchUp.isSynced = false
        catchUp.needsSnapshot = true
        if welcome != nil { sync(at: now, &effects) }
    }

    mutating func fetchOn(at now: Duration, _ effects: inout [Effect]) {
        guard let download = catchUp.fetch?.download else { return }
        guard !download.isComplete else { return finishFetching(at: now, &effects) }
        let call = Request.Call.snapshotPart(
            scene: scene, id: download.id, offset: download.bytes.count)
        request(call, for: .snapshotPart, at: now, &effects)
    }

    mutating func take(
        _ content: [UInt8], at offset: Int, _ now: Duration, _ effects: inout [Effect]
    ) {
        guard catchUp.fetch?.download.take(content, at: offset) ?? false else {
            return takeRefusal(.unusableSnapshot, at: now, &effects)
        }
        fetchOn(at: now, &effects)
    }

    private mutating func finishFetching(at now: Duration, _ effects: inout [Effect]) {
        guard let fetched = catchUp.fetch else { return }
        catchUp.fetch = nil
        guard let state = try? SceneState(snapshot: fetched.download.bytes) else {
            return takeRefusal(.unusableSnapshot, at: now, &effects)
        }
        catchUp.needsSnapshot = false
        let former = confirmed
        let fresh = ConfirmedScene(
            epoch: fetched.head.epoch, revision: fetched.head.revision, state: state,
            lastSequence: fetched.lastSequence, former: fetched.former)
        let cause = divergence.takeCause()
        let isSameHistory = fresh.epoch == former.epoch
        if cause == nil, !catchUp.requestsSnapshot, isSameHistory, fresh.revision < former.revision
        {
            // The feed was quicker than the snapshot: the mirror's state is newer.
            return finishSync(at: fetched.head, fetched.lastSequence, now, &effects)
        }
        for history in fetched.former where history.isHealed && !isSameHistory {
            let seen = history.epoch == former.epoch ? former.revision : .zero
            effects.append(.requeue(history.epoch, after: max(history.end, seen)))
        }
        if let cause {
            let divergence = Divergence(cause: cause, mirror: former, daemon: fresh)
            effects.append(.report(divergence))
        }
        confirmed = fresh
        divergence.repaired(at: fresh.revision, isEqual: state.digest == fetched.head.digest)
        if cause == .ahead {
            // Their commits will not come any more.
            pending.removeAll { $0.revision.map { $0 > confirmed.revision } ?? false }
        }
        effects.append(.replace(confirmed, former: former))
        discardContainedStates()
        effects.append(.changed([], isReset: true))
        finishSync(at: fetched.head, fetched.lastSequence, now, &effects)
    }
}

/// A snapshot download, part by part, within the bounds that every daemon keeps.
package struct SnapshotDownload: Sendable {
    /// The daemon's id of the snapshot.
    package let id: UInt64
    /// The bytes received.
    package private(set) var bytes: [UInt8] = []
    private let length: Int
    private var parts = 0

    /// Creates an empty download; `nil` if the snapshot would be longer than
    /// `WireLimits.snapshot`.
    package init?(id: UInt64, length: Int) {
        guard 0...WireLimits.snapshot ~= length else { return nil }
        self.id = id
        self.length = length
    }

    /// A Boolean value indicating whether all parts have arrived.
    package var isComplete: Bool { bytes.count == length }

    /// Adds the next part; returns `false` for one that was not requested or is longer than
    /// allowed, and for one more than `WireLimits.snapshotParts`: a daemon that sends such is not
    /// to be sent another request.
    package mutating func take(_ content: [UInt8], at offset: Int) -> Bool {
        parts += 1
        guard offset == bytes.count, parts <= WireLimits.snapshotParts,
            1...WireLimits.chunk ~= content.count, content.count <= length - bytes.count
        else { return false }
        bytes += content
        return true
    }
}

extension Failure {
    /// The failure of a daemon whose snapshot violates the protocol.
    package static let unusableSnapshot = Failure(
        .malformed,
        "the daemon's snapshot is invalid", advice: "update the older of client and daemon")
}
