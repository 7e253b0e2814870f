internal import CommandLine
internal import Glibc
internal import NavigationBars
internal import NavigationClient
internal import NavigationJSON
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire
internal import Web

/// A browser: a device of its own, with all its pages. It follows the scene while it has one, and is
/// then present for the others.
actor BrowserDevice {
    /// A page, and the part of the state that it has.
    private struct Viewer {
        let traits: DeviceTraits
        /// The id that the page gave itself.
        let key: String
        let wakeup: AsyncStream<Void>.Continuation
        var isDue = true
        var shown: Scene?
        var lastNotice = 0
    }

    /// An open client, and the tasks that follow its mirror.
    private struct Connection {
        let client: NavigationClient
        let mirror: SceneMirror
        var tasks: [Task<Void, Never>] = []
    }

    private let name: String
    private let directory: String
    private let files: WebDirectory
    private let scene: SceneID
    private let configuration: ClientConfiguration
    private let file: DeviceFile<HandedOver>

    private var opening: Task<Connection, any Error>?
    private var connection: Connection?
    private var current: MirrorUpdate?
    private var present: [PresentDevice] = []
    private var isViewer = false
    /// A Boolean value indicating whether the mirror had its time to catch up with the daemon.
    private var hasCaughtUp = false
    private var notices: [(id: Int, content: [String: JSON])] = []
    private var lastNotice = 0

    private var viewers: [Int: Viewer] = [:]
    private var lastPage = 0
    private var closing: Task<Void, Never>?
    private var beats: Task<Void, Never>?

    private var handed: HandedOver?
    private var lane: Task<Void, Never>?
    private var rate = TokenBucket(
        rate: WebLimits.browserRate.rate, size: WebLimits.browserRate.size, at: .zero)
    private var gestureRate = TokenBucket(
        rate: WebLimits.gestureRate.rate, size: WebLimits.gestureRate.size, at: .zero)
    private let epoch = ContinuousClock.now
    /// A Boolean value indicating whether the browser was removed: it is no device any more.
    private var hasEnded = false

    init(
        _ session: WebDirectory.Session, _ directory: String, in files: WebDirectory,
        _ options: GlobalOptions, isHidden: Bool
    ) {
        name = session.name
        self.directory = directory
        self.files = files
        file = files.handedOver(of: directory)
        scene = options.scene
        var configuration = options.configuration
        configuration.deviceDirectory = files.device(of: directory)
        configuration.deviceName = DeviceName(rawValue: session.name)
        configuration.isHidden = isHidden
        configuration.role = session.isViewer ? .viewer : .full
        self.configuration = configuration
    }

    /// Returns `false` if the browser sends more requests than it may.
    func mayRequest() -> Bool { rate.take(at: .now - epoch) }

    /// Returns `false` if the browser sends more gestures than it may.
    func mayPerform(_ count: Int) -> Bool { gestureRate.take(count, at: .now - epoch) }

    // MARK: Connection

    private func open() async throws -> SceneMirror {
        guard !hasEnded else { throw Ended() }
        closing?.cancel()
        closing = nil
        if let connection { return connection.mirror }
        let task: Task<Connection, any Error>
        if let opening {
            task = opening
        } else {
            task = Task { [configuration, scene] in
                let client = try await NavigationClient(configuration)
                do {
                    return Connection(client: client, mirror: try await client.mirror(of: scene))
                } catch {
                    await client.close()
                    throw error
                }
            }
            opening = task
        }
        defer { opening = nil }
        let opened = try await task.value
        guard connection == nil else { return opened.mirror }
        guard !hasEnded else {
            await opened.client.close()
            throw Ended()
        }
        connection = opened
        try identify(opened.client)
        let mirror = opened.mirror
        current = await mirror.current
        isViewer = await mirror.role == .viewer
        connection?.tasks = [
            Task { [weak self] in for await update in mirror.updates { await self?.take(update) } },
            Task { [weak self] in for await event in mirror.events { await self?.take(event) } },
        ]
        return mirror
    }

    /// The error of a browser that was removed meanwhile.
    private struct Ended: Error {}

    /// Stores the id of the device, by which people name it when they remove it.
    private func identify(_ client: NavigationClient) throws(CommandError) {
        guard var session = try files.session(of: directory).read(), session.identity == nil,
            let device = client.device
        else { return }
        session.identity = WebDirectory.Session.Identity(
            device: device, user: client.user, since: Int64(time(nil)))
        try files.session(of: directory).write(session)
    }

    /// Ends a browser that was removed: its pages say so, and others no longer see it.
    func end() async {
        hasEnded = true
        closing?.cancel()
        beats?.cancel()
        // The last signal is read before the end of the stream.
        wakePages()
        for viewer in viewers.values { viewer.wakeup.finish() }
        viewers = [:]
        await disconnect()
    }

    /// Ends the connection; changes stay in the outbox.
    func close() async {
        closing?.cancel()
        beats?.cancel()
        for viewer in viewers.values { viewer.wakeup.finish() }
        viewers = [:]
        await disconnect()
    }

    private func disconnect() async {
        guard let connection else { return }
        self.connection = nil
        hasCaughtUp = false
        for task in connection.tasks { task.cancel() }
        await connection.client.close()
        present = []
    }

    /// Disconnects after a while without pages, once all changes are submitted.
    private func closeLater() {
        guard viewers.isEmpty, connection != nil else { return }
        beats?.cancel()
        beats = nil
        closing?.cancel()
        closing = Task { [weak self] in
            repeat {
                guard (try? await Task.sleep(for: WebLimits.linger)) != nil else { return }
            } while await self?.hasPendingChanges == true
            await self?.disconnectIfUnused()
        }
    }

    private var hasPendingChanges: Bool { (current?.pendingCount ?? 0) > 0 }

    private func disconnectIfUnused() async {
        guard viewers.isEmpty, !Task.isCancelled else { return }
        closing = nil
        await disconnect()
    }

    private func take(_ update: MirrorUpdate) {
        current = update
        wakeAll()
    }

    private func take(_ event: MirrorEvent) async {
        switch event {
        case .present(let devices): present = devices
        case .access(.revoked):
            // The server follows the directory, and ends this device.
            try? files.remove(directory)
            return
        case .access(let access): isViewer = access == .viewer
        case .settled(let change): await settle(change)
        case .connection, .missed: return
        }
        wakeAll()
    }

    private func settle(_ change: SettledChange) async {
        let reason: PageReason?
        var author: DeviceName?
        switch change.result {
        case .success(let receipt):
            let outcome = receipt.outcomes.mostSevere
            reason = PageReason(outcome)
            if reason != nil, let mirror = connection?.mirror {
                author = await mirror.authors(of: [outcome].explanations).values.first
            }
        case .failure(let error): reason = PageReason(error)
        }
        guard let reason else { return }
        lastNotice += 1
        let content: [String: JSON] = [
            "id": JSON(lastNotice), "action": JSON(change.operations.first?.name),
            "reason": .string(reason.rawValue), "by": JSON(author?.rawValue),
        ]
        notices.append((lastNotice, content))
        notices.removeFirst(max(0, notices.count - WebLimits.notices))
    }

    /// Removes a notice that a person has read.
    func read(_ notice: Int) {
        notices.removeAll { $0.id == notice }
    }

    // MARK: Pages

    /// The number of pages.
    var pageCount: Int { viewers.count }

    /// Adds a page, in place of a stream that it had before; `nil` if the browser has as many as it
    /// may.
    func follow(_ traits: DeviceTraits, as key: String) async throws -> EventStream? {
        for (id, viewer) in viewers where viewer.key == key && !key.isEmpty { leave(id) }
        guard viewers.count < WebLimits.streamsOfBrowser else { return nil }
        _ = try await open()
        let (wakeups, wakeup) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        lastPage += 1
        viewers[lastPage] = Viewer(traits: traits, key: key, wakeup: wakeup)
        wakeup.yield()
        beat()
        return EventStream(page: Page(lastPage, of: self), wakeups: wakeups)
    }

    /// Removes a page that says farewell.
    func leave(_ key: String) {
        for (id, viewer) in viewers where viewer.key == key { leave(id) }
    }

    /// Removes a page.
    func leave(_ page: Int) {
        viewers.removeValue(forKey: page)?.wakeup.finish()
        closeLater()
    }

    private func beat() {
        guard beats == nil else { return }
        beats = Task { [weak self] in
            while (try? await Task.sleep(for: WebLimits.beat)) != nil { await self?.wakePages() }
        }
    }

    private func wakePages() {
        for viewer in viewers.values { viewer.wakeup.yield() }
    }

    private func wakeAll() {
        for page in viewers.keys { viewers[page]?.isDue = true }
        wakePages()
    }

    /// Returns the next event for a page: what has changed, or a beat.
    func news(for page: Int) -> String {
        guard !hasEnded else { return "event: removed\ndata: {}\n\n" }
        guard var viewer = viewers[page], viewer.isDue, let current else {
            return "event: beat\ndata: {}\n\n"
        }
        viewer.isDue = false
        var members: [String: JSON] = [
            "view": PageView(current.scene, on: viewer.traits, present: names).json,
            "status": status(current),
        ]
        if let shown = viewer.shown, shown != current.scene {
            let words = Announcement.strings(
                from: shown, to: current.scene, on: viewer.traits)
            if !words.isEmpty { members["say"] = .array(words.map(JSON.string)) }
        }
        let news = notices.filter { $0.id > viewer.lastNotice }
        if let last = news.last {
            viewer.lastNotice = last.id
            members["notices"] = .array(news.map { .object($0.content) })
        }
        viewer.shown = current.scene
        viewers[page] = viewer
        return "data: \(JSON.object(members).text)\n\n"
    }

    /// The names of the other devices on each tab.
    private var names: [TabID: [String]] {
        var names: [TabID: [String]] = [:]
        for device in present where device.device != connection?.mirror.device {
            guard let tab = device.place?.tab else { continue }
            names[tab, default: []].append(device.name.rawValue)
        }
        return names
    }

    private func status(_ update: MirrorUpdate) -> JSON {
        let state =
            switch update.status {
            case .live: "live"
            case .syncing: "syncing"
            case .feedBlocked: "feedBlocked"
            case .offline: "offline"
            case .refused, .diverged: "refused"
            }
        return .object([
            "state": .string(state), "name": .string(name), "pending": JSON(update.pendingCount),
            "revision": JSON(update.revision), "digest": .string(update.digest.description),
            "viewer": .bool(isViewer),
            // Offline the state says it all.
            "problem": JSON(
                update.status == .offline
                    ? nil : update.error.map { PageReason($0).rawValue }),
            "here": .array(
                present.map { device in
                    .object([
                        "name": .string(device.name.rawValue),
                        "own": .bool(device.device == connection?.mirror.device),
                        "place": .string(
                            update.scene.words(for: device.place?.tab, device.place?.screen)
                                ?? ""),
                    ])
                }),
        ])
    }

    // MARK: Gestures

    /// Performs gestures, each once however often the browser sends it, and returns the response.
    func take(_ batch: GestureBatch) async -> JSON {
        let before = lane
        let task = Task {
            await before?.value
            return await perform(batch)
        }
        lane = Task { _ = await task.value }
        defer { closeLater() }
        return await task.value
    }

    private func perform(_ batch: GestureBatch) async -> JSON {
        var results: [JSON] = []
        func respond(_ problem: PageReason? = nil) -> JSON {
            .object(["results": .array(results), "problem": JSON(problem?.rawValue)])
        }
        do {
            let mirror = try await open()
            try await catchUp(mirror)
            var handed = try await handedOver(mirror)
            await mirror.noteActivity()
            for gesture in batch.gestures {
                var reason: PageReason?
                if !handed.contains(gesture.number, of: batch.journal) {
                    handed.begin(
                        gesture.number, of: batch.journal,
                        lastChange: try await mirror.newestChange?.rawValue ?? 0)
                    try file.write(handed)
                    reason = try await perform(gesture.action, in: mirror)
                    handed.end()
                    self.handed = handed
                }
                results.append(
                    .object([
                        "number": JSON(gesture.number), "reason": JSON(reason?.rawValue),
                    ]))
            }
            try file.write(handed)
            return respond()
        } catch let error as NavigationClientError {
            return respond(PageReason(error))
        } catch {
            return respond(.server)
        }
    }

    /// Waits, once for a connection, until the mirror has caught up: gestures were made on what the
    /// page showed, which this device's directory may not have yet. Without any scene to make a
    /// change on, the browser keeps them.
    private func catchUp(_ mirror: SceneMirror) async throws(NavigationClientError) {
        guard !hasCaughtUp else { return }
        if let error = await mirror.waitUntilReady(within: SceneMirror.firstSyncTimeout),
            await mirror.current.revision == .zero
        {
            throw error
        }
        hasCaughtUp = true
    }

    private func handedOver(_ mirror: SceneMirror) async throws -> HandedOver {
        if let handed { return handed }
        var handed = try file.read()
        handed.recover(lastChange: try await mirror.newestChange?.rawValue ?? 0)
        self.handed = handed
        return handed
    }

    /// Performs an action; returns the reason if it is refused for good, and throws if it can be
    /// performed later.
    private func perform(
        _ action: Gesture.Action, in mirror: SceneMirror
    ) async throws(NavigationClientError) -> PageReason? {
        do throws(NavigationClientError) {
            switch action {
            case .perform(let change):
                try await mirror.perform(
                    change.intent, requiredRevision: change.requiredRevision,
                    animated: change.isAnimated, beneath: change.isBeneath)
            case .undo: try await mirror.undo()
            case .redo: try await mirror.redo()
            case .unreadable: return .unreadable
            }
            return nil
        } catch {
            switch error.code {
            case .impossible:
                // Possible, perhaps, in the scene as the daemon has it.
                switch await mirror.current.status {
                case .live, .feedBlocked: return .impossible
                case .offline, .syncing, .refused, .diverged: throw error
                }
            case .vetoed, .refused, .viewer: return PageReason(error)
            case .configuration, .unreachable, .notPermitted, .notPaired, .revoked, .damaged,
                .otherStore, .device, .closed:
                throw error
            }
        }
    }
}
