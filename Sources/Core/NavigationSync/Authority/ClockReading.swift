public import NavigationModel

/// The time of an event, as the shell read it from its two clocks.
public struct ClockReading: Hashable, Sendable {
    /// The system's clock: may jump, may be wrong; used only for stamps.
    public let wall: Timestamp
    /// Monotonic time since an arbitrary origin: for timers.
    public let uptime: Duration

    /// Joins the readings.
    public init(wall: Timestamp, uptime: Duration) {
        self.wall = wall
        self.uptime = uptime
    }
}
