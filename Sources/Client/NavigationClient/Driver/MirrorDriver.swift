internal import DeviceStore
internal import Dispatch
internal import Reactor
internal import NavigationModel
internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire
internal import ZeroMQ

/// The shell around one `MirrorCore`: feeds it with the events of the transport, the clock and
/// the callers, and performs its effects in order.
///
/// It lives on the reactor's thread with its sockets. The device's database is small and its calls
/// are short, so they are made right here; only the wait for another process has its own thread.
actor MirrorDriver {
    nonisolated let host: ReactorThread
    /// The lifetime of the client, which its users hold.
    private(set) weak var lifetime: ClientLifetime?
    nonisolated let key: SceneKey
    nonisolated let configuration: ClientConfiguration
    let device: DeviceDatabase
    /// The watch on the device's other processes.
    nonisolated let otherProcesses: OtherProcesses
    /// The connection, on the same thread.
    nonisolated let connection: DaemonConnection

    var core: MirrorCore
    /// The changes that wait here.
    var outbox: Outbox
    /// The right to submit them.
    var sender = SenderRight()
    var unsaved = UnsavedState()
    /// The store that the device belongs to, as this process last read it.
    var boundStore: DeviceHome
    var access: DeviceAccess
    var localErrors = LocalErrors()
    /// The callers that wait for the mirror.
    var readiness = Waiters<Readiness, Result<Void, NavigationClientError>>()
    var subscribers = Subscribers<UpdateBacklog, MirrorUpdate>()
    var events = Subscribers<EventBacklog, MirrorEvent>()
    var delegate = AttachedDelegate()
    /// The reports of this device's place.
    var placeReports = PlaceReports()
    /// The optimistic scene, until something changes.
    var projection: Scene?
    private(set) var isClosed = false
    private var timer: (id: TimerID, due: Duration)?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe host.reactor.asUnownedSerialExecutor()
    }

    /// Creates a driver that is not connected yet; it shows what the device last knew.
    init(
        _ opened: OpenedClient, _ device: OpenedDevice, key: SceneKey, mode: MirrorMode
    ) throws(NavigationClientError) {
        let confirmed: ConfirmedScene?
        do { confirmed = try device.database.confirmed(key) } catch {
            guard mode.toleratesDamage else { throw .device(error, at: opened.path) }
            confirmed = nil
        }
        host = opened.host
        lifetime = opened.lifetime
        configuration = opened.configuration
        self.device = device.database
        otherProcesses = device.otherProcesses
        boundStore = device.boundStore
        access = DeviceAccess(
            pairing: device.pairing,
            // If the directory can't be read, the next call throws.
            role: configuration.role.limited(
                by: (try? device.database.role(for: key.user)) ?? .full))
        self.key = key
        outbox = Outbox(of: key, in: device.database, isFlushed: mode.flushesOutbox)
        connection = DaemonConnection(opened.candidates, on: opened.host)
        let hello = Hello(
            user: key.user, device: device.database.device, name: device.database.name,
            platform: MachinePlatform.name, nextServerKey: device.pairing?.nextServerKey,
            isEphemeral: opened.configuration.isEphemeral, role: opened.configuration.role)
        core = MirrorCore(
            scene: key.scene, hello: hello, confirmed: confirmed ?? .nothing,
            home: device.boundStore.store(at: opened.candidates[0]), followsFeed: mode.followsFeed)
    }

    /// Opens the connection. To be called once.
    func start() throws(NavigationClientError) {
        do {
            try onConnection { connection in
                try connection.start { [weak self] event in
                    self?.assumeIsolated { $0.handle(event) }
                }
            }
        } catch {
            throw .transport(error)
        }
        lifetime?.add { await self.close() }
        if core.followsFeed { watchOthers() }
        step([outboxEvent()])
        if core.followsFeed, configuration.isHidden { step([.place(nil)]) }
    }

    /// Handles the transport's events.
    private func handle(_ event: DaemonConnection.Event) {
        guard !isClosed else { return }
        switch event {
        case .connected:
            // Another process of the device may have changed something meanwhile.
            reloadBoundStore()
            step([outboxEvent(), oldestBase(), .connected])
        case .disconnected:
            save()
            step([.disconnected])
        case .unavailable(let reason, let isNew):
            if case .refused(.unknownKey) = reason {
                step([.refused(.unknownKey)])
                reloadPairing()
            }
            failWaiters(.unavailable(reason, at: connection.endpoint))
            if isNew { show() }
        case .feedRefused:
            // Without a feed the mirror polls; and the reply on control says who is authorized.
            break
        case .control(let bytes):
            step([.reply(bytes)])
        case .feed(let bytes):
            step([.feed(bytes)])
        }
    }

    /// Runs events, and those that result from their effects, through the core.
    func step(_ events: [MirrorCore.Event]) {
        var events = events
        while let event = events.isEmpty ? placeEvent() : events.removeFirst() {
            for effect in core.step(event, at: Uptime.now) { events += perform(effect) }
        }
        if unsaved.isFull || outbox.isFull { save() }
        if core.showsOther, core.connectedStore == .unknown { showBoundStore() }
        applyWelcome()
        resumeWaiters()
        if isUnavailable { outbox.endReaders() }
        // A one-shot session fails at once: the state will not change by the deadline.
        if !core.followsFeed, lastingRefusal != nil { outbox.endWaits() }
        deliverUpdates()
        deliverEvents()
        scheduleTick()
    }

    /// Performs one effect of the core; returns the events that result from it.
    private func perform(_ effect: MirrorCore.Effect) -> [MirrorCore.Event] {
        switch effect {
        case .send(let request):
            send(request)
        case .follow(let address, let topic):
            do { try onConnection { try $0.follow(address, topic: topic) } } catch {
                report(.transport(error))
            }
        case .reconnect:
            onConnection { $0.reconnect(avoidsPresent: true) }
        case .append(let commits):
            unsaved.add(commits)
        case .replace(_, let former):
            unsaved.addWhole(insteadOf: former)
            // Another process may have submitted changes that it contains.
            return [outboxEvent()]
        case .requeue(let epoch, let revision):
            attempt { try outbox.requeue(epoch, after: revision) }
            return [outboxEvent()]
        case .report(let divergence):
            keep(divergence)
        case .reached(let store):
            return reach(store)
        case .readOldestBase:
            return [oldestBase()]
        case .acquireSender:
            return acquireSender()
        case .submitting(let sequences):
            attempt { try outbox.noteSubmission(of: sequences) }
        case .releaseSender:
            save()
            sender.release()
        case .settle(_, let receipt):
            outbox.settle(receipt)
        case .refuse(let sequence, let failure):
            attempt { try outbox.refuse(sequence, because: failure) }
        case .renumber(let last, let reused):
            save()
            attempt {
                try outbox.renumber(epoch: core.confirmed.epoch, after: last, reused: reused)
            }
            return [outboxEvent()]
        case .changed(let commits, let isReset):
            projection = nil
            placeReports.changed()
            outbox.settle(commits, besides: core.pending)
            subscribers.note(commits, isReset: isReset)
        case .status:
            subscribers.note()
        case .present:
            // The events are delivered after each step.
            break
        }
        return []
    }

    /// Sends a request; a frame that is lost the core sends again, or it reconnects.
    private func send(_ request: Request) {
        // Nothing is submitted that is not recorded in the directory first.
        guard !device.isClosed else { return }
        onConnection { _ = $0.send(request.encoded) }
    }

    /// Runs a body on the connection, which is on the same thread.
    func onConnection<Result: Sendable>(
        _ body: (isolated DaemonConnection) throws -> Result
    ) rethrows -> Result {
        try connection.assumeIsolated(body)
    }

    /// Returns the outbox as it is on disk now, for the core.
    func outboxEvent() -> MirrorCore.Event {
        do {
            let changes = try outbox.read(above: core.confirmed.revision)
            attempt { try outbox.resumeSettled() }
            return .outbox(changes)
        } catch  where error.code == .adopted {
            // Not while the core's effects are being performed.
            host.reactor.schedule(after: .zero) { [weak self] in
                self?.assumeIsolated { $0.reloadBoundStore() }
            }
            return .outbox([])
        } catch {
            report(.device(error, at: device.path))
            return .outbox(core.pending)
        }
    }

    private func oldestBase() -> MirrorCore.Event {
        .oldestBase(attempt { try outbox.oldestBase() } ?? nil)
    }

    // MARK: Time

    private func scheduleTick() {
        guard !isClosed else { return }
        let now = Uptime.now
        let due = core.nextTick(after: now)
        if let timer {
            guard due < timer.due else { return }
            host.reactor.cancel(timer.id)
        }
        let id = host.reactor.schedule(after: due - now) { [weak self] in
            self?.assumeIsolated { $0.tick() }
        }
        timer = (id, due)
    }

    private func tick() {
        timer = nil
        guard !isClosed else { return }
        localErrors.error = nil
        save()
        if core.connectedStore == .other { reloadBoundStore() }
        step([.tick])
        tickForOthers()
    }

    // MARK: Errors

    /// Runs a body with the device's directory; returns `nil`, and shows the error, if it throws.
    @discardableResult
    func attempt<Result>(_ body: () throws -> Result) -> Result? {
        do { return try body() } catch {
            report(.device(error, at: device.path))
            return nil
        }
    }

    /// Records an error, and shows it.
    func report(_ error: NavigationClientError) {
        localErrors.error = error
        show()
    }

    /// Delivers the mirror as it is to all subscribers.
    private func show() {
        subscribers.note()
        deliverUpdates()
        deliverEvents()
    }

    /// Saves what is due, releases all resources, and ends all sequences. Idempotent.
    func close() {
        guard !isClosed else { return }
        save()
        isClosed = true
        onConnection { $0.close() }
        sender.release()
        unwatchOthers()
        if let timer { host.reactor.cancel(timer.id) }
        delegate.removed()
        outbox.endWaits()
        readiness.expireAll()
        subscribers.close()
        events.close()
    }
}

/// The clock that mirrors run by: time since boot, suspend included, the same for all processes of
/// a device, so that the age of a change survives the process that made it.
enum Uptime {
    /// The present time.
    static var now: Duration { .nanoseconds(BootTimeInstant.now().nanoseconds) }

    /// Returns the time of an instant that the outbox stored; `nil` if it was before the last boot.
    static func of(_ instant: BootTimeInstant) -> Duration? {
        let now = BootTimeInstant.now()
        return instant.age(at: now).map { .nanoseconds(now.nanoseconds) - .microseconds($0) }
    }
}
