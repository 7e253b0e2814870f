import InMemoryStore
import Logging
import NavigationServer
import NavigationStore
import NavigationSync
import Synchronization
import Testing

@Suite("The server under a supervisor")
struct SupervisorTests {
    @Test("It is ready once, sends heartbeats while the writer replies, and reports stopping")
    func lifeSigns() async throws {
        let supervisor = RecordingSupervisor()
        let daemon = try TestDaemon(store: InMemoryStore(), supervisor: supervisor)
        try await supervisor.waitForSignals(3, of: .works)
        try await daemon.stop()
        let signals = supervisor.signals
        #expect(signals.first == .ready)
        #expect(signals.count { $0 == .ready } == 1)
        #expect(signals.filter { $0 != .works }.last == .stopping)
    }

    @Test("A hung writer stops the heartbeats, although the loop runs, until it replies")
    func hungWriter() async throws {
        let supervisor = RecordingSupervisor()
        let store = InMemoryStore()
        let daemon = try TestDaemon(store: store, supervisor: supervisor)
        try await supervisor.waitForSignals(2, of: .works)
        await store.stall()
        // The loop answers all the while: each hello takes a turn of it, and more time than a beat.
        let device = try TestDevice(1, at: daemon.control)
        var silent = 0
        var last = supervisor.count
        while silent < 20 {
            let timeout = ContinuousClock.now + supervisor.heartbeatInterval
            while ContinuousClock.now < timeout { try await device.hello() }
            silent = supervisor.count == last ? silent + 1 : 0
            last = supervisor.count
        }
        await store.resume()
        try await supervisor.waitForSignals(last + 2, of: .works)
        try await daemon.stop()
    }
}

/// A supervisor that records its signals.
private final class RecordingSupervisor: Supervisor {
    enum Signal: Hashable {
        case ready
        case works
        case stopping
    }

    let heartbeatInterval = Duration.milliseconds(10)
    private let state = Mutex<[Signal]>([])
    private let news = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    var signals: [Signal] { state.withLock { $0 } }
    var count: Int { signals.count { $0 == .works } }

    func serverIsReady() { note(.ready) }
    func heartbeat(_ status: ServerStatus) { note(.works) }
    func serverIsStopping() { note(.stopping) }

    /// Waits for this number of a signal.
    func waitForSignals(_ times: Int, of signal: Signal) async throws {
        for await _ in news.stream where signals.count(where: { $0 == signal }) >= times { return }
    }

    private func note(_ signal: Signal) {
        state.withLock { $0.append(signal) }
        news.continuation.yield()
    }
}
