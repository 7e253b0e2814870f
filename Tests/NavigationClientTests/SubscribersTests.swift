import NavigationModel
import Testing

@testable import NavigationClient

@Suite("Slow subscribers of a mirror")
struct SubscribersTests {
    /// Commits of 64 KiB each.
    private static func commits(_ count: Int) -> [Commit] {
        let text = String(repeating: "t", count: 65_536)
        return (1...count).map { number in
            let stamp = Stamp(
                time: Timestamp(rawValue: Int64(number)), device: DeviceID(high: 1, low: 1),
                sequence: SequenceNumber(rawValue: UInt64(number)), index: 0)
            let effect = RegisterWrite(
                record: .bar("app.note"), field: BarField.value, stamp: stamp, value: .text(text))
            return Commit(
                revision: Revision(rawValue: UInt64(number)), stamp: stamp, author: "x",
                animated: true, operations: [.setBar("app.note", text)],
                outcomes: [.applied], effects: [effect])
        }
    }

    @Test("The queue of a subscriber is bounded in bytes, and then replaced by the whole scene")
    func bytes() {
        var subscribers = Subscribers<UpdateBacklog, (commits: [Commit], isReset: Bool)>()
        let subscription = Subscription()
        subscribers.join(subscription, UpdateBacklog())
        func next() -> (commits: [Commit], isReset: Bool)? {
            subscribers.next(for: subscription) { $0.take() }
        }
        #expect(next()?.isReset == true, "first the scene as it is")
        subscribers.note(Self.commits(100))
        #expect(next()?.commits.count == 100)
        for _ in 0..<3 { subscribers.note(Self.commits(50)) }
        let news = next()
        #expect(news?.commits.isEmpty == true && news?.isReset == true)
        subscribers.note(Self.commits(2))
        #expect(next()?.commits.count == 2, "and then it goes on")
        #expect(next() == nil)
    }
}
