internal import DequeModule
internal import DeviceStore
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

/// The connection, the access and the present devices of a mirror at one moment.
struct MirrorCondition {
    let status: MirrorStatus
    let error: NavigationClientError?
    let access: AccessLevel
    var present: [PresentDevice] = []

    func isConnected(as other: MirrorCondition) -> Bool {
        status == other.status && error?.code == other.error?.code
            && error?.message == other.error?.message
    }
}

/// The events that a subscriber has yet to receive.
struct EventBacklog {
    /// The condition whose connection it was told; `nil` before the first event.
    private var toldConnection: MirrorCondition?
    /// The access that it was told; `nil` before the second event.
    private var toldAccess: AccessLevel?
    /// The present devices that it was told.
    private var toldPresent: [PresentDevice] = []
    private var settled: Deque<SettledChange> = []
    private var missed = 0

    mutating func add(_ change: SettledChange) {
        settled.append(change)
        guard settled.count > MirrorEvents.maxOutcomes else { return }
        settled.removeFirst()
        missed += 1
    }

    /// Returns, and removes, the next event of a mirror in a condition; `nil` if there is none.
    mutating func take(in condition: MirrorCondition) -> MirrorEvent? {
        if toldConnection.map({ !$0.isConnected(as: condition) }) ?? true {
            toldConnection = condition
            return .connection(condition.status, condition.error)
        }
        if toldAccess != condition.access {
            toldAccess = condition.access
            return .access(condition.access)
        }
        if toldPresent != condition.present {
            toldPresent = condition.present
            return .present(condition.present)
        }
        if missed > 0 {
            defer { missed = 0 }
            return .missed(missed)
        }
        return settled.popFirst().map { .settled($0) }
    }
}

extension MirrorDriver {
    /// Adds a subscriber to the events: its first ones are the connection and the access as they
    /// are.
    func joinEvents(_ subscription: Subscription) {
        events.join(subscription, EventBacklog())
        outbox.recordsResolutions = true
        deliverEvents()
    }

    /// Returns the next event for a subscriber; `nil` when the client is closed or the task
    /// cancelled.
    func nextEvent(for subscription: Subscription) async -> MirrorEvent? {
        if let event = events.next(for: subscription, { takeEvent(&$0) }) { return event }
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
        for (id, resolution) in outbox.takeResolutions() {
            let change = SettledChange(id, resolution, in: device)
            events.note { $0.add(change) }
        }
        events.deliver { takeEvent(&$0) }
    }

    private func takeEvent(_ backlog: inout EventBacklog) -> MirrorEvent? {
        backlog.take(
            in: MirrorCondition(
                status: core.status, error: presentError, access: accessLevel,
                present: presentDevices))
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
