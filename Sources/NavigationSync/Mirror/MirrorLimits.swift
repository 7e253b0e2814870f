/// The bounds of a mirror's patience and work.
public enum MirrorLimits {
    /// The time that a reply may take before the connection is made anew.
    public static let replyTimeout = Duration.seconds(5)
    /// The interval at which a mirror says that it is there, and learns the head even if the feed
    /// is silent.
    public static let presenceInterval = Duration.seconds(30)
    /// The same while the feed is blocked.
    public static let presenceIntervalWithoutFeed = Duration.seconds(1)
    /// The time that the feed may take to answer a subscription before it counts as blocked.
    public static let feedTimeout = Duration.seconds(2)
    /// A pause between two ticks that says that the whole process stood still.
    public static let standstill = Duration.seconds(3)
    /// The longest time between two ticks.
    public static let tick = Duration.seconds(1)
    /// The time that the rest of a batch may take to follow on its first message.
    public static let batchTimeout = Duration.milliseconds(100)
    /// Changes that are submitted before the first of them is answered.
    public static let submitWindow = 64
    /// Answers in a row that lead nowhere after which the next tick asks, and not the mirror at once: a
    /// daemon that always answers so costs little.
    public static let vainAnswers = 8
    /// The time to wait after the daemon said that it is busy.
    public static let busyBackoff = Duration.milliseconds(200)
    /// The longest that the daemon can have a mirror wait with saying that it is busy.
    public static let longestBusyBackoff = Duration.seconds(60)
    /// The time that a mirror that is refused waits before it asks again; each time twice as long
    /// as the time before, up to ``longestRefusedPause``.
    public static let refusedBackoff = Duration.seconds(1)
    /// The longest of those pauses.
    public static let longestRefusedBackoff = Duration.seconds(60)
}
