import NavigationModel
import NavigationSync
import SeededRandom

/// The daemon: its disk, its clock and, while it runs, its core.
struct SimulatedDaemon {
    /// `nil` while it is not running.
    var core: DaemonCore?
    var disk = DaemonDisk()
    /// Counts its starts.
    var incarnation: UInt64 = 0
    /// When it started.
    var started = Duration.zero
    /// How far its clock is off.
    var wallError = Duration.zero
    var sleepsUntil = Duration.zero
    /// The bytes that it allows.
    var budgets = Budgets()
    var timer: (number: UInt64, due: Duration)?
    /// Where its epochs, topics and instance numbers come from.
    var generator: SeededGenerator

    /// 2026-01-01, when every run begins.
    static let beginning = Timestamp(rawValue: 1_767_225_600_000_000)

    /// What its clocks show.
    func moment(at now: Duration) -> ClockReading {
        let wall = Self.beginning.advanced(
            byMicroseconds: (now + wallError).wholeMicroseconds)
        return ClockReading(wall: wall, uptime: now - started)
    }
}
