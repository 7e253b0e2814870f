@testable import NavigationModel
import SeededRandom

/// Three devices that undo and redo, each with a journal as a device keeps it.
struct UndoBench {
    private(set) var fleet = Fleet()
    private var undo: [[InverseChange]] = [[], [], []]
    private var redo: [[InverseChange]] = [[], [], []]
    private var generator: SeededGenerator

    init(seed: UInt64 = 1, tabs: [TabID] = ["one", "two", "three"]) throws {
        generator = SeededGenerator(seed: seed)
        let description = SceneDescription(
            tabs: tabs.map { id in
                TabDescription(
                    id: id, title: id.rawValue, stack: [ScreenDescription(route: "/root")])
            })
        try fleet.make(.replaceScene(description), on: 0, using: &generator)
        // The others are further with their numbers: these do not show whose a write is.
        for device in [1, 2] {
            for _ in 0..<40 { fleet.make([.setBar("noise", "\(device)")], on: device) }
        }
        settle()
    }

    /// Returns the scene that a device shows.
    func scene(_ device: Int = 0) -> Scene {
        fleet.view(of: device).scene(of: fleet.devices[device].id)
    }

    /// The daemon's scene.
    var truth: Scene { fleet.state.scene }

    /// Returns the number of changes that a device can undo.
    func depth(_ device: Int = 0) -> Int { undo[device].count }

    /// A device performs an intent; returns whether that made sense to it and changed anything.
    @discardableResult
    mutating func act(_ intent: Intent, by device: Int = 0) -> Bool {
        let view = fleet.view(of: device)
        let id = fleet.devices[device].id
        guard let operations = try? view.operations(for: intent, by: id, using: &generator),
            !operations.isEmpty
        else { return false }
        undo[device].append(make(operations, on: device))
        redo[device] = []
        return true
    }

    /// A device takes its newest change back; the operations, none if nothing is left of it.
    @discardableResult
    mutating func undo(by device: Int = 0) -> [Operation] {
        while let reversal = undo[device].popLast() {
            guard reversal.isPossible else { continue }
            return takeBack(reversal, by: device) { $0.redo[device].append($1) }
        }
        return []
    }

    /// A device redoes the change that it undid last.
    @discardableResult
    mutating func redo(by device: Int = 0) -> [Operation] {
        guard let reversal = redo[device].popLast() else { return [] }
        return takeBack(reversal, by: device) { $0.undo[device].append($1) }
    }

    private mutating func takeBack(
        _ reversal: InverseChange, by device: Int, keep: (inout UndoBench, InverseChange) -> Void
    ) -> [Operation] {
        let view = fleet.view(of: device)
        let operations = view.operations(undoing: reversal, by: fleet.devices[device].id)
        guard !operations.isEmpty else { return [] }
        keep(&self, make(operations, on: device))
        return operations
    }

    private mutating func make(_ operations: [Operation], on device: Int) -> InverseChange {
        let own = fleet.devices[device]
        let reversal = fleet.view(of: device).reversal(
            of: operations, by: own.id, as: own.sequence.next)
        fleet.make(operations, on: device)
        return reversal
    }

    /// A device's oldest change arrives, and the device learns what has happened.
    mutating func deliver(_ device: Int) {
        fleet.deliver(from: device)
        fleet.catchUp(device, to: fleet.commits.count)
    }

    /// Everything arrives everywhere.
    mutating func settle() { fleet.settle() }
}

extension Scene {
    /// Without the records of when tabs were refreshed, which can't be undone.
    var withoutRefreshes: Scene {
        Scene(
            selectedTab: selectedTab,
            tabs: tabs.map { tab in
                Tab(
                    id: tab.id, title: tab.title, icon: tab.icon, isEnabled: tab.isEnabled,
                    badge: tab.badge, properties: tab.properties, stack: tab.stack)
            }, modals: modals, bars: bars, standaloneBars: standaloneBars, selection: selection)
    }
}
