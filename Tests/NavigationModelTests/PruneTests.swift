@testable import NavigationModel
import Testing

/// The records that a prune drops, and those that it keeps because others depend on them.
@Suite struct PruneTests {
    @Test("A floor is kept for as long as anything lies under it, or that would rise")
    func floor() throws {
        let stage = try Stage(tabs: ["a", "b"])
        try stage.later(.push("/late"), by: 1)
        try stage.now(.setRoutes([]), by: 0)
        try stage.now(.removeTab("a"), by: 0)
        stage.arrive(1)
        stage.prune(keeping: 1)
        try stage.now(.declareTab(TabDescription(id: "a", title: "A"), nil), by: 0)
        #expect(stage.stack() == [])
        var copy = SceneState()
        copy.join(entries: stage.fleet.state.entries)
        #expect(copy.scene == stage.scene)
    }

    @Test("Once all that is under it is old, too, the tab is pruned whole")
    func wholeTab() throws {
        let stage = try Stage(tabs: ["a", "b"])
        try stage.now(.setRoutes(["/1"]), by: 0)
        try stage.now(.addToBadge("a", 1), by: 0)
        try stage.now(.removeTab("a"), by: 0)
        stage.prune(keeping: 0)
        #expect(stage.fleet.state[.tab("a")].isEmpty)
        try stage.now(.declareTab(TabDescription(id: "a", title: "A"), nil), by: 0)
        #expect(stage.stack() == [])
        #expect(stage.scene.tab("a")?.badge == nil)
    }

    @Test("P3: what was put on a popped screen takes its place when that is pruned")
    func heir() throws {
        let stage = try Stage(routes: ["/root"])
        try stage.now(.push("/1"), by: 0)
        try stage.now(.push("/2"), by: 0)
        let popped = stage.id("/1")
        try stage.now(.popScreen(popped), by: 1)
        stage.prune(keeping: 0)
        #expect(stage.fleet.state[.screen(popped)].isEmpty)
        #expect(stage.stack() == ["/root", "/2"])
        let relink = stage.fleet.state[.screen(stage.id("/2")), ScreenField.relink]
        #expect(
            relink.flatMap { Relink($0.value) } == Relink(of: popped, to: stage.id("/root")))
    }

    @Test("A stack whose top is replaced again and again stays as small as what it shows")
    func replacedTop() throws {
        let stage = try Stage(routes: ["/root"])
        try stage.now(.push("/0"), by: 0)
        for number in 1...40 {
            let former = stage.id("/\(number - 1)")
            try stage.now(.push(ScreenDescription(route: "/\(number)")), by: 0)
            try stage.now(.popScreen(former), by: 0)
            stage.prune(keeping: 0)
            #expect(stage.stack() == ["/root", "/\(number)"])
            #expect(stage.fleet.state.totals.screens <= 3)
        }
    }

    @Test("One search fills several commits, and none of them changes what is shown")
    func parts() throws {
        let stage = try Stage(tabs: ["a", "b"], routes: ["/root"])
        for number in 1...9 { try stage.now(.push("/\(number)"), by: 0) }
        for number in [2, 3, 5, 6, 7] { try stage.now(.popScreen(stage.id("/\(number)")), by: 1) }
        try stage.now(.removeTab("b"), by: 0)
        let before = stage.fleet.state
        func prune(_ state: inout SceneState, most: Int) -> [Commit] {
            state.prune(
                through: stage.revision, limit: 2, most: most, at: before.latest.next,
                as: stage.revision.next, by: "daemon")
        }
        var (whole, part, mirror) = (before, before, before)
        let commits = prune(&whole, most: .max)
        #expect(commits.map(\.prunedRecords.count) == [2, 2, 2, 1])
        #expect(commits.last?.prunedRecords.last == .tab("b"))
        // Each link goes with the first screen that it leads past.
        let links = commits.map { $0.effects.filter { $0.field == ScreenField.relink }.count }
        #expect(links == [1, 0, 1, 0])
        for commit in commits {
            mirror.apply(commit)
            #expect(mirror.scene == before.scene)
        }
        #expect(mirror == whole)
        #expect(prune(&whole, most: .max) == [])

        #expect(prune(&part, most: 1) == Array(commits.prefix(1)))
        #expect(part.scene == before.scene)
        _ = prune(&part, most: .max)
        #expect(part.totals.records == whole.totals.records)
        #expect(part.scene == whole.scene)
    }

    @Test("After one search of any scene there is nothing more to prune, and nothing else is shown")
    func thorough() {
        Property(Schedule.Flavour.allCases) { fleet in
            let revision = Revision(rawValue: UInt64(fleet.commits.count))
            func prune(_ state: inout SceneState) -> [Commit] {
                state.prune(
                    through: revision, limit: 3, most: .max, at: fleet.state.latest.next,
                    as: revision.next, by: "daemon")
            }
            var (pruned, mirror) = (fleet.state, fleet.state)
            for commit in prune(&pruned) {
                mirror.apply(commit)
                guard mirror.scene == fleet.state.scene else { return "a prune is seen" }
            }
            guard mirror == pruned, mirror.scene == pruned.scene else { return "mirrors differ" }
            return prune(&pruned).isEmpty ? nil : "there is more to prune"
        }.check()
    }

    @Test("A popped screen is kept while several stand on it that were put there apart")
    func fork() throws {
        let stage = try Stage(routes: ["/root"])
        try stage.now(.push("/1"), by: 0)
        let popped = stage.id("/1")
        try stage.later(.push("/mine"), by: 1)
        try stage.now(.push("/2"), by: 0)
        stage.arrive(1)
        try stage.now(.popScreen(popped), by: 0)
        let shown = stage.stack()
        stage.prune(keeping: 0)
        #expect(!stage.fleet.state[.screen(popped)].isEmpty)
        #expect(stage.stack() == shown)
    }
}
