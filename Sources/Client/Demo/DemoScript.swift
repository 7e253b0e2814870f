internal import CommandLine
internal import NavigationModel
internal import NavigationText

/// A step of the demo: its caption, its actions, and its expected result.
struct DemoStep: Hashable {
    /// An action on the tablet's connection.
    enum Cable: Hashable {
        /// It is cut.
        case cut
        /// It is restored.
        case restored
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

/// The script of the demo, for any app with a tab.
struct DemoScript {
    /// The steps in order.
    let steps: [DemoStep]

    private static let all = Set(DemoDevice.allCases)

    /// Writes the script for the app that a scene file describes.
    ///
    /// - Throws: `CommandError` if no tab of it can be selected.
    init(for app: SceneDescription, in file: String) throws(CommandError) {
        let tabs = app.tabs.filter(\.isEnabled)
        let selected = tabs.first { $0.id == app.selectedTab } ?? tabs.first
        guard let home = selected else {
            throw CommandError(
                message: "the scene file '\(file)' has no tab that can be selected",
                advice: "add one")
        }
        let others = tabs.filter { $0.id != home.id }
        let stage = others.first { $0.stack.count > 1 } ?? others.first ?? home
        let third = others.last { $0.id != stage.id } ?? home
        steps =
            Self.launch(file)
            + Self.together(home: home, stage: stage, third: third)
            + Self.apart(home: home, stage: stage)
    }

    private static func launch(_ file: String) -> [DemoStep] {
        [
            DemoStep("A daemon and three devices. Nothing has been declared yet.", then: .allLive),
            DemoStep(
                "All three start the app and declare the same tabs concurrently: there is one "
                    + "set.",
                everybody { _ in .apply(file: file) }, then: .equal(all)),
        ]
    }

    private static func together(
        home: TabDescription, stage: TabDescription, third: TabDescription
    ) -> [DemoStep] {
        let tab = stage.id.rawValue
        return [
            DemoStep(
                "Two devices select different tabs concurrently: all three converge on one.",
                [.tablet: [.select(tab: third.id.rawValue)], .desk: [.select(tab: tab)]],
                then: .equal(all)),
            DemoStep(
                "The phone selects \(stage.title) and goes back to its first screen: the others "
                    + "follow.",
                [.phone: [.select(tab: tab), .popToRoot(tab: tab)]], then: .equal(all)),
            DemoStep(
                "All three push onto that stack concurrently: no screen is lost.",
                everybody { push(1, on: stage, by: $0) }, then: .equal(all)),
            DemoStep(
                "All three add 1 to the badge of \(home.title) concurrently: each addition counts.",
                everybody { _ in .addToBadge(tab: home.id.rawValue, count: 1) }, then: .equal(all)),
            DemoStep(
                "The phone goes back again and pushes another screen: the others follow.",
                [.phone: [.popToRoot(tab: tab), push(2, on: stage, by: .phone)]],
                then: .equal(all)),
        ]
    }

    private static func apart(home: TabDescription, stage: TabDescription) -> [DemoStep] {
        let badge = DeviceAction.addToBadge(tab: home.id.rawValue, count: 1)
        return [
            DemoStep(
                "The tablet's connection is cut, without notice to the tablet or the daemon.",
                cable: .cut, then: .offline(.tablet)),
            DemoStep(
                "Offline, the tablet pushes two screens and adds 1 to the badge.",
                [
                    .tablet: [
                        push(2, on: stage, by: .tablet), push(3, on: stage, by: .tablet), badge,
                    ]
                ],
                then: .waiting(.tablet, changes: 3)),
            DemoStep(
                "Meanwhile the phone pops the screen that the tablet has just covered.",
                [.phone: [.pop(tab: stage.id.rawValue)]], then: .equal([.phone, .desk])),
            DemoStep(
                "The desk pushes another screen there, and adds 1 to the badge as well.",
                [.desk: [push(2, on: stage, by: .desk), badge]], then: .equal([.phone, .desk])),
            DemoStep(
                "The tablet reconnects: the popped screen is gone, the screens pushed on it stay, "
                    + "every addition counts.",
                cable: .restored, then: .equal(all)),
        ]
    }

    private static func everybody(
        _ command: (DemoDevice) -> DeviceAction
    ) -> [DemoDevice: [DeviceAction]] {
        Dictionary(uniqueKeysWithValues: DemoDevice.allCases.map { ($0, [command($0)]) })
    }

    private static func push(
        _ number: Int, on tab: TabDescription, by device: DemoDevice
    ) -> DeviceAction {
        let root = tab.stack.first?.route ?? "demo://\(tab.id)"
        return .push(
            route: "\(root)/\(device.rawValue)/\(number)", title: device.title(number),
            tab: tab.id.rawValue)
    }
}
