import NavigationModel
import NavigationWire
import Synchronization
import Testing

/// Whatever listens where a daemon should: each command ends, by its timeout at the latest.
@Suite("A daemon that answers wrongly or for ever", .inTurns)
struct HostileDaemonTests {
    private static func users(_ names: [String]) -> [UserEntry] {
        names.map {
            UserEntry(
                name: UserID(unchecked: $0), uid: nil, added: .zero, devices: 0, scenes: 0)
        }
    }

    private static func end(
        _ arguments: [String], at daemon: FakeDaemon, in place: Installation
    ) async throws -> Finished {
        try await place.startNavctl(
            as: "desk", ["--timeout", "500ms", "--endpoint", daemon.endpoint] + arguments
        ).end()
    }

    @Test(
        "A list whose pages come again, or go back, is no list",
        arguments: [["ada", "ben"], ["ben", "ada"], ["ada", "ada"]])
    func pagesAgain(names: [String]) async throws {
        try await Installation.run { place in
            let daemon = try FakeDaemon(at: place("fake.sock")) { _ in
                .users(Self.users(names), hasMore: true)
            }
            let result = try await Self.end(["user", "list"], at: daemon, in: place)
            #expect(result.ending == .exit(1), "\(result)")
            #expect(result.errors.text.contains("another question"), "\(result)")
            await daemon.stop()
        }
    }

    @Test("A list that grows for ever ends with the timeout, which is for all its pages")
    func pagesForEver() async throws {
        try await Installation.run { place in
            let count = Atomic(0)
            let daemon = try FakeDaemon(at: place("fake.sock")) { _ in
                let next = count.wrappingAdd(1, ordering: .relaxed).newValue
                return .users(Self.users([String(1_000_000_000 + next)]), hasMore: true)
            }
            let started = ContinuousClock.now
            let result = try await Self.end(["user", "list"], at: daemon, in: place)
            // By the timeout, or by the number of pages on a quick machine.
            #expect(result.ending == .exit(3) || result.ending == .exit(1), "\(result)")
            #expect(ContinuousClock.now - started < .seconds(20))
            await daemon.stop()
        }
    }

    @Test(
        "What never answers the question ends with the timeout",
        arguments: [["show"], ["status"], ["log"], ["push", "a://b"], ["user", "list"]])
    func nonsense(command: [String]) async throws {
        try await Installation.run { place in
            for answer in [[], [0xff, 0xff], Reply(id: 1, result: .done).encoded] as [[UInt8]] {
                let daemon = try FakeDaemon(at: place("fake.sock"), answering: answer)
                let started = ContinuousClock.now
                let result = try await Self.end(command, at: daemon, in: place)
                #expect(result.ending == .exit(3) || result.ending == .exit(1), "\(result)")
                #expect(ContinuousClock.now - started < .seconds(20), "\(result)")
                await daemon.stop()
            }
        }
    }
}
