@testable import NavigationModel
import SeededRandom
import Testing

/// Returns the wishes of people, as operations on what their device sees.
@Suite struct IntentTests {
    private func operations(_ intent: Intent, on stage: Stage) throws -> [Operation] {
        var generator = SeededGenerator(seed: 3)
        return try stage.fleet.state.operations(for: intent, using: &generator)
    }

    @Test("Tabs that are not in the bar are refused, and the error lists those that are")
    func unknownTab() throws {
        let stage = try Stage()
        let intents: [Intent] = [
            .updateTab("no", title: "t"), .moveTab("no", .before("a")), .moveTab("a", .after("no")),
            .removeTab("no"), .selectTab("no"), .setBadge("no", .dot), .addToBadge("no", 1),
            .push("/1", onto: "no"), .pop(from: "no"), .popToRoot(of: "no"),
            .setRoutes([], of: "no"),
            .declareTab(TabDescription(id: "n", title: "N"), .before("no")),
        ]
        for intent in intents {
            #expect(throws: IntentError.unknownTab("no", known: ["a", "b"]), "\(intent)") {
                try operations(intent, on: stage)
            }
        }
        let error = IntentError.unknownTab("no", known: ["a", "b"])
        #expect(error.description == "no tab 'no': the tabs are a, b")
    }

    @Test("An invalid intent is refused with its reason")
    func refusals() throws {
        let stage = try Stage()
        let again = Intent.declareTab(TabDescription(id: "a", title: "A"), nil)
        #expect(throws: IntentError.tabExists("a")) { try operations(again, on: stage) }
        #expect(throws: IntentError.placedNextToItself("a")) {
            try operations(.moveTab("a", .before("a")), on: stage)
        }
        #expect(throws: IntentError.unknownScreen("no")) {
            try operations(.popScreen("no"), on: stage)
        }
        #expect(throws: IntentError.unknownScreen("no")) { try operations(.popTo("no"), on: stage) }
        let empty = SceneState()
        var generator = SeededGenerator(seed: 1)
        #expect(throws: IntentError.noSelectedTab) {
            try empty.operations(for: .push(ScreenDescription(route: "/1")), using: &generator)
        }
    }

    @Test("The selected tab is meant where none is named")
    func selectedTab() throws {
        let stage = try Stage()
        try stage.now(.selectTab("b"), by: 1)
        try stage.now(.push(ScreenDescription(route: "/1")), by: 1)
        #expect(stage.stack("b") == ["/root", "/1"])
        try stage.now(.popToRoot(), by: 1)
        try stage.now(.setItems([ScreenDescription(route: "/2")]), by: 1)
        #expect(stage.stack("b") == ["/2"])
        #expect(stage.stack("a") == ["/root"])
    }

    @Test("Selecting the selected tab refreshes it, and pops it to its root where the app opts in")
    func reselect() throws {
        let stage = try Stage()
        try stage.now(.push("/1"), by: 1)
        try stage.now(.push("/2"), by: 1)
        #expect(try operations(.selectTab("a"), on: stage) == [.refreshTab("a")])
        try stage.now(.setProperties(.tab("a"), [.reselect: "popToRoot"]), by: 1)
        // From another tab it is a selection like any other.
        try stage.now(.selectTab("b"), by: 2)
        #expect(try operations(.selectTab("a"), on: stage) == [.selectTab("a")])
        try stage.now(.selectTab("a"), by: 2)
        #expect(stage.stack() == ["/root", "/1", "/2"])
        try stage.now(.selectTab("a"), by: 2)
        #expect(stage.stack() == ["/root"])
        #expect(stage.scene.tab("a")?.refreshCount == 1)
        // At the root there is nothing to pop.
        #expect(try operations(.selectTab("a"), on: stage) == [.refreshTab("a")])
    }

    @Test("Several intents are one change, with one operation for the properties of one item")
    func several() throws {
        let stage = try Stage()
        let wishes = Intent.batch([
            .updateTab("a", title: "A2"), .setProperties(.tab("a"), ["role": "search"]),
            .updateTab("b", title: "B2"), .setProperties(.tab("a"), ["purpose": nil]),
            .updateTab("b"),
        ])
        let operations = try operations(wishes, on: stage)
        let fields = operations.map { operation -> [Field] in
            (operation.payload as? UpdateTabOperation)?.attributes.map(\.field) ?? []
        }
        #expect(
            fields == [
                [TabField.title, ItemField.property("role")], [TabField.title],
                [ItemField.property("purpose")],
            ])
        #expect(throws: IntentError.unknownTab("no", known: ["a", "b"])) {
            try self.operations(
                .batch([.updateTab("a", title: "x"), .selectTab("no")]), on: stage)
        }
    }

    @Test("An intent that changes nothing needs no operation")
    func nothingToDo() throws {
        let stage = try Stage()
        #expect(try operations(.popToRoot(of: "a"), on: stage) == [])
        #expect(try operations(.popTo(stage.id("/root")), on: stage) == [])
        #expect(try operations(.moveTab("a", .before("b")), on: stage) == [])
        #expect(try operations(.updateTab("a"), on: stage) == [])
        try stage.now(.setRoutes([]), by: 0)
        #expect(try operations(.pop(from: "a"), on: stage) == [])
    }

    @Test("A pop names every twin, and popping one of them pops the place")
    func popNamesTwins() throws {
        let stage = try Stage()
        try stage.later(.push("/1"), by: 1)
        try stage.later(.push("/1"), by: 2)
        let hidden = stage.id("/1", seenBy: 2)
        stage.arriveUnseen(1)
        stage.arrive(2)
        let first = try operations(.pop(from: "a"), on: stage).first
        let pop = try #require(first?.payload as? PopOperation)
        #expect(pop.stack == "a")
        let screens = pop.screens.names
        #expect(screens.map(\.id) == [stage.id("/1"), hidden])
        #expect(try operations(.popScreen(hidden), on: stage) == [.pop(.named(screens), from: "a")])
        try stage.now(.popScreen(hidden), by: 0)
        #expect(stage.stack() == ["/root"])
    }

    @Test("setItems finds screens by their routes, each once, in order")
    func identityByRoute() throws {
        let stage = try Stage(routes: ["/x", "/x", "/y"])
        let ids = stage.scene.tab("a")?.stack.map(\.id) ?? []
        try stage.now(.setRoutes(["/y", "/x", "/x", "/x"]), by: 1)
        let after = stage.scene.tab("a")?.stack.map(\.id) ?? []
        #expect(Array(after.prefix(3)) == [ids[2], ids[0], ids[1]])
        #expect(!ids.contains(after[3]))
    }

    @Test("Routes that are only canonically equivalent are different screens")
    func routesAreBytes() throws {
        let stage = try Stage(routes: ["/caf\u{e9}"])
        let outcomes = try stage.now(.setRoutes(["/cafe\u{301}"]), by: 1)
        #expect(outcomes == [.applied])
        #expect(stage.stack().first.map { Array($0.utf8) } == Array("/cafe\u{301}".utf8))
    }

    @Test("A declared tab takes its stack, its badge and its place")
    func declare() throws {
        let stage = try Stage()
        let tab = TabDescription(
            id: "n", title: "새 탭", icon: "star", isEnabled: false, badge: "3",
            stack: [ScreenDescription(route: "/n", title: "جديد", payload: [1])])
        try stage.now(.declareTab(tab, .before("b")), by: 1)
        #expect(stage.scene.tabs.map(\.id) == ["a", "n", "b"])
        #expect(SceneDescription(stage.scene).tabs[1] == tab)
    }

    @Test("Fresh ids are twelve characters of the alphabet, and differ")
    func freshIDs() {
        var generator = SeededGenerator(seed: 4)
        let ids = (0..<1_000).map { _ in ScreenID.random(using: &generator) }
        #expect(Set(ids).count == 1_000)
        #expect(ids.allSatisfy { $0.rawValue.utf8.count == 12 && ScreenID.isValid($0.rawValue) })
    }

    @Test("Every error and rejection has a text of its own")
    func messages() {
        #expect(Set(Rejection.allCases.map(\.message)).count == Rejection.allCases.count)
    }
}
