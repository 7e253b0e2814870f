/// A rate limit: tokens that come back with time, one for each request.
package struct TokenBucket: Hashable, Sendable {
    private let rate: Double
    private let size: Double
    private var tokens: Double
    private var filled: Duration

    /// Creates a full bucket.
    ///
    /// - Parameters:
    ///   - rate: The tokens that come back in a second.
    ///   - size: The most tokens.
    ///   - time: The time on a clock that never goes back.
    package init(rate: Double, size: Double, at time: Duration) {
        self.rate = rate
        self.size = size
        tokens = size
        filled = time
    }

    /// Takes tokens; returns `false` if there are not enough, and then takes none.
    package mutating func take(_ count: Int = 1, at time: Duration) -> Bool {
        tokens = min(size, tokens + max(0, (time - filled) / .seconds(1)) * rate)
        filled = max(filled, time)
        guard tokens >= Double(count) else { return false }
        tokens -= Double(count)
        return true
    }
}

/// The limits of the server.
package enum WebLimits {
    /// The most browsers that are devices.
    package static let browsers = 32
    /// The most open invitations.
    package static let invitations = 64
    /// The most connections at once.
    package static let connections = 256
    /// The most streams at once.
    package static let streams = 96
    /// The most streams of one browser at once: its pages.
    package static let streamsOfBrowser = 8
    /// The most gestures in one request.
    package static let gestures = 32
    /// The most notices of a browser that are kept until they are read.
    package static let notices = 8
    /// The gestures of a browser in a second, and those at once.
    package static let gestureRate = (rate: 20.0, size: 128.0)
    /// The requests of a browser in a second, and those at once.
    package static let browserRate = (rate: 20.0, size: 100.0)
    /// The requests of everybody in a second, and those at once.
    package static let requestRate = (rate: 200.0, size: 800.0)
    /// The attempts to join in a second, and those at once.
    package static let joinRate = (rate: 1.0, size: 10.0)
    /// The time for a head and a body to arrive.
    package static let requestTimeout = Duration.seconds(10)
    /// The time for a response that is no stream.
    package static let responseTimeout = Duration.seconds(30)
    /// The interval of the beats of a stream.
    package static let beat = Duration.seconds(15)
    /// The time for which a browser without pages stays present: a reload is no farewell.
    package static let linger = Duration.seconds(5)
}
