import Foundation
import NavigationModel
import NavigationWire
import Testing

@Suite("Mirrors that were away while the daemon was restarted", .inTurns)
struct CatchUpTests {
    private static let count = 1_000

    @Test("They get the commits that the log has, byte for byte, and no snapshot")
    func restart() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            let status = try await place.status()
            let user = try #require(UserID(rawValue: status["user"]?.string ?? ""))
            let endpoint = place.endpoint
            try await onOwnThread {
                var device = try BulkDevice(endpoint, user: user, name: "bulk")
                _ = try device.make(Array(repeating: .addToBadge("inbox", 1), count: Self.count))
            }
            try await daemon.stop()
            try await place.daemon()
            try await onOwnThread {
                let device = DeviceID(high: 3, low: 4)
                let connection = try ControlConnection(endpoint)
                guard
                    case .welcome(let welcome) = try connection.ask(
                        .hello(Hello(user: user, device: device, name: "late"))),
                    case .synced(let whole) = try connection.ask(
                        .sync(scene: .main, epoch: .none, revision: .zero))
                else { throw NeverCame("hello and sync were not answered as they should be") }
                #expect(welcome.limits["reads"] == UInt64(UserLimits.reads))
                let head = whole.head
                #expect(head.revision.rawValue == UInt64(Self.count + 1))
                let synced = try Self.commits(head) { revision in
                    guard
                        case .synced(let synced) = try connection.ask(
                            .sync(scene: .main, epoch: head.epoch, revision: revision)),
                        case .commits(let commits) = synced.content
                    else { throw NeverCame("commits after revision \(revision)") }
                    return commits
                }
                let log = try Self.commits(head) { revision in
                    guard
                        case .historyPage(let page) = try connection.ask(
                            .history(scene: .main, after: revision, limit: WireLimits.historyPage))
                    else { throw NeverCame("the log after revision \(revision)") }
                    return page.commits
                }
                #expect(synced.map(\.encoded) == log.map(\.encoded))
                #expect(synced.map(\.revision.rawValue) == Array(2...UInt64(Self.count + 1)))
            }
        }
    }

    /// All commits after the first one, as they are told in parts.
    private static func commits(
        _ head: Head, _ part: (Revision) throws -> [Commit]
    ) throws -> [Commit] {
        var commits: [Commit] = []
        var revision = Revision(rawValue: 1)
        while revision < head.revision {
            let more = try part(revision)
            guard let last = more.last else { throw NeverCame("anything after \(revision)") }
            commits += more
            revision = last.revision
        }
        return commits
    }
}
