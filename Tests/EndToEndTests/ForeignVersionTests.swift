import NavigationModel
import NavigationWire
import SeededRandom
import Testing

@Suite("A foreign protocol version", .inTurns)
struct ForeignVersionTests {
    @Test("A client of another version is refused by the daemon with a remedy")
    func foreignClient() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let endpoint = place.endpoint
            let results = try await onOwnThread {
                var generator = SeededGenerator(seed: 1)
                let device = DeviceID.random(using: &generator)
                let connection = try ControlConnection(endpoint)
                let hello = Hello(version: 99, user: "alex", device: device, name: "newer")
                return [
                    try connection.ask(.hello(hello)),
                    // And it is not let in.
                    try connection.ask(.status(scene: .main)),
                ]
            }
            guard case .failure(let refusal) = results[0], case .failure(let second) = results[1]
            else {
                Issue.record("\(results)")
                return
            }
            #expect(refusal.code == .versionUnsupported)
            #expect(refusal.message.contains("99") && refusal.message.contains("update"))
            #expect(second.code == .helloFirst)
        }
    }

    @Test("A daemon of another version is reported by navctl, and the change is not lost silently")
    func foreignDaemon() async throws {
        try await Installation.run { place in
            let daemon = try FakeDaemon(at: place("fake.sock")) { _ in
                .failure(
                    Failure(.versionUnsupported, "protocol version 1 is not supported, only 99"))
            }
            for words in [["status"], ["show"], ["push", "mail://1"]] {
                let result = try await place.startNavctl(
                    as: "desk", ["--endpoint", daemon.endpoint] + words
                ).end()
                #expect(result.ending == .exit(1), "\(words): \(result)")
                #expect(result.errors.text.contains("version"), "\(words): \(result)")
                #expect(result.errors.text.contains("99"), "\(words): \(result)")
            }
            await daemon.stop()
        }
    }

    @Test("Rejects a daemon that answers nonsense, without waiting for ever")
    func nonsense() async throws {
        try await Installation.run { place in
            let daemon = try FakeDaemon(at: place("fake.sock"), answering: Array("200 OK".utf8))
            let result = try await place.navctl(
                "--endpoint", daemon.endpoint, "--timeout", "2s", "status")
            #expect([1, 3].contains(result.code), "\(result)")
            #expect(!result.errors.text.isEmpty)
            await daemon.stop()
        }
    }
}
