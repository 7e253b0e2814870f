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
    /// The time of its start.
    var started = Duration.zero
    /// The error of its wall clock.
    var wallError = Duration.zero
    var sleepsUntil = Duration.zero
    /// The bytes that it allows.
    var budgets = Budgets()
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
