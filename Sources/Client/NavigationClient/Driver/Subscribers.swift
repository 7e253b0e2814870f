internal import NavigationModel
internal import NavigationSync

/// The subscribers of a mirror, with the updates that each has yet to receive.
///
/// The updates for a slow subscriber are combined into one. The overflow rule: beyond ``limit``
/// commits, or ``lengthLimit`` bytes of them, that is an update without commits, marked as a reset.
struct Subscribers {
    private struct Member {
        weak var subscription: Subscription?
        var commits: [Commit] = []
        /// Approximate bytes of these.
        var length = 0
        /// The first update is the scene as it is.
        var isReset = true
        var hasUpdate = true
        var continuation: CheckedContinuation<MirrorUpdate?, Never>?

        mutating func add(_ more: [Commit], ofLength moreLength: Int, _ isReplacement: Bool) {
            isReset =
                isReset || isReplacement || commits.count + more.count > Subscribers.limit
                || length + moreLength > Subscribers.lengthLimit
            commits = isReset ? [] : commits + more
            length = isReset ? 0 : length + moreLength
        }
    }

    private var members: [ObjectIdentifier: Member] = [:]

    /// Commits that one update carries at most.
    static let limit = 4_096
    /// Bytes in memory that the commits of one update take at most.
    static let lengthLimit = 8_388_608

    mutating func join(_ subscription: Subscription) {
        members = members.filter { $0.value.subscription != nil }
        members[ObjectIdentifier(subscription)] = Member(subscription: subscription)
    }

    /// Records a change for every subscriber.
    mutating func note(_ commits: [Commit] = [], isReset: Bool = false) {
        let length = members.isEmpty ? 0 : commits.reduce(0) { $0 + $1.lengthInMemory }
        for id in members.keys {
            members[id]?.hasUpdate = true
            members[id]?.add(commits, ofLength: length, isReset)
        }
    }

    /// Delivers the updates that subscribers wait for.
    mutating func deliver(_ update: ([Commit], Bool) -> MirrorUpdate) {
        for (id, member) in members where member.hasUpdate {
            guard let continuation = member.continuation else { continue }
            members[id]?.continuation = nil
            guard let (commits, isReset) = takeUpdate(of: id) else { continue }
            continuation.resume(returning: update(commits, isReset))
        }
    }

    /// Returns, and clears, a subscriber's pending update; `nil` if there is none.
    mutating func takeUpdate(of subscription: Subscription) -> ([Commit], Bool)? {
        takeUpdate(of: ObjectIdentifier(subscription))
    }

    private mutating func takeUpdate(of id: ObjectIdentifier) -> ([Commit], Bool)? {
        guard let member = members[id], member.hasUpdate else { return nil }
        members[id]?.hasUpdate = false
        members[id]?.commits = []
        members[id]?.length = 0
        members[id]?.isReset = false
        return (member.commits, member.isReset)
    }

    /// Suspends a subscriber until its next update; one wait at a time.
    mutating func wait(
        _ subscription: Subscription, _ continuation: CheckedContinuation<MirrorUpdate?, Never>
    ) {
        let id = ObjectIdentifier(subscription)
        members[id]?.continuation?.resume(returning: nil)
        members[id]?.continuation = continuation
        if members[id] == nil { continuation.resume(returning: nil) }
    }

    /// Ends a subscriber's wait.
    mutating func cancel(_ subscription: Subscription) {
        let id = ObjectIdentifier(subscription)
        members[id]?.continuation?.resume(returning: nil)
        members[id]?.continuation = nil
    }

    /// Ends all waits.
    mutating func close() {
        for id in members.keys {
            members[id]?.continuation?.resume(returning: nil)
            members[id]?.continuation = nil
        }
    }
}

extension Commit {
    /// Approximate bytes of the commit: its texts are in an operation and in its effect, and
    /// shared.
    fileprivate var lengthInMemory: Int {
        effects.reduce(512) { $0 + 256 + $1.value.bytes.count }
    }
}

/// The identity of a subscriber, for as long as it lives.
final class Subscription: Sendable {}

extension MirrorDriver {
    /// Adds a subscriber: its first update is the scene as it is.
    func join(_ subscription: Subscription) {
        subscribers.join(subscription)
    }

    /// Returns the next update for a subscriber; `nil` when the client is closed or the task
    /// cancelled.
    func next(for subscription: Subscription) async -> MirrorUpdate? {
        if let (commits, isReset) = subscribers.takeUpdate(of: subscription) {
            return update(commits: commits, isReset: isReset)
        }
        guard !isClosed, !Task.isCancelled else { return nil }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { subscribers.wait(subscription, $0) }
        } onCancel: {
            Task { await leave(subscription) }
        }
    }

    private func leave(_ subscription: Subscription) {
        subscribers.cancel(subscription)
    }

    /// The mirror as it is.
    var current: MirrorUpdate { update(commits: [], isReset: true) }

    /// Returns the mirror as it is, with the commits that led there.
    func update(commits: [Commit], isReset: Bool) -> MirrorUpdate {
        let shown = projected()
        return MirrorUpdate(
            scene: shown, state: core.confirmed.state, epoch: core.confirmed.epoch,
            revision: core.confirmed.revision,
            pendingCount: core.pending.count(where: \.isWaiting), status: core.status,
            error: presentError, commits: commits, isReset: isReset)
    }

    /// The error that stands in the way at present.
    var presentError: NavigationClientError? {
        localErrors.error ?? connectionError ?? otherStore
    }

    /// Returns the optimistic scene, computed once for all subscribers.
    private func projected() -> Scene {
        if let projection { return projection }
        let scene =
            core.pending.isEmpty
            ? core.confirmed.state.scene : core.optimisticState(at: Uptime.now).scene
        projection = scene
        return scene
    }
}
