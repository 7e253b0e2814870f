internal import DequeModule
internal import DeviceStore
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

/// The subscribers to a mirror's events, with the events that each has yet to receive.
struct EventSubscribers {
    /// The connection and the access at one moment.
    struct Condition {
        let status: MirrorStatus
        let error: NavigationClientError?
        let access: AccessLevel

        func isConnected(as other: Condition) -> Bool {
            status == other.status && error?.code == other.error?.code
                && error?.message == other.error?.message
        }
    }

    private struct Member {
        weak var subscription: Subscription?
        /// The condition whose connection it was told; `nil` before the first event.
        var toldConnection: Condition?
        /// The access that it was told; `nil` before the second event.
        var toldAccess: AccessLevel?
        var settled: Deque<SettledChange> = []
        var missed = 0
        var continuation: CheckedContinuation<MirrorEvent?, Never>?
    }

    private var members: [ObjectIdentifier: Member] = [:]
    private var condition: Condition?

    /// A Boolean value indicating whether there is no subscriber.
    var isEmpty: Bool { members.isEmpty }

    mutating func join(_ subscription: Subscription) {
        removeReleased()
        members[ObjectIdentifier(subscription)] = Member(subscription: subscription)
    }

    /// Removes subscribers that have been released.
    mutating func removeReleased() {
        members = members.filter { $0.value.subscription != nil }
    }

    /// Records the condition as it is now.
    mutating func note(_ condition: Condition) {
        self.condition = condition
    }

    /// Records an outcome for every subscriber.
    mutating func note(_ change: SettledChange) {
        for id in members.keys {
            members[id]?.settled.append(change)
            guard let member = members[id], member.settled.count > MirrorEvents.maxOutcomes else {
                continue
            }
            members[id]?.settled.removeFirst()
            members[id]?.missed += 1
        }
    }

    /// Delivers the events that subscribers wait for.
    mutating func deliver() {
        for (id, member) in members {
            guard let continuation = member.continuation, let event = take(id) else { continue }
            members[id]?.continuation = nil
            continuation.resume(returning: event)
        }
    }

    /// Returns a subscriber's next event, and records that it has it; `nil` if there is none.
    mutating func take(_ subscription: Subscription) -> MirrorEvent? {
        take(ObjectIdentifier(subscription))
    }

    private mutating func take(_ id: ObjectIdentifier) -> MirrorEvent? {
        guard let member = members[id] else { return nil }
        if let condition, member.toldConnection.map({ !$0.isConnected(as: condition) }) ?? true {
            members[id]?.toldConnection = condition
            return .connection(condition.status, condition.error)
        }
        if let access = condition?.access, member.toldAccess != access {
            members[id]?.toldAccess = access
            return .access(access)
        }
        if member.missed > 0 {
            members[id]?.missed = 0
            return .missed(member.missed)
        }
        return members[id]?.settled.popFirst().map { .settled($0) }
    }

    /// Suspends a subscriber until its next event; one wait at a time.
    mutating func wait(
        _ subscription: Subscription, _ continuation: CheckedContinuation<MirrorEvent?, Never>
    ) {
        let id = ObjectIdentifier(subscription)
        guard members[id] != nil else { return continuation.resume(returning: nil) }
        cancel(subscription)
        members[id]?.continuation = continuation
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

extension MirrorDriver {
    /// Adds a subscriber to the events: its first ones are the connection and the access as they
    /// are.
    func joinEvents(_ subscription: Subscription) {
        events.join(subscription)
        outbox.recordsResolutions = true
        deliverEvents()
    }

    /// Returns the next event for a subscriber; `nil` when the client is closed or the task
    /// cancelled.
    func nextEvent(for subscription: Subscription) async -> MirrorEvent? {
        if let event = events.take(subscription) { return event }
        guard !isClosed, !Task.isCancelled else { return nil }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { events.wait(subscription, $0) }
        } onCancel: {
            Task { await leaveEvents(subscription) }
        }
    }

    private func leaveEvents(_ subscription: Subscription) {
        events.cancel(subscription)
    }

    /// Delivers the connection, the access and the outcomes as they are to all subscribers.
    func deliverEvents() {
        guard !events.isEmpty else { return }
        events.removeReleased()
        outbox.recordsResolutions = !events.isEmpty
        events.note(
            EventSubscribers.Condition(
                status: core.status, error: presentError, access: accessLevel))
        for (id, resolution) in outbox.takeResolutions() {
            events.note(SettledChange(id, resolution, in: device))
        }
        events.deliver()
    }

    private var accessLevel: AccessLevel {
        if case .refused(let failure) = core.status, failure.code == .revoked { return .revoked }
        return access.role == .viewer ? .viewer : .full
    }
}

extension SettledChange {
    fileprivate init(
        _ id: OutboxEntry.ID, _ resolution: ChangeResolution, in device: DeviceDatabase
    ) {
        self.id = ChangeID(id)
        operations = (try? device.entry(id)?.operations) ?? []
        switch resolution {
        case .settled(let receipt): result = .success(receipt)
        case .refused(let failure): result = .failure(.refused(by: failure))
        }
    }
}
