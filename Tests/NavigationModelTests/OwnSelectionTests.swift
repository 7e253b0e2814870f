import SeededRandom
import Testing

@testable import NavigationModel

@Suite("A selection of a device's own")
struct OwnSelectionTests {
    private let stage: Stage
    private let ids = (0..<3).map { Fleet.id(of: $0) }

    init() throws {
        stage = try Stage(tabs: ["a", "b", "c"], routes: ["/root", "/1"])
        try stage.now(.selectTab("a"), by: 0)
    }

    /// The tab that each device shows.
    private var shown: [TabID?] { ids.map { stage.fleet.state.scene(of: $0).selectedTab } }

    @Test("P7: it is the device's alone, and stacks stay shared")
    func alone() throws {
        try stage.now(.keepSelection(.own), by: 1)
        #expect(try stage.now(.selectTab("b"), by: 1) == [.applied])
        #expect(shown == ["a", "b", "a"])
        try stage.now(.push(ScreenDescription(route: "/2")), by: 1)
        #expect(stage.stack("b") == ["/root", "/1", "/2"])
        #expect(stage.scene.selectedTab == "a", "an older client sees the shared selection")
        try stage.now(.selectTab("c"), by: 0)
        #expect(shown == ["c", "b", "c"])
        try stage.now(.keepSelection(.shared), by: 1)
        #expect(shown == ["c", "c", "c"])
        #expect(stage.fleet.state.scene(of: ids[1]) == stage.scene)
    }

    @Test("Selecting its tab again refreshes nothing for others, and pops to the root if it has to")
    func again() throws {
        try stage.now(.keepSelection(.own), by: 1)
        try stage.now(.selectTab("b"), by: 1)
        let before = stage.revision
        try stage.later(.selectTab("b"), by: 1)
        #expect(stage.fleet.devices[1].waiting.isEmpty, "there is nothing to change")
        try stage.now(.setProperties(.tab("b"), [.reselect: "popToRoot"]), by: 0)
        try stage.now(.selectTab("b"), by: 1)
        #expect(stage.stack("b") == ["/root"])
        #expect(stage.scene.tab("b")?.refreshCount == 0)
        #expect(shown == ["a", "b", "a"] && stage.revision > before)
    }

    @Test("P7: its removed or disabled tab leaves the shared selection, and comes back as the own")
    func withoutTab() throws {
        try stage.now(.keepSelection(.own), by: 1)
        try stage.now(.selectTab("b"), by: 1)
        try stage.now(.updateTab("b", isEnabled: false), by: 0)
        #expect(shown == ["a", "a", "a"])
        try stage.now(.updateTab("b", isEnabled: true), by: 0)
        #expect(shown == ["a", "b", "a"])
        try stage.now(.removeTab("b"), by: 0)
        #expect(shown == ["a", "a", "a"])
        try stage.now(.declareTab(TabDescription(id: "b", title: "B"), nil), by: 0)
        #expect(shown == ["a", "b", "a"])
        try stage.now(.removeTab("b"), by: 0)
        stage.prune(keeping: 0)
        #expect(shown == ["a", "a", "a"])
    }

    @Test("A device that follows goes along, until a change there navigates")
    func following() throws {
        try stage.now(.keepSelection(.own), by: 1)
        try stage.now(.keepSelection(.following(ids[1])), by: 2)
        try stage.now(.selectTab("b"), by: 1)
        #expect(shown == ["a", "b", "b"])
        try stage.now(.addToBadge("a", 1), by: 2)
        try stage.now(.selectTab("c"), by: 1)
        #expect(shown == ["a", "c", "c"], "a badge is no place")
        try stage.now(.push(ScreenDescription(route: "/2")), by: 2)
        #expect(stage.stack("c") == ["/root", "/1", "/2"])
        try stage.now(.selectTab("a"), by: 1)
        #expect(shown == ["a", "a", "c"])
        #expect(stage.fleet.state.selection(of: ids[2]) == .own("c"))
    }

    @Test("A device that follows one with the shared selection shows that, as in a circle")
    func circle() throws {
        try stage.now(.keepSelection(.following(ids[1])), by: 2)
        try stage.now(.selectTab("b"), by: 0)
        #expect(shown == ["b", "b", "b"])
        #expect(throws: IntentError.followsInCircle(ids[2])) {
            try stage.later(.keepSelection(.following(ids[2])), by: 1)
        }
        #expect(throws: IntentError.ownDevice) {
            try stage.later(.keepSelection(.following(ids[1])), by: 1)
        }
        // Both at once, without having seen the other's.
        try stage.now(.keepSelection(.own), by: 2)
        try stage.now(.selectTab("c"), by: 2)
        try stage.later(.keepSelection(.following(ids[1])), by: 2)
        try stage.later(.keepSelection(.following(ids[2])), by: 1)
        stage.arriveUnseen(2)
        stage.arrive(1)
        #expect(shown == ["b", "b", "b"])
    }

    @Test(
        "A handoff sends a device with an own selection to the tab of another, and no other device")
    func handoff() throws {
        #expect(throws: IntentError.sharesSelection(ids[1])) {
            try stage.later(.handOff(to: ids[1]), by: 0)
        }
        #expect(throws: IntentError.ownDevice) { try stage.later(.handOff(to: ids[0]), by: 0) }
        try stage.now(.keepSelection(.own), by: 1)
        try stage.now(.selectTab("b"), by: 1)
        try stage.now(.keepSelection(.following(ids[1])), by: 2)
        try stage.now(.selectTab("c"), by: 0)
        #expect(try stage.now(.handOff(to: ids[1]), by: 0) == [.applied])
        #expect(shown == ["c", "c", "c"])
        // It has returned to the shared selection meanwhile.
        try stage.now(.selectTab("a"), by: 1)
        try stage.later(.keepSelection(.shared), by: 1)
        try stage.later(.handOff(to: ids[1]), by: 0)
        stage.arriveUnseen(1)
        let shared = stage.revision
        #expect(stage.arrive(0) == [.superseded(by: shared)])
        #expect(stage.fleet.state.selection(of: ids[1]) == .shared)
    }

    @Test("No device sets the mode of another, and none follows itself")
    func permission() throws {
        try stage.now(.keepSelection(.own), by: 1)
        for selection: DeviceSelection in [.shared, .following(ids[2])] {
            #expect(
                stage.send([.setSelection(of: ids[1], selection)], by: 0)
                    == [.rejected(.notPermitted)])
        }
        #expect(
            stage.send([.setSelection(of: ids[1], .following(ids[1]))], by: 1)
                == [.rejected(.malformed)])
        #expect(
            stage.send([.setSelection(of: ids[1], .own("never"))], by: 1)
                == [.rejected(.unknownTab)])
        #expect(stage.fleet.state.selection(of: ids[1]) == .own("a"))
    }

    @Test("P8: what a device set later stays when an earlier handoff arrives")
    func late() throws {
        try stage.now(.keepSelection(.own), by: 1)
        try stage.now(.selectTab("c"), by: 0)
        try stage.later(.handOff(to: ids[1]), by: 0)
        try stage.later(.selectTab("b"), by: 1)
        stage.arriveUnseen(1)
        let newest = stage.revision
        #expect(stage.arrive(0) == [.superseded(by: newest)])
        #expect(shown == ["c", "b", "c"])
    }

    @Test("A revoked device keeps none, and those that follow it show the shared selection")
    func revoked() throws {
        try stage.now(.keepSelection(.own), by: 1)
        try stage.now(.selectTab("b"), by: 1)
        try stage.now(.keepSelection(.following(ids[1])), by: 2)
        var state = stage.fleet.raw
        let commit = state.revoke(
            [(ids[1], "phone"), (ids[0], "desk")], at: state.latest.next, as: stage.revision.next,
            by: "navsyncd")
        #expect(commit.effects.count == 3, "one that keeps the shared selection loses nothing")
        #expect(state.selection(of: ids[1]) == .shared)
        #expect(ids.map { state.scene(of: $0).selectedTab } == ["a", "a", "a"])
        #expect(state.recomputedDigest == state.digest)
    }

    @Test("Undo brings back the mode and the tab, unless another device has set them since")
    func undone() throws {
        var bench = try UndoBench()
        bench.act(.keepSelection(.own), by: 1)
        bench.act(.selectTab("two"), by: 1)
        bench.act(.keepSelection(.following(ids[0])), by: 1)
        bench.settle()
        let following = bench.scene(1)
        #expect(following.selection == .following(ids[0]))
        // The push ends following, and its undo resumes it.
        bench.act(.push(ScreenDescription(route: "/2")), by: 1)
        #expect(bench.scene(1).selection == .own("one"))
        bench.undo(by: 1)
        #expect(bench.scene(1) == following)
        bench.undo(by: 1)
        #expect(bench.scene(1).selection == .own("two"))
        bench.settle()
        // Another device has the last word.
        bench.act(.selectTab("three"), by: 0)
        bench.act(.handOff(to: ids[1]), by: 0)
        bench.settle()
        #expect(bench.scene(1).selection == .own("three"))
        bench.undo(by: 1)
        #expect(bench.scene(1).selection == .own("three"))
        bench.undo(by: 0)
        bench.settle()
        #expect(bench.scene(1).selection == .own("two"))
    }

    @Test("The undo of a handoff sends one that followed to where that would lead, as its own")
    func undoneHandoff() throws {
        var bench = try UndoBench()
        bench.act(.keepSelection(.own), by: 2)
        bench.act(.selectTab("three"), by: 2)
        bench.settle()
        bench.act(.keepSelection(.following(ids[2])), by: 1)
        bench.settle()
        bench.act(.handOff(to: ids[1]), by: 0)
        bench.settle()
        #expect(bench.scene(1).selection == .own("one"))
        bench.undo(by: 0)
        bench.settle()
        #expect(bench.scene(1).selection == .own("three"))
    }

    @Test("A prune drops a device that has returned to the shared selection, and no other")
    func pruned() throws {
        try stage.now(.keepSelection(.own), by: 1)
        try stage.now(.keepSelection(.own), by: 2)
        try stage.now(.keepSelection(.shared), by: 1)
        stage.prune(keeping: 0)
        #expect(stage.fleet.raw[.device(ids[1])].isEmpty)
        #expect(stage.fleet.state.selection(of: ids[2]) == .own("a"))
        #expect(shown == ["a", "a", "a"])
    }

    @Test("One own selection too many returns the oldest to the shared selection")
    func limit() throws {
        var state = stage.fleet.raw
        for number in 0...SceneLimits.ownSelections {
            let device = DeviceID(high: 9, low: UInt64(number))
            let change = Change(
                device: device, sequence: 1,
                base: Change.Base(revision: stage.revision, latest: state.latest),
                operations: [.setSelection(of: device, .own("b"))])
            let result = state.execute(
                change, at: state.latest.next, revision: stage.revision.next)
            #expect(result.outcomes == [.applied])
            #expect(result.effects.count == (number < SceneLimits.ownSelections ? 1 : 2))
        }
        #expect(state.selection(of: DeviceID(high: 9, low: 0)) == .shared)
        #expect(state.selection(of: DeviceID(high: 9, low: 1)) == .own("b"))
        #expect(state.recomputedDigest == state.digest)
    }

    @Test("A value of a newer version reads as the shared selection, and is carried on")
    func newer() throws {
        var state = stage.fleet.raw
        let stamp = Stamp(time: state.latest.next, device: ids[1], sequence: 9)
        for bytes: [UInt8] in [[9, 1], [1], [1, 0xff], [2, 1]] {
            let write = RegisterWrite(
                record: .device(ids[1]), field: DeviceField.selection,
                stamp: stamp.at(UInt32(bytes.count)), value: Value(bytes: bytes))
            state.join([write], at: stage.revision.next)
            #expect(state.selection(of: ids[1]) == .shared)
            #expect(state.scene(of: ids[1]) == state.scene)
            #expect(state[.device(ids[1]), DeviceField.selection] != nil)
        }
    }
}
