/// How long a client that is refused waits until it tries again: each time about twice as long, a
/// little at random, so that many clients don't come at once.
struct RetryBackoff {
    /// The first wait is between this and twice as long.
    static let shortest = Duration.milliseconds(250)
    /// No wait is longer.
    static let longest = Duration.seconds(30)

    private var step = shortest * 2

    /// The next wait: between a half of the step and the whole.
    mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        defer { step = min(step * 2, Self.longest) }
        return step * Double.random(in: 0.5...1, using: &generator)
    }

    /// Begins anew, after a success.
    mutating func reset() {
        self = RetryBackoff()
    }
}
