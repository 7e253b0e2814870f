internal import NavigationModel

extension DaemonCore {
    /// Who is being served, and how much was done, counted.
    public struct Census: Hashable, Sendable {
        /// Users of the devices.
        public let users: Int
        /// Devices that were heard of lately; one with several connections is one.
        public let devices: Int
        /// Commits that became durable since the start.
        public let commits: UInt64
    }

    /// Counts who was heard of in the last ``DaemonLimits/presence``. Costs a look at each session.
    public func census(at moment: Moment) -> Census {
        let devices = sessions.heard(since: moment.uptime - DaemonLimits.presence)
        return Census(
            users: Set(devices.map(\.user)).count, devices: devices.count, commits: figures.commits)
    }
}

extension Sessions {
    /// A device of a user.
    struct Participant: Hashable, Sendable {
        let user: UserID
        let device: DeviceID
    }
}
