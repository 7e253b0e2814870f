import NavigationModel
import Testing

/// The time at which a change takes effect.
@Suite struct EffectiveTimeTests {
    private func time(
        received: Int64, age: Int64?, seen: Int64 = 0, done: Int64 = 0
    ) -> Int64 {
        EffectiveTime.of(
            received: Timestamp(rawValue: received), age: age, seen: Timestamp(rawValue: seen),
            done: Timestamp(rawValue: done)
        ).rawValue
    }

    @Test("It is the time of arrival less the age")
    func age() {
        #expect(time(received: 1_000, age: 0) == 1_000)
        #expect(time(received: 1_000, age: 300) == 700)
    }

    @Test("Never before what the device had seen or done")
    func lowerBound() {
        #expect(time(received: 1_000, age: 900, seen: 500) == 501)
        #expect(time(received: 1_000, age: 900, done: 600) == 600)
        #expect(time(received: 1_000, age: 900, seen: 700, done: 600) == 701)
        #expect(time(received: 1_000, age: 0, seen: 2_000) == 2_001)
    }

    @Test("An unknown or impossible age puts it directly after what the device had seen")
    func unknownAge() {
        #expect(time(received: 1_000, age: nil, seen: 500) == 501)
        #expect(time(received: 1_000, age: nil, seen: 500, done: 800) == 800)
        #expect(time(received: 1_000, age: -5, seen: 500) == 501)
        #expect(time(received: 1_000, age: .max, seen: 500) == 501)
        #expect(time(received: 1_000, age: .min, seen: 500) == 501)
    }

    @Test("The ends of the range don't trap")
    func extremes() {
        #expect(time(received: .max, age: 0, seen: .max) == .max)
        #expect(time(received: .min, age: .max) >= 0)
    }
}
