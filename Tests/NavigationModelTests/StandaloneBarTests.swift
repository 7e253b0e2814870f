@testable import NavigationModel
import Testing

/// Bars that no controller manages, with the stacks of their items.
@Suite("Standalone bars") struct StandaloneBarTests {
    private let tools = StandaloneBarDescription(
        id: "tools", properties: ["kind": "tabBar"],
        items: [ScreenDescription(route: "/edit"), ScreenDescription(route: "/share")])

    private func stage() throws -> Stage {
        let stage = try Stage()
        try stage.now(.declareBar(tools), by: 0)
        return stage
    }

    private func items(_ stage: Stage) -> [String]? {
        stage.scene.standaloneBar("tools")?.items.map(\.route)
    }

    @Test("One is declared with its items, and its stack is pushed, popped and set as a tab's is")
    func stack() throws {
        let stage = try stage()
        try stage.now(.push(ScreenDescription(route: "/new"), onto: .bar("tools")), by: 1)
        #expect(items(stage) == ["/edit", "/share", "/new"])
        try stage.now(.pop(from: .bar("tools")), by: 2)
        try stage.now(.popToRoot(of: .bar("tools")), by: 2)
        #expect(items(stage) == ["/edit"])
        try stage.now(.setItems([ScreenDescription(route: "/a")], of: .bar("tools")), by: 0)
        #expect(items(stage) == ["/a"])
        #expect(stage.scene.stack(.bar("tools"))?.map(\.route) == ["/a"])
    }

    @Test("They stand in the order of their ids, whoever declared which first")
    func order() throws {
        let stage = try stage()
        for id in ["pages", "colours"] as [StandaloneBarID] {
            try stage.now(.declareBar(StandaloneBarDescription(id: id)), by: 1)
        }
        #expect(stage.scene.standaloneBars.map(\.id) == ["colours", "pages", "tools"])
    }

    @Test("P9: removing one wins over pushes on it; brought back it has its items, and those too")
    func removal() throws {
        let stage = try stage()
        try stage.later(.push(ScreenDescription(route: "/late"), onto: .bar("tools")), by: 1)
        try stage.now(.removeBar("tools"), by: 0)
        let removal = stage.revision
        #expect(stage.arrive(1) == [.hidden(by: removal)])
        #expect(stage.scene.standaloneBars.isEmpty)
        try stage.now(.declareBar(StandaloneBarDescription(id: "tools")), by: 2)
        #expect(items(stage) == ["/edit", "/share", "/late"])
    }

    @Test("P3: a push that a concurrent pop had not seen survives on a bar, too")
    func noLostPush() throws {
        let stage = try stage()
        try stage.later(.push(ScreenDescription(route: "/mine"), onto: .bar("tools")), by: 1)
        try stage.now(.popToRoot(of: .bar("tools")), by: 0)
        stage.arrive(1)
        #expect(items(stage) == ["/edit", "/mine"])
    }

    @Test("Invalid values are refused on the device and by the daemon")
    func mistakes() throws {
        let stage = try stage()
        #expect(throws: IntentError.barExists("tools")) {
            try stage.now(.declareBar(tools), by: 0)
        }
        #expect(throws: IntentError.unknownBar("tabs", known: ["tools"])) {
            try stage.now(.removeBar("tabs"), by: 0)
        }
        #expect(throws: IntentError.unknownBar("tabs", known: ["tools"])) {
            try stage.now(.pop(from: .bar("tabs")), by: 0)
        }
        let unknown: [Operation] = [
            .updateBar("never", attributes: []), .removeBar("never"),
            .setItems(.bar("never"), []),
        ]
        for operation in unknown {
            #expect(stage.send([operation], by: 0) == [.rejected(.unknownBar)])
        }
    }

    @Test("A scene shows so many; all may be replaced by others in one change")
    func limit() throws {
        let stage = try Stage()
        let bars = { (name: String) in
            (0..<SceneLimits.standaloneBars).map {
                StandaloneBarDescription(id: StandaloneBarID(unchecked: "\(name)\($0)"))
            }
        }
        var wanted = SceneDescription(stage.scene)
        wanted.standaloneBars = bars("a")
        try stage.now(.replaceScene(wanted), by: 0)
        let extra = Operation.declareBar("extra", attributes: [])
        #expect(stage.send([extra], by: 1) == [.rejected(.limitExceeded)])
        #expect(stage.send([extra, .removeBar("a0")], by: 1) == [.applied, .applied])
        wanted.standaloneBars = bars("b")
        #expect(try stage.now(.replaceScene(wanted), by: 0).mostSevere.reason == nil)
        #expect(stage.scene.standaloneBars.count == SceneLimits.standaloneBars)
    }

    @Test("A removed bar is restored by undo, with its properties and items")
    func undo() throws {
        var bench = try UndoBench()
        bench.act(.declareBar(tools))
        bench.act(.setProperties(.bar("tools"), ["navigationBar.barPosition": "bottom"]))
        bench.settle()
        let before = bench.truth.standaloneBars
        bench.act(.removeBar("tools"))
        bench.settle()
        #expect(bench.truth.standaloneBars.isEmpty)
        bench.undo()
        bench.settle()
        #expect(bench.truth.standaloneBars == before)
        bench.undo()
        bench.undo()
        bench.settle()
        #expect(bench.truth.standaloneBars.isEmpty)
        bench.redo()
        bench.settle()
        #expect(bench.truth.standaloneBars.first?.items.map(\.route) == ["/edit", "/share"])
    }

    @Test("A prune drops a removed bar with its items, and nothing of one that is shown")
    func prune() throws {
        let stage = try stage()
        try stage.now(.declareBar(StandaloneBarDescription(id: "pages", items: tools.items)), by: 0)
        try stage.now(.removeBar("tools"), by: 0)
        let shown = stage.scene
        stage.prune(keeping: 0)
        #expect(stage.scene == shown)
        let records = stage.fleet.state.records(of: .standaloneBar)
        #expect(records == [.standaloneBar("pages")])
        #expect(stage.fleet.state.forest(of: .bar("tools")).count == 0)
        try stage.now(.declareBar(StandaloneBarDescription(id: "tools")), by: 1)
        #expect(items(stage) == [])
    }

    @Test("Its placements have a form of their own, which an older version carries untouched")
    func placements() {
        let placement = Placement(stack: .bar("tools"), base: .pushed(on: "s"))
        #expect(Placement(placement.value) == placement)
        #expect(placement.value.bytes.first == 0b1001)
        // A modal's and a bar's at once is neither.
        #expect(Placement(Value(bytes: [0b1010] + Array("tools".utf8))) == nil)
    }
}
