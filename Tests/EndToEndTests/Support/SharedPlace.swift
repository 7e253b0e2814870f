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
