internal import CommandLine
internal import FoundationEssentials
internal import Glibc
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import POSIX
internal import NavigationWire
internal import UnixSignals

/// A run of the script: a real daemon, three devices, a connection that can be cut, and its
/// display.
///
/// Everything that happens comes in through one stream of events, in `wait(for:until:)`.
actor Demo {
    private enum Event {
        case report(DemoDevice, DeviceReport)
        case deviceEnded(DemoDevice, Int32)
        case daemonEnded(Int32)
        case cleaned
        case signal(UnixSignal)
        case pressed(KeyPress)
        case liveEnded
        case alarm(Int)
    }

    private let script: DemoScript
    private let pause: Duration
    private var display: DemoDisplay

    private let directory: DemoDirectory
    private let proxy: SocketProxy
    private let daemon: DaemonProcess
    private var devices: [DemoDevice: ChildProcess] = [:]
    private var reports: [DemoDevice: DeviceReport] = [:]
    private var sent: [DemoDevice: Int] = [:]
    private var caption = ""

    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private var alarms = 0
    /// A Boolean value indicating whether all steps are done, and the frames on the screen the last.
    private var isCompared = false
    private var pressed: KeyPress?
    /// A Boolean value indicating whether the terminal is that of a device that is taken over.
    private var isTaken = false
    private var isEnding = false
    private var isCleaned = false

    /// The timeout of any step.
    private static let timeout = Duration.seconds(30)
    /// The time for the processes to end after the request to.
    private static let farewell = Duration.seconds(5)

    /// Starts the daemon; the devices follow in ``run()``.
    ///
    /// - Parameter pause: the time that people need to follow a step.
    init(_ script: DemoScript, pause: Duration, display: DemoDisplay) throws(CommandError) {
        self.script = script
        self.pause = pause
        self.display = display
        let program = try DaemonProcess.find()
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        self.events = events
        self.continuation = continuation
        let directory = try DemoDirectory()
        self.directory = directory
        proxy = SocketProxy(
            from: directory.relayedSockets, to: directory.sockets,
            names: ["control.sock", "feed.sock"])
        do {
            daemon = try DaemonProcess(program, in: directory) { event in
                switch event {
                case .ended(let status): continuation.yield(.daemonEnded(status))
                case .cleaned: continuation.yield(.cleaned)
                }
            }
        } catch {
            directory.remove()
            throw error
        }
    }

    /// Runs all steps and compares the results. No process and no file is left behind, whatever
    /// happens.
    func run() async throws -> ConvergenceReport {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
        let watching = Task { [continuation] in
            for await signal in signals { continuation.yield(.signal(signal)) }
        }
        defer { watching.cancel() }
        let result: Result<ConvergenceReport, any Error>
        do {
            let verdict = try await perform()
            isCompared = true
            display.append(ConvergenceTable(verdict: verdict, columns: display.columns).drawing)
            display.restore()
            try await offerDevices()
            result = .success(verdict)
        } catch {
            display.restore()
            result = .failure(error)
        }
        await end()
        do { return try result.get() } catch let timeoutError as DemoTimeout {
            throw CommandError(message: "\(timeoutError.message)")
        }
    }

    private func perform() async throws -> ConvergenceReport {
        try proxy.connect()
        for device in DemoDevice.allCases { devices[device] = try start(device) }
        for (index, step) in script.steps.enumerated() {
            caption = "\(index + 1)/\(script.steps.count)  \(step.caption)"
            try await perform(step)
        }
        return try await compare()
    }

    private func perform(_ step: DemoStep) async throws {
        display.show(frame)
        try await rest(pause * 0.4)
        switch step.cable {
        case .cut: proxy.cut()
        case .restored: try proxy.connect()
        case nil: break
        }
        for (device, commands) in step.commands { send(commands, to: device) }
        try await wait(for: step.caption) { isMet(step.expectation) }
        display.finishStep(frame)
        try await rest(pause * 0.6)
    }

    private var frame: Drawing {
        DemoFrame(
            reports: reports, caption: caption, columns: display.columns,
            screenRows: display.screenRows
        ).drawing
    }

    // MARK: Devices

    private func start(_ device: DemoDevice) throws(CommandError) -> ChildProcess {
        let name = device.rawValue
        let sockets = device == .tablet ? directory.relayedSockets : directory.sockets
        return try ChildProcess(
            ChildProcess.Launch(
                process: ProcessLaunch(
                    path: ProgramFile.path,
                    arguments: [
                        DemoDeviceCommand.name, "--name", name,
                        "--endpoint", "ipc://\(sockets)/control.sock",
                        "--device", directory.device(name),
                    ],
                    environment: directory.environment),
                log: directory.log(of: name),
                lifeline: daemon.lifeline),
            onLine: { [continuation] line in
                let report = try? JSONDecoder().decode(DeviceReport.self, from: Data(line.utf8))
                if let report { continuation.yield(.report(device, report)) }
            },
            onEnd: { [continuation] in continuation.yield(.deviceEnded(device, $0)) })
    }

    private func send(_ commands: [DeviceAction], to device: DemoDevice) {
        for command in commands {
            guard let line = try? JSONEncoder().encode(command) else { continue }
            devices[device]?.send(Array(line))
            sent[device, default: 0] += 1
        }
    }

    private func isMet(_ expectation: DemoStep.Expectation) -> Bool {
        switch expectation {
        case .allLive:
            return DemoDevice.allCases.allSatisfy { reports[$0]?.connection == .live }
        case .offline(let device):
            return reports[device]?.connection == .offline
        case .waiting(let device, let changes):
            return hasObeyed(device) && reports[device]?.pending == changes
        case .equal(let members):
            let all = members.compactMap { reports[$0] }
            return members.allSatisfy(hasObeyed)
                && all.allSatisfy { $0.isSettled && $0.connection == .live }
                && Set(all.map(\.revision)).count == 1
        }
    }

    private func hasObeyed(_ device: DemoDevice) -> Bool {
        reports[device]?.tally.handled == sent[device, default: 0]
    }

    // MARK: Taking over

    /// Lets the person at the terminal be one of the devices, then another, until they press any
    /// other key. All devices follow meanwhile.
    private func offerDevices() async throws {
        while display.isWatched, let keys = KeyInput() {
            display.append(
                Drawing(
                    width: display.columns, lines: [StyledLine(), StyledLine(Self.offer, .accent)]))
            let device: DemoDevice?
            do {
                defer { keys.restore() }
                device = try await pressedDevice()
            }
            guard let device else { return }
            isTaken = true
            try startLive(as: device)
            try await wait(for: "navctl live", within: nil) { !isTaken }
        }
    }

    private static let offer: TerminalText =
        "p, t or d takes over phone, tablet or desk; any other key ends the demo."

    /// Returns the device whose name begins with the next key; `nil` for any other key.
    private func pressedDevice() async throws -> DemoDevice? {
        pressed = nil
        do throws(ThreadError) {
            try startThread(named: "demo-key") { [continuation] in
                continuation.yield(.pressed(KeyPress.next()))
            }
        } catch {
            throw CommandError(message: "\(error)")
        }
        try await wait(for: "a key", within: nil) { pressed != nil }
        return DemoDevice.allCases.first { $0.rawValue.utf8.first == pressed?.byte }
    }

    /// Starts `navctl live` on this terminal, as one more process of a device.
    private func startLive(as device: DemoDevice) throws(CommandError) {
        let launch = ProcessLaunch(
            path: ProgramFile.path,
            arguments: [
                "live", "--endpoint", "ipc://\(directory.sockets)/control.sock",
                "--device", directory.device(device.rawValue),
            ],
            environment: directory.environment, hasOwnGroup: false)
        let id: Int32
        do throws(FileError) { id = try launch.start([:]) } catch { throw CommandError(error) }
        do throws(ThreadError) {
            try startThread(named: "demo-live") { [continuation] in
                _ = ProcessEnding.wait(for: id, blocking: true)
                continuation.yield(.liveEnded)
            }
        } catch {
            _ = kill(id, SIGKILL)
            throw CommandError(message: "can't follow a process: \(error)")
        }
    }

    // MARK: The end

    /// Compares the devices with the daemon, after giving them time to reach its revision.
    private func compare() async throws -> ConvergenceReport {
        let mode = MirrorMode.oneShot(timeout: Self.timeout)
        let client = try await NavigationClient(
            ClientConfiguration(
                endpoint: "ipc://\(directory.sockets)/control.sock",
                deviceDirectory: directory.device("navctl"), deviceName: "navctl"))
        let session = try await client.mirror(mode: mode)
        let status: Result<ConvergenceReport.Daemon, any Error>
        do {
            let head = try await session.status().head
            status = .success(
                ConvergenceReport.Daemon(
                    digest: head.digest.description, revision: head.revision.rawValue))
        } catch {
            status = .failure(error)
        }
        await client.close()
        let head = try status.get()
        do {
            try await wait(for: "revision \(head.revision)") {
                DemoDevice.allCases.allSatisfy { reports[$0]?.revision == head.revision }
            }
        } catch is DemoTimeout {
            // Then the report shows the revision of each.
        }
        return ConvergenceReport(
            devices: DemoDevice.allCases.map {
                ConvergenceReport.Device($0, reports[$0] ?? DeviceReport())
            },
            daemon: head)
    }

    /// Ends the devices, then the daemon, and waits until all processes have ended.
    private func end() async {
        isEnding = true
        proxy.cut()
        for device in devices.values { device.closeInput() }
        try? await wait(for: "the devices to exit", within: Self.farewell) { devices.isEmpty }
        for device in devices.values { device.signal(SIGKILL) }
        daemon.end()
        try? await wait(for: "the daemon to exit", within: Self.farewell) { isCleaned }
    }

    // MARK: Events

    /// Pauses for people; everything else continues.
    private func rest(_ duration: Duration) async throws {
        guard duration > .zero else { return }
        do { try await wait(for: "", within: duration) { false } } catch is DemoTimeout {}
    }

    /// Takes events until a condition is met; without a limit as long as a person likes.
    ///
    /// - Throws: ``DemoTimeout`` when it takes too long, ``CommandError`` when a process fails,
    ///   ``Interruption``.
    private func wait(
        for what: String, within limit: Duration? = timeout, until isMet: () -> Bool
    ) async throws {
        alarms += 1
        let alarm = alarms
        let timer = limit.map { limit in
            Task { [continuation] in
                try await Task.sleep(for: limit)
                continuation.yield(.alarm(alarm))
            }
        }
        defer { timer?.cancel() }
        var iterator = events.makeAsyncIterator()
        while !isMet() {
            guard let event = await iterator.next(isolation: self) else { return }
            if case .alarm(alarm) = event {
                throw DemoTimeout(message: "timed out waiting for \(what) (\(stateOfDevices))")
            }
            try take(event)
        }
    }

    private func take(_ event: Event) throws {
        switch event {
        case .report(let device, let report):
            reports[device] = report
            if let failure = report.tally.failure {
                throw CommandError(
                    message: "\(device.rawValue) failed: \(failure)")
            }
            if !isEnding, !isCompared { display.show(frame) }
        case .deviceEnded(let device, let status):
            devices[device] = nil
            guard !isEnding else { return }
            throw CommandError(
                message:
                    "\(device.rawValue) exited with status \(status)\(directory.tail(of: device.rawValue))"
            )
        case .daemonEnded(let status):
            guard !isEnding else { return }
            throw CommandError(
                message: "navsyncd exited with status \(status)\(directory.tail(of: "navsyncd"))")
        case .cleaned:
            isCleaned = true
            if !isEnding { throw CommandError(message: "the daemon's supervisor exited") }
        case .signal(let signal):
            if !isEnding { throw Interruption(signal: signal) }
        case .pressed(let key):
            pressed = key
        case .liveEnded:
            isTaken = false
        case .alarm:
            break
        }
    }

    private var stateOfDevices: String {
        DemoDevice.allCases.map { device in
            guard let report = reports[device] else { return "\(device.rawValue): no report" }
            return
                "\(device.rawValue): \(report.connection.rawValue), revision \(report.revision), "
                + "\(report.pending) pending"
        }.joined(separator: "; ")
    }
}

/// The interruption of the demo by a signal.
struct Interruption: Error {
    /// The signal.
    let signal: UnixSignal
}

/// The event that did not happen in time.
private struct DemoTimeout: Error {
    let message: String
}
