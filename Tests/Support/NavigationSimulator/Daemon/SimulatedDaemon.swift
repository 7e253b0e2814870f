import NavigationModel
import NavigationSync
import SeededRandom

/// A daemon: its clock and, while it runs, its core. One has the store for itself; the nodes of a
/// fleet share it.
struct SimulatedDaemon {
    /// `nil` while it is not running.
    var core: DaemonCore?
    /// The part in a fleet; `nil` for the owner of all users, and while it is not running.
    var fleet: FleetNode?
    /// The number that it had in its fleet before its last start.
    var formerNode: Int64?
    /// The number of its start among all starts.
    var incarnation: UInt64 = 0
    /// The time of its start.
    var started = Duration.zero
    /// The error of its wall clock.
    var wallError = Duration.zero
    var sleepsUntil = Duration.zero
    /// Until then it has no connection to the store.
    var storeLostUntil = Duration.zero
    /// The time for which it stands still with its next renewal on its way.
    var standsStillAtRenewal = Duration.zero
    /// The fate of its next write.
    var trouble: DaemonDisk.Trouble?
    /// The time when it handed the store the write that is under way, and what its clock showed.
    var persisted: (time: Duration, walls: [Timestamp]) = (.zero, [])
    var timer: (number: UInt64, due: Duration)?
    /// The source of its epochs, topics and instance numbers.
    var generator: SeededGenerator

    /// 2026-01-01, when every run begins.
    static let beginning = Timestamp(rawValue: 1_767_225_600_000_000)

    /// Returns the reading of its clocks.
    func moment(at now: Duration) -> ClockReading {
        let wall = Self.beginning.advanced(
            byMicroseconds: (now + wallError).wholeMicroseconds)
        return ClockReading(wall: wall, uptime: now - started)
    }
}
