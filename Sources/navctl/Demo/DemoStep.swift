/// A step of the demo: what is said, what is done, and what has to come of it.
struct DemoStep: Hashable {
    /// What is done to the tablet's connection.
    enum Cable: Hashable {
        /// It is cut.
        case cut
        /// It is whole again.
        case mended
    }

    /// What has to come of a step, in time.
    enum Expectation: Hashable {
        /// All are connected and follow.
        case allLive
        /// The device has noticed that it is cut off.
        case offline(DemoDevice)
        /// The device shows its changes, and so many wait.
        case waiting(DemoDevice, changes: Int)
        /// These devices' changes have their outcomes, and the devices are equal.
        case equal(Set<DemoDevice>)
    }

    /// What is happening, for people.
    let caption: String
    /// What is done to the connection, first.
    let cable: Cable?
    /// What is sent to the devices, all at once.
    let commands: [DemoDevice: [DeviceAction]]
    /// What has to come of it.
    let expectation: Expectation

    /// Joins the parts.
    init(
        _ caption: String, cable: Cable? = nil, _ commands: [DemoDevice: [DeviceAction]] = [:],
        then expectation: Expectation
    ) {
        self.caption = caption
        self.cable = cable
        self.commands = commands
        self.expectation = expectation
    }
}
