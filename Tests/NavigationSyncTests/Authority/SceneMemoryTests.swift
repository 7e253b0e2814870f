import NavigationModel
import NavigationWire
import SeededRandom
import Testing

@testable import NavigationSync

/// The memory that the allocator hands out for the state of scenes.
@Suite("The memory of states", .serialized)
struct SceneMemoryTests {
    /// Bytes of a popped screen: of its registers, its place on the stack, and the entries of both.
    private static let tombstone = 460
    /// Bytes of a state as a multiple of its snapshot's.
    private static let ratio = 2.5

    @Test("A popped screen takes few bytes")
    func tombstones() async {
        // Memory is counted of a process: one of its own, in which no other test runs.
        await #expect(processExitsWith: .success) {
            let count = 10_000
            var user = User()
            user.perform(.declareTab(TabDescription(id: "inbox", title: "Inbox"), nil))
            for number in 0..<10 { user.push(number, onto: "inbox") }
            let before = try Allocator.bytesInUse()
            for number in 0..<count {
                user.push(number, onto: "inbox")
                user.perform(.pop())
            }
            let taken = (try Allocator.bytesInUse() - before) / count
            print("a popped screen: \(taken) bytes")
            #expect(user.state.totals.screens == count + 10)
            #expect(taken <= Self.tombstone)
        }
    }

    @Test("A scene of five tabs takes less than three times its snapshot")
    func scenes() async {
        await #expect(processExitsWith: .success) {
            var states: [SceneState] = []
            states.reserveCapacity(500)
            let before = try Allocator.bytesInUse()
            for seed in 0..<500 {
                var user = User(seed: UInt64(seed))
                for tab in ["inbox", "calendar", "contacts", "search", "settings"] {
                    let id = TabID(unchecked: tab)
                    user.perform(
                        .declareTab(TabDescription(id: id, title: "My \(tab)", icon: tab), nil))
                    for number in 0..<3 { user.push(number, onto: id) }
                    user.perform(.pop(from: .tab(id)))
                }
                states.append(user.state)
            }
            let taken = (try Allocator.bytesInUse() - before) / states.count
            let length = try #require(states.first).snapshot.count
            print("a scene of five tabs: \(taken) bytes, its snapshot \(length)")
            #expect(Double(taken) <= Self.ratio * Double(length))
        }
    }

    /// Somebody with one device, on which all is executed at once.
    private struct User {
        var state = SceneState()
        private var number: UInt64 = 0
        private var generator: SeededGenerator

        init(seed: UInt64 = 1) {
            generator = SeededGenerator(seed: seed)
        }

        mutating func push(_ number: Int, onto tab: TabID) {
            let screen = ScreenDescription(
                route: "mail://inbox/\(number)", title: "Mail \(number)")
            perform(.push(screen, onto: .tab(tab)))
        }

        mutating func perform(_ intent: Intent) {
            guard let operations = try? state.operations(for: intent, using: &generator) else {
                Issue.record("the intents make sense")
                return
            }
            number += 1
            let change = Change(
                device: DeviceID(high: 1 << 60, low: 1 << 60),
                sequence: SequenceNumber(rawValue: number),
                base: Change.Base(revision: Revision(rawValue: number - 1), latest: state.latest),
                operations: operations)
            let time = Timestamp(rawValue: 1_790_000_000_000_000 + Int64(number) * 1_234_567)
            _ = state.execute(change, at: time, revision: Revision(rawValue: number))
        }
    }
}
