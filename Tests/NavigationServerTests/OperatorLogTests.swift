import Logging
import NavigationTransport
import NavigationWire
import Synchronization
import Testing

@testable import NavigationServer

@Suite("The operator log")
struct OperatorLogTests {
    @Test("Logs throttled lines in their own words, with their count")
    func keptBack() {
        let lines = Lines()
        var log = OperatorLog(Logger(label: "test") { _ in Recorder(lines: lines) })
        for _ in 0..<3 {
            log.disconnected(.local(uid: 7), connections: 1, at: .zero)
            let peer = RefusedPeer(principal: .local(uid: 7), origin: "pid:1")
            log.refused(for: "rate", on: "control", peer, at: .zero)
            log.refused(.notPermitted, to: .local(uid: 7), from: "", at: .zero)
        }
        let messages = [
            "access denied: connections closed", "connections refused", "requests refused",
        ]
        #expect(lines.all.withLock { $0 }.map(\.message) == messages)
        let fields = lines.all.withLock { $0[1].fields }
        #expect(fields["nav.principal"] == "\(Principal.local(uid: 7))")
        #expect(fields["nav.origin"] == "pid:1")
        lines.all.withLock { $0 = [] }
        log.flush(at: .seconds(1))
        let logged = lines.all.withLock { $0 }
        #expect(logged.map(\.message) == messages)
        #expect(logged.map { $0.fields["nav.count"] } == ["2", "2", "2"])
        #expect(logged.map { $0.fields["nav.reason"] } == [nil, "control: rate", "notPermitted"])
    }
}

private final class Lines: Sendable {
    let all = Mutex<[(message: String, fields: [String: String])]>([])
}

/// A handler that keeps what is logged.
private struct Recorder: LogHandler {
    let lines: Lines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = (event.metadata ?? [:]).mapValues { "\($0)" }
        lines.all.withLock { $0.append((event.message.description, fields)) }
    }
}
