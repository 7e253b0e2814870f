import NavigationModel
import NavigationWire
import Testing

@testable import NavigationSync

@Suite("Repeated heads")
struct HeadRepeatTests {
    @Test("After its last commit a scene's head is repeated after 1, 4 and 16 seconds, no more")
    func repeats() async throws {
        var bench = try await DaemonBench()
        _ = await bench.hello(DaemonBench.owner990, as: 1, of: DaemonBench.user)
        #expect(await bench.make(DaemonBench.owner990, as: 1)?.receipt?.revision == 1)
        #expect(await Self.heads(after: .zero, &bench).count == 1, "with its commit")
        for second in 1...40 {
            #expect(await Self.heads(after: .milliseconds(999), &bench).isEmpty, "\(second)")
            let heads = await Self.heads(after: .milliseconds(1), &bench)
            #expect(heads.map(\.revision) == ([1, 4, 16].contains(second) ? [1] : []), "\(second)")
        }
    }

    @Test("A further commit begins the count anew")
    func renewed() async throws {
        var bench = try await DaemonBench()
        _ = await bench.hello(DaemonBench.owner990, as: 1, of: DaemonBench.user)
        for revision in 1...3 {
            let steps = revision == 1 ? DaemonBench.declare : [.addToBadge("a", 1)]
            let receipt = await bench.make(DaemonBench.owner990, as: 1, steps)?.receipt
            #expect(receipt?.revision == Revision(rawValue: UInt64(revision)))
            _ = await Self.heads(after: .seconds(3), &bench)
        }
        // Three seconds have passed since the last.
        var seconds: [Int] = []
        for second in 4...40 where await !Self.heads(after: .seconds(1), &bench).isEmpty {
            seconds.append(second)
        }
        #expect(seconds == [4, 16])
    }

    @Test(
        "Subscribers within 20 ms are answered together, and the next at once", arguments: [19, 20])
    func answers(milliseconds: Int) {
        var announcements = FeedHeartbeats()
        var deadlines = Deadlines<DueSubject>()
        let topic: [UInt8] = [1]
        let isLater = milliseconds >= 20
        let answers = [Duration.zero, .milliseconds(milliseconds)].map {
            announcements.isAnswerDue(to: topic, at: $0, &deadlines)
        }
        #expect(answers == [true, isLater])
        #expect(deadlines.next == (isLater ? nil : .milliseconds(20)))
        let due = deadlines.take(at: .milliseconds(20))
        #expect(due == (isLater ? nil : .subscriptions(topic)))
        #expect(deadlines.next == nil)
        guard !isLater else { return }
        announcements.answer(topic, at: .milliseconds(20))
        #expect(!announcements.isAnswerDue(to: topic, at: .milliseconds(39), &deadlines))
        #expect(announcements.isAnswerDue(to: topic, at: .milliseconds(40), &deadlines))
    }

    /// The heads that are published in some time from now.
    private static func heads(after time: Duration, _ bench: inout DaemonBench) async -> [Head] {
        if time > .zero { await bench.pass(time) }
        defer { bench.published = [] }
        return bench.published.compactMap { feed in
            if case .scene(let head, _, _) = feed { head } else { nil }
        }
    }
}
