internal import BarCommands
internal import CommandLine
internal import Dispatch
internal import Glibc
internal import Live
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationSync
internal import NavigationText
internal import NavigationWire
internal import UnixSignals

/// The shell of a device in the terminal: feeds its model with keys and the mirror's updates, and
/// performs the model's effects.
actor LiveSession {
    let mirror: SceneMirror
    private var model: LiveModel
    /// The traits of the device, then of those drawn beside it; never empty.
    private var devices: [StoredTraits]
    private let options: GlobalOptions
    /// The names of the devices that commits name.
    private var authors = Authors()
    private let terminal: LiveTerminal
    private let rendering: Drawing.Rendering
    /// The model as it was last spoken of; `nil` on a terminal that is looked at.
    private var spoken: LiveModel?

    /// The process that waits for an invited device.
    private var invitation: pid_t?
    private var isInviting = false
    /// The motion that is drawn.
    private var motion: Task<Void, Never>?
    /// A Boolean value indicating whether the arguments of the commands are read, or about to be.
    private var hasCommands = false

    /// The changes to make, one after the other.
    private let changes: AsyncStream<LiveEffect>
    private let changeQueue: AsyncStream<LiveEffect>.Continuation
    /// The end: a signal, or `nil` for a person's wish.
    private let endings: AsyncStream<UnixSignal?>
    private let endingQueue: AsyncStream<UnixSignal?>.Continuation

    /// Takes the terminal, until ``run()`` returns.
    init(
        _ mirror: SceneMirror, _ model: LiveModel, _ stored: StoredTraits,
        _ options: GlobalOptions, _ style: LiveTerminal.Style, _ recording: Recording?
    ) throws(CommandError) {
        self.mirror = mirror
        self.model = model
        devices = [stored]
        self.options = options
        terminal = try LiveTerminal(style, recording)
        spoken = style == .lines ? model : nil
        rendering =
            options.results.rendering == .colored ? .colored : .styled
        (changes, changeQueue) = AsyncStream.makeStream()
        (endings, endingQueue) = AsyncStream.makeStream()
    }

    /// Runs until the person quits, the terminal is gone or a signal ends it, in which case the
    /// process ends by that signal. The terminal is restored whatever happens.
    func run() async throws {
        let result: Result<UnixSignal?, any Error>
        do { result = .success(try await follow()) } catch { result = .failure(error) }
        await terminal.finish()
        if let invitation { kill(invitation, SIGTERM) }
        guard let signal = try result.get() else { return }
        await mirror.client.close()
        ProcessSignals.end(by: signal.rawValue)
    }

    /// Follows keys, mirror and signals until the end.
    private func follow() async throws -> UnixSignal? {
        let keys = try TerminalInput.keys()
        let signals = await UnixSignalsSequence(
            trapping: .sigint, .sigterm, .sighup, .sigquit, .sigwinch)
        let stops = ProcessSignals.stops { [terminal] in terminal.suspend(all: false) }
        defer { stops.cancel() }
        await mirror.setDelegate(
            HookDelegate(directory: options.deviceDirectory) { [weak self] words in
                Task { await self?.take(.told(words)) }
            })
        draw()
        let tasks = [
            Task { await self.follow(keys) },
            Task { await self.follow(signals) },
            Task { await self.followMirror() },
            Task { await self.followPresence() },
            Task { await self.makeChanges() },
        ]
        defer { for task in tasks { task.cancel() } }
        for await ending in endings { return ending }
        return nil
    }

    private func follow(_ keys: AsyncStream<Key>) async {
        for await key in keys {
            take(.key(key))
            await mirror.noteActivity()
        }
        endingQueue.yield(nil)
    }

    private func follow(_ signals: UnixSignalsSequence) async {
        for await signal in signals {
            guard signal == .sigwinch else {
                endingQueue.yield(signal)
                return
            }
            guard let size = TerminalSize.current else { continue }
            take(.resized(size))
            terminal.resize(size)
        }
    }

    private func followMirror() async {
        for await update in mirror.updates {
            let shelved = (try? await mirror.shelfCount) ?? 0
            authors.note(update.commits)
            take(.mirror(MirrorView(update, shelved: shelved, authors)))
            for change in await mirror.takeDeferredOutcomes().listed {
                await settle(change.id, change.operations, change.outcome)
            }
        }
    }

    private func followPresence() async {
        for await event in mirror.events {
            guard case .present(let devices) = event else { continue }
            let rows = devices.map { PresentRow($0, isOwn: $0.device == mirror.device) }
            take(.present(rows.filter { !$0.isOwn } + rows.filter(\.isOwn)))
        }
    }

    /// Makes changes in the order in which they were asked for.
    private func makeChanges() async {
        for await effect in changes {
            do throws(NavigationClientError) { try await make(effect) } catch {
                take(.failed("\(error.words)"))
            }
        }
    }

    // MARK: Events and effects

    /// Takes an event, starts what follows from it, and draws.
    private func take(_ event: LiveEvent) {
        for effect in model.update(event) { start(effect) }
        draw()
    }

    private func draw() {
        if let spoken {
            terminal.say(LiveSpeech(from: spoken, to: model))
            self.spoken = model
            return
        }
        let (drawing, cursor) = LiveScreen(model).frame
        terminal.show(
            LiveTerminal.Frame(
                rows: drawing.renderedRows(rendering),
                cursor: cursor.map { LiveTerminal.Position(row: $0.row, column: $0.column) }))
    }

    private func start(_ effect: LiveEffect) {
        switch effect {
        case .perform, .undo, .redo, .retry: changeQueue.yield(effect)
        case .readLog(let revision): Task { await readLog(to: revision) }
        case .readPast(let revision): Task { await readPast(revision) }
        case .run(let words): Task { await run(words) }
        case .readCommands: readCommands()
        case .listDevices: Task { await listDevices() }
        case .listStoredChanges: Task { await listStoredChanges() }
        case .invite(let name): Task { await invite(name) }
        case .endInvitation: if let invitation { kill(invitation, SIGTERM) }
        case .setTrait(let trait): set(trait)
        case .move(let duration): move(for: duration)
        case .suspend: terminal.suspend(all: true)
        case .redraw: terminal.redraw()
        case .quit: endingQueue.yield(nil)
        }
    }

    /// Draws a motion until it is over, or another begins.
    private func move(for duration: Duration) {
        motion?.cancel()
        let start = ContinuousClock.now
        motion = Task {
            var elapsed = Duration.zero
            while elapsed < duration {
                guard (try? await Task.sleep(for: Self.frame)) != nil else { return }
                elapsed = min(duration, ContinuousClock.now - start)
                take(.moved(elapsed))
            }
        }
    }

    /// The time between two drawings of a motion: 30 in a second, as many as terminals show.
    private static let frame = Duration.milliseconds(33)

    private func set(_ trait: LiveTrait) {
        switch trait {
        case .profile: devices[0].takeNextProfile()
        case .another:
            guard devices.count < Self.mostDevices else { return }
            devices.append(devices[devices.count - 1])
            devices[devices.count - 1].takeNextProfile()
        case .fewer: if devices.count > 1 { devices.removeLast() }
        case .appearance: for index in devices.indices { devices[index].switchAppearance() }
        case .language: for index in devices.indices { devices[index].takeNextLanguage() }
        case .orientation: for index in devices.indices { devices[index].turn() }
        }
        take(.traits(devices.map(LiveTraits.init)))
    }

    /// The most devices that are drawn side by side: more than terminals have room for.
    private static let mostDevices = 8

    private func make(_ effect: LiveEffect) async throws(NavigationClientError) {
        switch effect {
        case .perform(let intent):
            guard let change = try await mirror.perform(intent) else {
                take(.told("already so: nothing to change"))
                return
            }
            awaitOutcome(of: change)
        case .undo: report(try await mirror.undo(), "undid", "undo")
        case .redo: report(try await mirror.redo(), "did again", "redo")
        case .retry(let id):
            guard let change = try await mirror.retry(id) else {
                take(.told("already so: nothing to change"))
                return
            }
            awaitOutcome(of: change)
        case .readLog, .readPast, .run, .readCommands, .listDevices, .listStoredChanges, .invite,
            .endInvitation,
            .setTrait, .move, .suspend, .redraw, .quit:
            break
        }
    }

    private func report(_ step: UndoResult?, _ done: TerminalText, _ name: TerminalText) {
        guard let step, !step.operations.isEmpty else {
            take(.told("nothing to " + name))
            return
        }
        let words = OperationText.words(step.operations)
        guard let change = step.change else {
            take(.told("already reverted: " + words))
            return
        }
        take(.told(done + ": " + words))
        awaitOutcome(of: change)
    }

    // MARK: Outcomes

    private func awaitOutcome(of change: ChangeHandle) {
        Task {
            do throws(NavigationClientError) {
                let receipt = try await change.outcome()
                await settle(change.id, change.operations, receipt.outcomes.mostSevere)
            } catch {
                guard error.code != .closed else { return }
                let words = OperationText.words(change.operations) + ": \(error.words)"
                take(
                    .settled(
                        ReportedOutcome(
                            shelved: change.id, operations: change.operations, words: words)))
            }
        }
    }

    private func settle(
        _ id: ChangeID, _ operations: [Operation], _ outcome: Outcome
    ) async {
        guard outcome.kind != .applied else { return }
        let authors = Authors(await mirror.authors(of: [outcome].explanations))
        let words = OutcomeText.words(outcome, of: operations, authors) ?? .empty
        let isShelved = (try? await mirror.shelf)?.changes.contains { $0.id == id } ?? false
        take(
            .settled(
                ReportedOutcome(
                    shelved: isShelved ? id : nil, operations: operations,
                    words: OperationText.words(operations) + ": " + words, by: outcome.by,
                    isHarmless: outcome.kind == .noop)))
    }

    // MARK: Reading

    private func readLog(to revision: Revision) async {
        let count = UInt64(LiveModel.firstLog)
        let start = Revision(rawValue: revision.rawValue - min(revision.rawValue, count))
        // Without it the list begins with the next commit.
        guard let page = try? await mirror.history(after: start, limit: LiveModel.firstLog)
        else { return }
        let commits = page.commits.filter { $0.revision <= revision }
        var named = authors
        named.note(commits)
        await named.noteDevices(namedIn: commits, of: mirror.client)
        authors = named
        take(.earlier(commits.map { RecentChange($0, authors) }))
    }

    private func readPast(_ revision: Revision) async {
        do throws(NavigationClientError) {
            let past = try await mirror.state(at: revision)
            let commit = try await mirror.commit(revision)
            let before: Scene? =
                revision.previous == .zero
                ? .empty : try? await mirror.state(at: revision.previous).scene
            let differences = before.map { $0.differences(to: past.scene) } ?? []
            take(
                .past(
                    PastView(
                        scene: past.scene, change: commit.map { RecentChange($0, authors) },
                        revision: revision,
                        differences: DifferenceText.lines(of: differences))))
        } catch {
            take(.pastFailed(revision, "\(error.words)"))
        }
    }

    /// Reads the arguments of all commands, once: 0.3 s of processor time on a slow machine.
    private func readCommands() {
        guard !hasCommands else { return }
        hasCommands = true
        Task.detached { await self.take(.commands(CommandTree(of: Navctl.self, isWhole: true))) }
    }

    private func listDevices() async {
        do throws(NavigationClientError) {
            let administration = try await mirror.client.administration(
                timeout: options.timeout.duration)
            let devices = try await administration.devices().devices
            take(.devices(devices.map { DeviceRow($0, isOwn: $0.device == mirror.device) }))
        } catch {
            take(.failed("\(error.words)"))
        }
    }

    private func listStoredChanges() async {
        do throws(NavigationClientError) {
            let waiting = try await mirror.waiting
            let shelved = try await mirror.shelf.changes
            take(
                .storedChanges(
                    waiting.map { StoredChangeRow($0, isShelved: false) }
                        + shelved.map { StoredChangeRow($0, isShelved: true) }))
        } catch {
            take(.failed("\(error.words)"))
        }
    }

    /// Invites a device, and waits until the invitation is used, has expired, or is not to be waited
    /// for any more.
    private func invite(_ name: String) async {
        isInviting = true
        let words = ["device", "invite", "--name", name, "--qr", "--wait"]
        let output = await CommandRun.run(deviceOptions, words) { [weak self] id, lines in
            Task { await self?.showInvitation(id, lines) }
        }
        isInviting = false
        invitation = nil
        take(.invitationEnded(output))
    }

    private func showInvitation(_ id: pid_t, _ lines: [TerminalText]) {
        // The last lines may come after the end.
        guard isInviting else { return }
        invitation = id
        take(.invited(lines))
    }

    /// Runs a command as the same device.
    private func run(_ words: [String]) async {
        take(.printed(await CommandRun.run(deviceOptions, words)))
    }

    /// The options that make a command one of this device.
    private var deviceOptions: [String] {
        var arguments = ["--device", options.deviceDirectory, "--scene", options.scene.rawValue]
        if let endpoint = options.endpoint { arguments += ["--endpoint", endpoint] }
        if let user = options.user { arguments += ["--user", user.rawValue] }
        return arguments
    }
}

extension MirrorView {
    /// The state of a mirror, with the number of changes on the shelf.
    init(_ update: MirrorUpdate, shelved: Int, _ authors: Authors) {
        self.init(
            scene: update.scene, revision: update.revision, pending: update.pendingCount,
            shelved: shelved, status: update.status, problem: update.error?.words,
            changes: update.commits.map { RecentChange($0, authors) }, isReset: update.isReset)
    }
}

extension RecentChange {
    /// A commit, with its time of day on this machine.
    init(_ commit: Commit, _ authors: Authors) {
        let outcome = OutcomeText.words(commit.outcome, of: commit.operations)
        self.init(
            revision: commit.revision, time: String(commit.stamp.time.local.suffix(8)),
            author: commit.author.rawValue,
            words: OperationText.words(commit.operations, naming: authors.devices)
                + (outcome.map { " · " + $0 } ?? .empty))
    }
}

extension DeviceRow {
    /// A device of the daemon's list.
    init(_ device: DeviceInfo, isOwn: Bool) {
        let connections = device.connections > 0 ? "connected" : ""
        let revoked = device.revoked.map { "revoked \($0.local)" }
        self.init(
            id: device.device.description, name: device.name.rawValue, role: device.role.word,
            note: revoked ?? (isOwn ? "this device" : connections), isActive: revoked == nil)
    }
}

extension PresentRow {
    /// A device that is there, with the time of day on this machine.
    init(_ device: PresentDevice, isOwn: Bool) {
        self.init(
            id: device.device, name: device.name.rawValue, tab: device.place?.tab,
            screen: device.place?.screen,
            used: device.place?.lastUse.map { String($0.local.suffix(8).prefix(5)) }, isOwn: isOwn)
    }
}

extension StoredChangeRow {
    /// A change of the outbox or the shelf.
    init(_ change: LocalChange, isShelved: Bool) {
        let reason = change.message.map { ": \($0.label())" as TerminalText } ?? .empty
        self.init(
            id: change.id.description, words: OperationText.words(change.operations) + reason,
            isShelved: isShelved)
    }
}
