@testable import NavigationModel
import Testing

/// The bar: declaring, removing, moving, selecting, disabling, refreshing.
@Suite struct TabTests {
    @Test("The change that declares the first tabs selects the first")
    func firstSelection() throws {
        let stage = try Stage()
        #expect(stage.scene.tabs.map(\.id) == ["a", "b"])
        #expect(stage.scene.selectedTab == "a")
        #expect(stage.scene.selected?.stack.map(\.route) == ["/root"])
    }

    @Test("A tab shows its id until it has a title, and can be selected until it is disabled")
    func defaults() {
        var state = SceneState()
        let stamp = Stamp(time: Timestamp(rawValue: 1), device: .daemon, sequence: 1)
        state.join(
            [RegisterWrite(record: .tab("t"), field: TabField.declared, stamp: stamp)], at: 1)
        #expect(state.scene.tabs == [Tab(id: "t", title: "t")])
        #expect(state.scene.selectedTab == "t")
    }

    @Test("P9: removal hides a tab with what happens in it; declaring brings the stack back")
    func removeAndReturn() throws {
        let stage = try Stage(routes: ["/root", "/1"])
        try stage.later(.push("/unseen"), by: 1)
        try stage.later(.updateTab("a", title: "late"), by: 1)
        try stage.now(.removeTab("a"), by: 2)
        let removal = stage.revision
        #expect(stage.scene.tabs.map(\.id) == ["b"])
        #expect(stage.arriveUnseen(1) == [.hidden(by: removal)])
        #expect(stage.arrive(1) == [.hidden(by: removal)])
        #expect(stage.scene.tabs.map(\.id) == ["b"])
        try stage.now(.declareTab(TabDescription(id: "a", title: "back"), nil), by: 0)
        #expect(stage.scene.tabs.map(\.id) == ["b", "a"])
        #expect(stage.stack() == ["/root", "/1", "/unseen"])
        #expect(stage.scene.tab("a")?.title == "back")
    }

    @Test("Removing the selected tab selects where it lands, for good")
    func removalLands() throws {
        let stage = try Stage(tabs: ["a", "b", "c"])
        try stage.now(.selectTab("c"), by: 1)
        try stage.now(.selectTab("b"), by: 1)
        // The second step makes explicit where the first leads: still the change did it.
        #expect(try stage.now(.removeTab("b"), by: 2) == [.applied, .applied])
        #expect(stage.scene.selectedTab == "c")
        try stage.now(.declareTab(TabDescription(id: "b", title: "B"), nil), by: 0)
        #expect(stage.scene.selectedTab == "c")
    }

    @Test("P7: disabling the selected tab falls back to the one before; enabling keeps that")
    func disabling() throws {
        let stage = try Stage(tabs: ["a", "b", "c"])
        try stage.now(.selectTab("c"), by: 1)
        try stage.now(.selectTab("b"), by: 1)
        try stage.now(.updateTab("b", isEnabled: false), by: 2)
        #expect(stage.scene.selectedTab == "c")
        #expect(stage.scene.tab("b")?.isEnabled == false)
        try stage.now(.updateTab("b", isEnabled: true), by: 2)
        #expect(stage.scene.selectedTab == "c")
        try stage.now(.updateTab("a", isEnabled: false), by: 0)
        #expect(throws: IntentError.tabDisabled("a")) { try stage.now(.selectTab("a"), by: 0) }
    }

    @Test("No tab enabled, none selected")
    func nothingEnabled() throws {
        let stage = try Stage()
        try stage.now(.updateTab("a", isEnabled: false), by: 0)
        try stage.now(.updateTab("b", isEnabled: false), by: 0)
        #expect(stage.scene.selectedTab == nil)
        #expect(stage.scene.selected == nil)
        #expect(throws: IntentError.noSelectedTab) { try stage.now(.pop(), by: 1) }
    }

    @Test("P7: of two selects at once the newer wins, the older is superseded by it")
    func selectTwice() throws {
        let stage = try Stage(tabs: ["a", "b", "c"])
        try stage.later(.selectTab("b"), by: 1)
        try stage.later(.selectTab("c"), by: 2)
        #expect(stage.arriveUnseen(2) == [.applied])
        let revision = stage.revision
        #expect(stage.arrive(1) == [.superseded(by: revision)])
        #expect(stage.scene.selectedTab == "c")
    }

    @Test("Two devices select the same tab: the second is a noop by the first")
    func selectSame() throws {
        let stage = try Stage()
        try stage.later(.selectTab("b"), by: 1)
        try stage.later(.selectTab("b"), by: 2)
        #expect(stage.arriveUnseen(1) == [.applied])
        let revision = stage.revision
        #expect(stage.arrive(2) == [.noop(by: revision)])
    }

    @Test("A select of a tab that was disabled at the same time is superseded by that")
    func selectDisabled() throws {
        let stage = try Stage()
        try stage.later(.selectTab("b"), by: 1)
        try stage.now(.updateTab("b", isEnabled: false), by: 2)
        let revision = stage.revision
        #expect(stage.arrive(1) == [.superseded(by: revision)])
        #expect(stage.scene.selectedTab == "a")
    }

    @Test("Selecting the selected tab refreshes it, each time anew")
    func refresh() throws {
        let stage = try Stage()
        #expect(stage.scene.tab("a")?.refreshed == nil)
        #expect(try stage.now(.selectTab("a"), by: 1) == [.applied])
        let first = try #require(stage.scene.tab("a")?.refreshed)
        try stage.now(.selectTab("a"), by: 2)
        let second = try #require(stage.scene.tab("a")?.refreshed)
        #expect(first < second)
        #expect(stage.stack() == ["/root"])
    }

    @Test("Tabs move next to others, and a late move is superseded")
    func move() throws {
        let stage = try Stage(tabs: ["a", "b", "c", "d"])
        try stage.now(.moveTab("d", .before("b")), by: 0)
        #expect(stage.scene.tabs.map(\.id) == ["a", "d", "b", "c"])
        try stage.now(.moveTab("a", .after("c")), by: 1)
        #expect(stage.scene.tabs.map(\.id) == ["d", "b", "c", "a"])
        try stage.later(.moveTab("a", .before("d")), by: 1)
        try stage.now(.moveTab("a", .after("d")), by: 2)
        let revision = stage.revision
        #expect(stage.arrive(1) == [.superseded(by: revision)])
        #expect(stage.scene.tabs.map(\.id) == ["d", "a", "b", "c"])
    }

    @Test("Tabs added at once share a key: in order of their ids, and others go between them")
    func equalKeys() throws {
        let stage = try Stage()
        try stage.later(.declareTab(TabDescription(id: "x", title: "X"), nil), by: 1)
        try stage.later(.declareTab(TabDescription(id: "y", title: "Y"), nil), by: 2)
        stage.arriveUnseen(2)
        stage.arrive(1)
        let state = stage.fleet.state
        #expect(state.position(of: "x") == state.position(of: "y"))
        #expect(stage.scene.tabs.map(\.id) == ["a", "b", "x", "y"])
        try stage.now(.moveTab("a", .after("x")), by: 0)
        #expect(stage.scene.tabs.map(\.id) == ["b", "x", "a", "y"])
        try stage.now(.declareTab(TabDescription(id: "z", title: "Z"), .before("x")), by: 0)
        #expect(stage.scene.tabs.map(\.id) == ["b", "z", "x", "a", "y"])
    }

    @Test("A thousand moves into one gap keep the order right and the keys short")
    func crowdedGap() throws {
        let stage = try Stage(tabs: ["a", "b", "c", "d"])
        for round in 0..<500 {
            try stage.now(.moveTab(round.isMultiple(of: 2) ? "a" : "b", .before("c")), by: 0)
            let expected: [TabID] =
                round.isMultiple(of: 2) ? ["b", "a", "c", "d"] : ["a", "b", "c", "d"]
            guard stage.scene.tabs.map(\.id) == expected else {
                Issue.record("round \(round): \(stage.scene.tabs.map(\.id))")
                return
            }
        }
        let longest = stage.scene.tabs.compactMap { stage.fleet.state.position(of: $0.id) }
        #expect(longest.allSatisfy { $0.bytes.count <= PositionKey.comfortableLength })
    }
}
