internal import Glibc
internal import NavigationServer
internal import Synchronization

/// systemd as the supervisor of this process: it receives the daemon's readiness, its status, its
/// heartbeats, and its reloads and stop.
final class ServiceManager: Supervisor {
    /// The interval between heartbeats.
    let heartbeatInterval: Duration
    private let socket: NotificationSocket
    private let last = Mutex<Sample?>(nil)

    /// The longest interval between two status messages; a watchdog may need a shorter one.
    static let statusInterval = Duration.seconds(10)

    /// The last reported values, for rates.
    private struct Sample {
        let time: ContinuousClock.Instant
        let revisions: UInt64
    }

    /// Returns `nil` if systemd did not start the process, or the unit wants no notifications.
    ///
    /// - Parameters:
    ///   - variables: the environment, of which it reads `NOTIFY_SOCKET`, `WATCHDOG_USEC` and
    ///     `WATCHDOG_PID`.
    ///   - process: the process' own number: a watchdog may be meant for another one.
    init?(variables: (String) -> String?, process: Int32) {
        guard let socket = variables("NOTIFY_SOCKET").flatMap(NotificationSocket.init) else {
            return nil
        }
        self.socket = socket
        // A third of the watchdog's timeout: one late heartbeat is no failure.
        let watched = Self.watchdog(variables, process).map { $0 / 3 }
        heartbeatInterval = min(watched ?? Self.statusInterval, Self.statusInterval)
    }

    /// Returns the time without heartbeats after which systemd ends the process; `nil` for never.
    private static func watchdog(
        _ variables: (String) -> String?, _ process: Int32
    ) -> Duration? {
        guard let microseconds = variables("WATCHDOG_USEC").flatMap(Int64.init), microseconds > 0
        else { return nil }
        if let target = variables("WATCHDOG_PID"), target != String(process) { return nil }
        return .microseconds(microseconds)
    }

    func serverIsReady() {
        socket.send(["READY=1"], .waits)
    }

    func heartbeat(_ status: ServerStatus) {
        let now = ContinuousClock.now
        let sample = Sample(time: now, revisions: status.revisions)
        let before = last.withLock { last in
            defer { last = sample }
            return last
        }
        let rate = before.map { before in
            Double(status.revisions &- before.revisions) / ((now - before.time) / .seconds(1))
        }
        let text = Self.text(of: status, revisionsPerSecond: rate ?? 0)
        socket.send(["WATCHDOG=1", "STATUS=\(text)"], .drops)
    }

    /// Reports that the start still makes progress, which its timeout then allows another minute.
    func databaseIsMigrated(upTo percent: Int) {
        socket.send(
            ["EXTEND_TIMEOUT_USEC=60000000", "STATUS=Migrating the database: \(percent) %"], .drops)
    }

    func serverIsStopping() {
        socket.send(["STOPPING=1", "STATUS=Completing pending writes"], .waits)
    }

    /// Reports that a reload begins; ``reloaded()`` has to follow, whatever its result.
    func reloads() {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        let microseconds = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
        socket.send(["RELOADING=1", "MONOTONIC_USEC=\(microseconds)"], .waits)
    }

    /// Reports that the reload has ended, with the new settings or the old ones.
    func reloaded() {
        socket.send(["READY=1"], .waits)
    }

    /// `2 users, 5 devices, 12 revisions/s`.
    static func text(of status: ServerStatus, revisionsPerSecond rate: Double) -> String {
        let users = "\(status.users) user\(status.users == 1 ? "" : "s")"
        let devices = "\(status.devices) device\(status.devices == 1 ? "" : "s")"
        return "\(users), \(devices), \(Int(rate.rounded())) revisions/s"
    }
}
