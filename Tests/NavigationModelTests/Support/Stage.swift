@testable import NavigationModel
import SeededRandom

/// A scene with three devices, for telling a story step by step.
final class Stage {
    var fleet = Fleet()
    private var generator = SeededGenerator(seed: 1)

    /// Declares tabs, with a stack of `routes` in each, and tells everybody.
    init(tabs: [TabID] = ["a", "b"], routes: [String] = ["/root"]) throws {
        let description = SceneDescription(
            tabs: tabs.map { id in
                TabDescription(
                    id: id, title: id.rawValue.uppercased(),
                    stack: routes.map { ScreenDescription(route: $0) })
            })
        try now(.replaceScene(description), by: 0)
    }

    var scene: Scene { fleet.state.scene }

    /// The routes on a stack, bottom to top.
    func stack(_ tab: TabID = "a") -> [String] { scene.tab(tab)?.stack.map(\.route) ?? [] }

    /// The titles on the stack of tab "a", bottom to top.
    var titles: [String?] { scene.tab("a")?.stack.map(\.title) ?? [] }

    /// The id of the screen with this route, as the daemon shows it.
    func id(_ route: String, _ tab: TabID = "a") -> ScreenID {
        scene.tab(tab)?.stack.first { $0.route == route }?.id ?? "missing"
    }

    /// The id under which a device shows this route.
    func id(_ route: String, _ tab: TabID = "a", seenBy device: Int) -> ScreenID {
        let stack = fleet.view(of: device).scene.tab(tab)?.stack
        return stack?.first { $0.route == route }?.id ?? "missing"
    }

    /// A device does something while connected; everybody sees it at once.
    @discardableResult
    func now(_ intent: Intent, by device: Int) throws -> [Outcome] {
        try later(intent, by: device)
        return arrive(device)
    }

    /// A device does something that stays with it for now.
    func later(_ intent: Intent, by device: Int) throws {
        try fleet.make(intent, on: device, using: &generator)
    }

    /// A device sends operations as they are; everybody sees what comes of it.
    @discardableResult
    func send(_ operations: [Operation], by device: Int) -> [Outcome] {
        fleet.make(operations, on: device)
        return arrive(device)
    }

    /// All that waits at a device arrives, and everybody learns of it; the last outcomes.
    @discardableResult
    func arrive(_ device: Int) -> [Outcome] {
        var outcomes: [Outcome] = []
        while !fleet.devices[device].waiting.isEmpty {
            fleet.deliver(from: device)
            outcomes = fleet.records.last?.outcomes ?? []
        }
        for index in fleet.devices.indices { fleet.catchUp(index, to: fleet.commits.count) }
        return outcomes
    }

    /// A device's oldest change arrives, and nobody else learns of it yet.
    @discardableResult
    func arriveUnseen(_ device: Int) -> [Outcome] {
        fleet.deliver(from: device)
        return fleet.records.last?.outcomes ?? []
    }

    /// The daemon forgets what nobody needs who has seen all but the newest commits.
    func prune(keeping newest: Int) {
        fleet.prune(keeping: newest)
        for index in fleet.devices.indices { fleet.catchUp(index, to: fleet.commits.count) }
    }

    /// The revision of the last commit.
    var revision: Revision { Revision(rawValue: UInt64(fleet.commits.count)) }
}

extension Intent {
    /// Pushes a screen that has only a route.
    static func push(_ route: String, onto tab: TabID = "a") -> Intent {
        .push(ScreenDescription(route: route), onto: .tab(tab))
    }

    /// Replaces a stack by screens that have only routes.
    static func setRoutes(_ routes: [String], of tab: TabID = "a") -> Intent {
        .setItems(routes.map { ScreenDescription(route: $0) }, of: .tab(tab))
    }
}
