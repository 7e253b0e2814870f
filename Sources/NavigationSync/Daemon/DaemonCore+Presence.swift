internal import NavigationModel

extension DaemonCore {
    /// Who is being served, and how much was done, counted.
    public struct PresenceCounts: Hashable, Sendable {
        /// Users of the devices.
        public let users: Int
        /// Devices that were heard of lately; one with several connections is one.
        public let devices: Int
        /// Commits that became durable since the start.
        public let commits: UInt64
    }

    /// Counts who was heard of in the last ``DaemonLimits/presence``. Costs a look at each session.
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
