/// The backoff of a client after refusals: each time about twice as long, with jitter, so that many
/// clients don't come at once.
struct RetryBackoff {
    /// The lower bound of the first backoff, and a half of its upper bound.
    static let shortest = Duration.milliseconds(250)
    /// The upper bound of every backoff.
    static let longest = Duration.seconds(30)

    private var step = shortest * 2

    /// Returns the next backoff: between a half of the step and the whole.
    mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        defer { step = min(step * 2, Self.longest) }
        return step * Double.random(in: 0.5...1, using: &generator)
    }

    /// Resets the backoff, after a success.
    mutating func reset() {
        self = RetryBackoff()
    }
}
