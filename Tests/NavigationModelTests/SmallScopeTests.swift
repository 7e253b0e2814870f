@testable import NavigationModel
import Testing

/// Every pair of things that two devices can do at once, whichever was first and whichever arrives
/// first, delivered twice.
@Suite struct SmallScopeTests {
    private static let intents: [Intent] = {
        let again = TabDescription(
            id: "a", title: "again", stack: [ScreenDescription(route: "/again")])
        return [
            .removeTab("a"), .removeTab("b"), .selectTab("a"), .selectTab("b"),
            .updateTab("a", title: "new"), .updateTab("a", isEnabled: false),
            .moveTab("a", .after("c")), .moveTab("b", .after("a")), .setBadge("a", .cleared),
            .setBadge("a", .text("5")), .addToBadge("a", 2), .push("/1"), .push("/twin"),
            .pop(from: "a"), .popToRoot(of: "a"), .setRoutes([]), .setRoutes(["/2", "/root"]),
            .setRoutes(["/3"], of: "b"),
            .declareTab(TabDescription(id: "n", title: "N"), .before("b")),
            .become(SceneDescription(tabs: [again])),
        ]
    }()

    /// A scene in which every intent does something.
    private static func base() throws -> Stage {
        let stage = try Stage(tabs: ["a", "b", "c"], routes: ["/root", "/1", "/2"])
        try stage.now(.addToBadge("a", 1), by: 0)
        try stage.now(.push("/top"), by: 0)
        return stage
    }

    @Test(
        "P1: all pairs of two devices, made and arriving in both orders, twice",
        arguments: intents.indices)
    func pairs(first: Int) throws {
        for second in SmallScopeTests.intents.indices {
            for makesFirst in [1, 2] {
                for arrivesFirst in [1, 2] {
                    let stage = try SmallScopeTests.base()
                    let known = stage.fleet.commits.count
                    for device in [makesFirst, 3 - makesFirst] {
                        let intent = SmallScopeTests.intents[device == 1 ? first : second]
                        try stage.later(intent, by: device)
                    }
                    stage.arriveUnseen(arrivesFirst)
                    stage.arrive(3 - arrivesFirst)
                    try check(stage.fleet, known: known)
                }
            }
        }
    }

    private func check(_ fleet: Fleet, known: Int) throws {
        let base = fleet.commits.prefix(known)
        let new = Array(fleet.commits.dropFirst(known))
        for order in [new, new.reversed(), new + new, new.reversed() + new] {
            var mirror = SceneState()
            for commit in base + order { mirror.apply(commit) }
            try #require(mirror == fleet.state)
            try #require(mirror.digest == mirror.recomputedDigest)
        }
        let oracle = Oracle(fleet)
        for tab in ["a", "b", "c"] as [TabID] {
            let shown = Set(fleet.state.stack(of: .tab(tab)).flatMap(\.twins))
            try #require(shown == oracle.members(of: .tab(tab)))
        }
        let scene = fleet.state.scene
        try #require(scene.selectedTab == oracle.selection(among: scene.tabs.map(\.id)))
        try #require(scene.tabs.allSatisfy { $0.badge == oracle.badge(of: $0.id) })
        try #require(Set(scene.tabs.map(\.id)) == oracle.visibleTabs)
    }
}
