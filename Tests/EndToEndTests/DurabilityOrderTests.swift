import Foundation
import NavigationModel
import NavigationWire
import Testing

@Suite("The order of the daemon's system calls", .inTurns)
struct DurabilityOrderTests {
    private static let routes = (1...5).map { "order://marker/\($0)" }

    @Test("A change is synced to disk before its reply and its publication leave")
    func syncedFirst() async throws {
        let tool = try Trace.tool
        try await Installation.run { place in
            let file = place("trace.txt")
            let traced = try await Self.run(tool, into: file, in: place)
            #expect(traced.ending == .exit(0), "\(traced)")
            let trace = try Trace(String(contentsOfFile: file, encoding: .utf8))
            try Self.check(trace)
        }
    }

    /// A traced daemon, a watcher, and a few changes; ends when the trace is complete.
    private static func run(
        _ tool: String, into file: String, in place: Installation
    ) async throws -> Finished {
        let binary = try Installation.binaries.get() + "/navsyncd"
        // The shell prints its process id, and then becomes the daemon.
        let strace = try place.start(
            tool, Trace.options + ["-o", file, "/bin/sh", "-c", "echo $$; exec \"$0\"", binary])
        try await strace.untilReady()
        let line = try await strace.wait(for: "the daemon's number") { $0.output.lines.first }
        let daemon = try #require(pid_t(line))

        try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
        let watch = try await place.watch(as: "tablet")
        for route in routes { try await place.change("push", route) }
        let head = try await place.status()["daemon"]?["revision"]?.integer
        try await watch.untilRevision(try #require(head))
        #expect(try Watched(watch).replacements.isEmpty)
        kill(daemon, SIGTERM)
        return try await strace.end()
    }

    private static func check(_ trace: Trace) throws {
        let replies = try SentFrame.all(in: trace, to: "control.sock").map { frame in
            (frame.started, try Reply(encoded: frame.body).result)
        }
        let receipts = replies.compactMap { started, result in
            if case .receipt(let receipt) = result { (started, receipt.revision) } else { nil }
        }
        let welcome = try #require(
            replies.lazy.compactMap { _, result in
                if case .welcome(let welcome) = result { welcome } else { nil }
            }.first)
        // Publications come as two frames, the first of which is the topic.
        let commits = try SentFrame.all(in: trace, to: "feed.sock").filter { !$0.hasMore }
            .flatMap { frame -> [(Int, Commit)] in
                let publication = try FeedFrame(
                    opening: frame.body, topic: welcome.topic, key: welcome.feedKey)
                guard case .feed(.scene(_, let commits, _)) = publication else { return [] }
                return commits.map { (frame.started, $0) }
            }

        #expect(receipts.count == routes.count + 1)
        let published = commits.flatMap { $0.1.operations.compactMap(\.route) }
        #expect(published == routes, "each change was published once")
        for (index, route) in routes.enumerated() {
            let revision = Revision(rawValue: UInt64(index) + 2)
            let replied = try #require(receipts.first { $0.1 == revision }).0
            let reported = try #require(commits.first { $0.1.revision == revision }).0
            let synced = try completionOfSync(of: route, before: min(replied, reported), in: trace)
            #expect(synced < replied, "\(route): the reply left before the sync was done")
            #expect(synced < reported, "\(route): the publication left before the sync was done")
        }
    }

    /// Returns the time at which the log that holds the route was durable, by the first sync that
    /// began after it had been written; fails if the log was written once more before `moment`
    /// without being synced.
    private static func completionOfSync(
        of route: String, before moment: Int, in trace: Trace
    ) throws -> Int {
        let marker = Array(route.utf8)
        let log = trace.calls.filter { $0.path.hasSuffix("-wal") && $0.result >= 0 }
        // Zeros are space for later commits.
        let written = log.filter { $0.name == "pwrite64" && $0.bytes.contains { $0 != 0 } }
        let first = try #require(
            written.first { $0.bytes.contains(marker) }?.started, "\(route) is in the log")
        #expect(first < moment, "\(route) was told before it was written")
        let last = try #require(
            written.last { $0.started < moment }?.completed, "the log was written")
        let sync = try #require(
            log.first { $0.name.hasSuffix("sync") && $0.started > last },
            "the log is synced after it was written for \(route)")
        return try #require(sync.completed)
    }
}

extension NavigationModel.Operation {
    /// The route of what is pushed.
    fileprivate var route: String? {
        guard let push = payload as? PushOperation else { return nil }
        return push.attributes.first { $0.field == ScreenField.route }?.value.text
    }
}
