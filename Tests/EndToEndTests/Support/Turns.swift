import Testing

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
