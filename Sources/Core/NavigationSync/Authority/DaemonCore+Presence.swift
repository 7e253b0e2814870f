internal import NavigationModel

extension DaemonCore {
    /// The counts of present users and devices, and of commits.
    public struct PresenceCounts: Hashable, Sendable {
        /// Users of the devices.
        public let users: Int
        /// Devices seen within ``DaemonLimits/presence``; one with several connections is one.
        public let devices: Int
        /// Commits made durable since the start.
        public let commits: UInt64
    }

    /// Returns the counts of devices seen within ``DaemonLimits/presence``. Scans each session.
    public func presenceCounts(at moment: ClockReading) -> PresenceCounts {
        let devices = sessions.devices(seenSince: moment.uptime - DaemonLimits.presence)
        return PresenceCounts(
            users: Set(devices.map(\.user)).count, devices: devices.count, commits: metrics.commits)
    }
}

extension Sessions {
    /// A device of a user.
    struct UserDevice: Hashable, Sendable {
        let user: UserID
        let device: DeviceID
    }
}
