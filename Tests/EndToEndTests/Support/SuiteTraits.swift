import Testing

/// Gives all tests of a suite one place with one daemon, since starting one for each costs most of
/// their time. Who shares it keeps to a scene of its own.
struct SharedPlace: SuiteTrait, TestScoping {
    @TaskLocal private static var place: Installation?

    /// The place that the running test shares.
    static var current: Installation {
        get throws {
            guard let place else { throw NeverCame("the test's suite shares no place") }
            return place
        }
    }

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await Self.$place.withValue(place) { try await function() }
        }
    }
}

extension Trait where Self == SharedPlace {
    /// One place with one daemon for the whole suite, and for the suites in it.
    static var inOnePlace: SharedPlace { SharedPlace() }
}

/// Lets a few of these tests run at a time: each starts processes of its own, and a machine may
/// have two cores.
struct Turns: TestTrait, SuiteTrait, TestScoping {
    private static let gate = Gate(places: 3)

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        await Self.gate.enter()
        do {
            try await function()
        } catch {
            await Self.gate.leave()
            throw error
        }
        await Self.gate.leave()
    }

    /// Counted places, given in the order of asking.
    private actor Gate {
        private var places: Int
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(places: Int) {
            self.places = places
        }

        func enter() async {
            guard places == 0 else {
                places -= 1
                return
            }
            await withCheckedContinuation { waiting.append($0) }
        }

        func leave() {
            if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
        }
    }
}

extension Trait where Self == Turns {
    /// Runs with a few others of its kind only.
    static var inTurns: Turns { Turns() }
}
