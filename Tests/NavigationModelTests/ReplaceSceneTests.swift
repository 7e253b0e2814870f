@testable import NavigationModel
import SeededRandom
import Testing

/// `become`: from any scene to any description.
@Suite struct ReplaceSceneTests {
    private let names: [TabID] = ["one", "two", "three", "four", "five"]

    private func description(_ generator: inout SeededGenerator) -> SceneDescription {
        let tabs = names.shuffled(using: &generator).prefix(generator.below(6)).map { id in
            TabDescription(
                id: id, title: generator.pick(["Uhr", "시계", "ساعة", ""]) ?? "",
                icon: generator.pick([nil, "clock"]) ?? nil, isEnabled: !generator.oneIn(4),
                badge: generator.pick([nil, "", "3", "new"]) ?? nil,
                properties: properties(&generator),
                stack: (0..<generator.below(4)).map { _ in screen(&generator) })
        }
        let candidates = tabs.filter(\.isEnabled).map(\.id)
        var bars: [StandaloneBarDescription]?
        if generator.oneIn(2) {
            let names: [StandaloneBarID] = ["colours", "pages", "tools"]
            bars = names.filter { _ in generator.oneIn(2) }.map { id in
                StandaloneBarDescription(
                    id: id, properties: properties(&generator),
                    items: (0..<generator.below(3)).map { _ in screen(&generator) })
            }
        }
        return SceneDescription(
            selectedTab: generator.pick(candidates), tabs: Array(tabs), standaloneBars: bars)
    }

    private func properties(_ generator: inout SeededGenerator) -> Properties {
        var properties = Properties()
        for name in ["prompt", "title@ko", "app.own"] as [PropertyName] {
            properties[name] = generator.pick([nil, nil, "a", "e\u{301}", "é"]) ?? nil
        }
        return properties
    }

    private func screen(_ generator: inout SeededGenerator) -> ScreenDescription {
        ScreenDescription(
            route: "/\(generator.below(3))", title: generator.oneIn(2) ? "title" : nil,
            payload: generator.oneIn(3) ? [UInt8(generator.below(256))] : nil,
            properties: properties(&generator))
    }

    private func replaceScene(
        _ description: SceneDescription, from state: SceneState, _ generator: inout SeededGenerator
    ) throws -> (state: SceneState, operations: [Operation]) {
        try run(.replaceScene(description), from: state, &generator)
    }

    private func run(
        _ intent: Intent, from state: SceneState, _ generator: inout SeededGenerator
    ) throws -> (state: SceneState, operations: [Operation]) {
        let operations = try state.operations(for: intent, using: &generator)
        guard !operations.isEmpty else { return (state, []) }
        var after = state
        let change = Change(
            device: DeviceID(high: 77, low: 7), sequence: 1,
            base: Change.Base(revision: 999, latest: state.latest), operations: operations)
        let admission = after.execute(change, at: state.latest.next, revision: 1_000)
        try #require(admission.outcomes.mostSevere.kind < .superseded)
        return (after, operations)
    }

    @Test("From any scene to any description, exactly; a second time there is nothing to do")
    func exactly() throws {
        var generator = SeededGenerator(seed: 21)
        for fleet in Property.allRuns {
            var state = fleet.state
            for _ in 0..<3 {
                let wanted = description(&generator)
                let (after, operations) = try replaceScene(wanted, from: state, &generator)
                let hint = Comment(rawValue: "\(operations)")
                var shown = SceneDescription(after.scene)
                // What is not described stays as it is.
                if wanted.modals == nil { shown.modals = nil }
                if wanted.bars == nil { shown.bars = nil }
                if wanted.standaloneBars == nil { shown.standaloneBars = nil }
                if wanted.standaloneBars == [] { shown.standaloneBars = shown.standaloneBars ?? [] }
                try #require(shown == wanted, hint)
                let (_, again) = try replaceScene(wanted, from: after, &generator)
                try #require(again == [], hint)
                state = after
            }
        }
    }

    @Test("A declaration leaves the person's place; a second time there is nothing to do")
    func declaration() throws {
        var generator = SeededGenerator(seed: 23)
        for fleet in Property.allRuns {
            let before = fleet.state.scene
            let wanted = description(&generator)
            let (after, operations) = try run(.declareScene(wanted), from: fleet.state, &generator)
            let hint = Comment(rawValue: "\(operations)")
            let scene = after.scene
            try #require(scene.tabs.map(\.id) == wanted.tabs.map(\.id), hint)
            for (tab, declared) in zip(scene.tabs, wanted.tabs) {
                let former = before.tab(tab.id)
                try #require(tab.title == declared.title && tab.icon == declared.icon, hint)
                try #require(tab.badge == (former.map(\.badge) ?? declared.badge), hint)
                let stack = former.map { $0.stack.map(ScreenDescription.init) } ?? declared.stack
                try #require(tab.stack.map(ScreenDescription.init) == stack, hint)
            }
            if let selected = before.selectedTab, scene.tab(selected)?.isEnabled == true {
                try #require(scene.selectedTab == selected, hint)
            }
            try #require(scene.modals == before.modals || before.tabs.isEmpty, hint)
            let (_, again) = try run(.declareScene(wanted), from: after, &generator)
            try #require(again == [], hint)
        }
    }

    @Test("A scene's own description changes nothing; an empty state takes it over whole")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 22)
        for fleet in Property.allRuns {
            let description = SceneDescription(fleet.state.scene)
            let operations = try fleet.state.operations(
                for: .replaceScene(description), using: &generator)
            try #require(operations == [])
            let (copy, _) = try replaceScene(description, from: SceneState(), &generator)
            try #require(SceneDescription(copy.scene) == description)
        }
    }

    @Test("As few tabs move as possible")
    func minimalMoves() throws {
        let stage = try Stage(tabs: ["a", "b", "c", "d", "e"])
        var wanted = SceneDescription(stage.scene)
        wanted.tabs.insert(wanted.tabs.removeLast(), at: 1)
        var generator = SeededGenerator(seed: 1)
        let operations = try stage.fleet.state.operations(
            for: .replaceScene(wanted), using: &generator)
        #expect(operations.count == 1)
        let move = try #require(operations.first?.payload as? MoveTabOperation)
        #expect(move.id == "e")
    }

    @Test("A tab that comes back has the stack that is described, an empty one too")
    func returningTab() throws {
        let stage = try Stage()
        try stage.now(.removeTab("a"), by: 0)
        let wanted = SceneDescription(tabs: [
            TabDescription(id: "a", title: "A"), TabDescription(id: "b", title: "B"),
        ])
        try stage.now(.replaceScene(wanted), by: 1)
        #expect(stage.stack("a") == [])
        #expect(stage.stack("b") == [])
    }

    @Test("The selection ends as described, though an enabled tab was selected later once")
    func selection() throws {
        let stage = try Stage(tabs: ["a", "b", "c"])
        try stage.now(.selectTab("a"), by: 0)
        try stage.now(.selectTab("b"), by: 0)
        stage.send(
            [
                .updateTab(
                    "b", attributes: [Attribute(field: TabField.isEnabled, value: .flag(false))])
            ], by: 0)
        #expect(stage.scene.selectedTab == "a")
        var wanted = SceneDescription(stage.scene)
        wanted.tabs[1].isEnabled = true
        try stage.now(.replaceScene(wanted), by: 1)
        #expect(stage.scene.selectedTab == "a")
        wanted.selectedTab = nil
        wanted.tabs.removeFirst()
        try stage.now(.replaceScene(wanted), by: 2)
        #expect(stage.scene.selectedTab == "b")
    }

    @Test("Descriptions that contradict themselves are refused")
    func contradictions() throws {
        let tab = TabDescription(id: "a", title: "A")
        var disabled = tab
        disabled.isEnabled = false
        let cases: [(SceneDescription, IntentError)] = [
            (SceneDescription(tabs: [tab, tab]), .duplicateTab("a")),
            (SceneDescription(selectedTab: "b", tabs: [tab]), .unknownTab("b", known: ["a"])),
            (SceneDescription(selectedTab: "a", tabs: [disabled]), .tabDisabled("a")),
            (
                SceneDescription(
                    tabs: [], standaloneBars: [.init(id: "tools"), .init(id: "tools")]),
                .duplicateBar("tools")
            ),
        ]
        var generator = SeededGenerator(seed: 1)
        for (description, error) in cases {
            #expect(throws: error) {
                try SceneState().operations(for: .replaceScene(description), using: &generator)
            }
        }
    }
}
