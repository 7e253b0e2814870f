/// A step of the demo: its caption, its actions, and its expected result.
struct DemoStep: Hashable {
    /// An action on the tablet's connection.
    enum Cable: Hashable {
        /// It is cut.
        case cut
        /// It is restored.
        case mended
    }

    /// The expected result of a step, within its timeout.
    enum Expectation: Hashable {
        /// All are connected and follow the feed.
        case allLive
        /// The device has detected the loss of its connection.
        case offline(DemoDevice)
        /// The device shows its changes, and this number of them is in the outbox.
        case waiting(DemoDevice, changes: Int)
        /// These devices' changes have their outcomes, and the devices are equal.
        case equal(Set<DemoDevice>)
    }

    /// The description of the step, for people.
    let caption: String
    /// The action on the connection, which comes first.
    let cable: Cable?
    /// The actions that are sent to the devices, all at once.
    let commands: [DemoDevice: [DeviceAction]]
    /// The expected result.
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
