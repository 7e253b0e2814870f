import NavigationModel
import SeededRandom
import Synchronization
import Testing

@testable import NavigationSync

@Suite("Deadlines")
struct DeadlinesTests {
    /// A subject that counts each look at it.
    private struct Counted: Hashable, Comparable, Sendable {
        final class Looks: Sendable {
            let count = Atomic<Int>(0)
        }

        let number: Int
        let looks: Looks

        static func == (left: Counted, right: Counted) -> Bool {
            left.looks.count.wrappingAdd(1, ordering: .relaxed)
            return left.number == right.number
        }

        static func < (left: Counted, right: Counted) -> Bool {
            left.looks.count.wrappingAdd(1, ordering: .relaxed)
            return left.number < right.number
        }

        func hash(into hasher: inout Hasher) {
            looks.count.wrappingAdd(1, ordering: .relaxed)
            hasher.combine(number)
        }
    }

    @Test("Taken in the order of time, equal ones in the order of their subjects")
    func order() {
        var deadlines = Deadlines<Int>()
        for (subject, second) in [(3, 5), (1, 5), (2, 1), (4, 9)] {
            deadlines.set(subject, at: .seconds(second))
        }
        var taken: [Int] = []
        while let subject = deadlines.take(at: .seconds(5)) { taken.append(subject) }
        #expect(taken == [2, 1, 3])
        #expect(deadlines.next == .seconds(9) && deadlines.count == 1)
    }

    @Test("A moved deadline holds in place of the old one, a cancelled one not at all")
    func moved() {
        var deadlines = Deadlines<Int>()
        deadlines.set(1, at: .seconds(1))
        deadlines.set(1, at: .seconds(3))
        #expect(deadlines.take(at: .seconds(2)) == nil)
        #expect(deadlines.next == .seconds(3))
        deadlines.set(1, at: .seconds(2))
        #expect(deadlines.next == .seconds(2))
        deadlines.set(1, at: nil)
        #expect(deadlines.next == nil && deadlines.count == 0)
    }

    @Test("The same as a sorted list, whatever is set, cancelled and taken", arguments: 1...20)
    func model(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var deadlines = Deadlines<Int>()
        var model: [Int: Int] = [:]
        for now in 0..<2_000 {
            let subject = Int.random(in: 0..<40, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                deadlines.cancel(subject)
                model[subject] = nil
            case 1:
                let first = model.filter { $0.value <= now }.min { ($0.1, $0.0) < ($1.1, $1.0) }
                #expect(deadlines.take(at: .seconds(now)) == first?.key)
                first.map { model[$0.key] = nil }
                if first == nil, let next = deadlines.next { #expect(next > .seconds(now)) }
            default:
                let due = now + Int.random(in: 0..<100, using: &random)
                deadlines.set(subject, at: .seconds(due))
                model[subject] = due
            }
            let earliest = model.values.min().map { Duration.seconds($0) }
            #expect((deadlines.next == nil) == (earliest == nil))
            if let next = deadlines.next, let earliest { #expect(next <= earliest) }
            #expect(deadlines.entries <= max(64, 2 * deadlines.count) + 1)
        }
    }

    @Test("One that is moved on and on is looked at by its subject alone")
    func postponed() {
        let looks = Counted.Looks()
        var deadlines = Deadlines<Counted>()
        let subjects = (0..<100).map { Counted(number: $0, looks: looks) }
        for subject in subjects { deadlines.set(subject, at: .seconds(1)) }
        let before = looks.count.load(ordering: .relaxed)
        let rounds = 100
        for round in 1...rounds {
            for subject in subjects {
                deadlines.set(subject, at: .seconds(1) + .milliseconds(round))
            }
        }
        // Its hash, and a comparison with the one found by that: rarely with another.
        let all = looks.count.load(ordering: .relaxed) - before
        #expect(all <= rounds * subjects.count * 4)
        // Each is moved in the heap once, by the first that looks for what is due.
        #expect(deadlines.next == .seconds(1))
        #expect(deadlines.take(at: .seconds(1)) == nil)
        #expect(deadlines.next == .milliseconds(1_100))
    }

    @Test(
        "An event looks at no subject that is not due, however many wait",
        arguments: [100, 10_000])
    func looks(count: Int) {
        let looks = Counted.Looks()
        var deadlines = Deadlines<Counted>()
        // All at one time: so the heap compares subjects, too.
        for number in 0..<count {
            deadlines.set(Counted(number: number, looks: looks), at: .seconds(1))
        }
        func looked(_ body: () -> Void) -> Int {
            let before = looks.count.load(ordering: .relaxed)
            body()
            return looks.count.load(ordering: .relaxed) - before
        }
        #expect(looked { _ = deadlines.next } == 0)
        #expect(looked { _ = deadlines.take(at: .milliseconds(999)) } == 0)
        #expect(deadlines.count == count)
        // A few for each level of the heap, of which 10,000 take 14; old entries are dropped at once,
        // which costs each of them the same again.
        let rounds = 50
        let all = looked {
            for number in 0..<rounds {
                _ = deadlines.take(at: .seconds(1))
                let again = Counted(number: count / 2 + number % 3, looks: looks)
                deadlines.set(again, at: .seconds(2 + number))
                if number.isMultiple(of: 5) { deadlines.cancel(again) }
            }
        }
        #expect(all <= rounds * 100)
    }
}

@Suite("The deadlines of a scene's head")
struct FeedHeartbeatsTests {
    private static func key(_ number: Int) -> SceneKey {
        SceneKey(user: UserID(unchecked: "user\(number)"), scene: .main)
    }

    @Test("One deadline for each scene that changed lately, none after the last repeat")
    func repeats() {
        var heartbeats = FeedHeartbeats()
        var deadlines = Deadlines<DueSubject>()
        for number in 0..<1_000 {
            for _ in 0..<3 { heartbeats.committed(Self.key(number), at: .zero, &deadlines) }
        }
        #expect(deadlines.count == 1_000 && deadlines.next == .seconds(1))
        heartbeats.remove(Self.key(7), &deadlines)
        #expect(deadlines.count == 999 && heartbeats.count == 999)
        var times: [Duration] = []
        while let due = deadlines.next {
            guard case .head(let key) = deadlines.take(at: due) else { continue }
            if key == Self.key(1) { times.append(due) }
            heartbeats.repeated(key, at: due, &deadlines)
        }
        #expect(times == [.seconds(1), .seconds(4), .seconds(16)])
        #expect(heartbeats.count == 0)
    }

    @Test("Repeats that a pause has delayed are one")
    func delayed() {
        var heartbeats = FeedHeartbeats()
        var deadlines = Deadlines<DueSubject>()
        heartbeats.committed(Self.key(1), at: .zero, &deadlines)
        #expect(deadlines.take(at: .seconds(5)) == .head(Self.key(1)))
        heartbeats.repeated(Self.key(1), at: .seconds(5), &deadlines)
        #expect(deadlines.next == .seconds(16))
    }
}
