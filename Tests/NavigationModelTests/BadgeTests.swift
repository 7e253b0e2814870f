@testable import NavigationModel
import Testing

/// A set or clear, and counted additions on top.
@Suite struct BadgeTests {
    private func badge(_ stage: Stage) -> String? { stage.scene.tab("a")?.badge }

    @Test("Texts, dots, numbers and nothing are shown as they are set")
    func values() throws {
        let stage = try Stage()
        #expect(badge(stage) == nil)
        let cases: [(BadgeValue, String?)] = [
            (.text("new"), "new"), (.dot, ""), (.text("7"), "7"), (.text("٣"), "٣"),
            (.text(""), ""), (.cleared, nil),
        ]
        for (value, shown) in cases {
            try stage.now(.setBadge("a", value), by: 1)
            #expect(badge(stage) == shown)
        }
    }

    @Test("P10: additions of several devices all count, once each")
    func additions() throws {
        let stage = try Stage()
        try stage.now(.setBadge("a", .text("10")), by: 0)
        for device in 0...2 {
            try stage.later(.addToBadge("a", 1), by: device)
            try stage.later(.addToBadge("a", 2), by: device)
        }
        for device in [2, 0, 1] { stage.arrive(device) }
        #expect(badge(stage) == "19")
    }

    @Test("P10: a clear replaces what its device had seen, not what came at the same time")
    func clearReplacesSeen() throws {
        let stage = try Stage()
        try stage.now(.addToBadge("a", 5), by: 1)
        try stage.later(.setBadge("a", .cleared), by: 2)
        try stage.now(.addToBadge("a", 2), by: 1)
        #expect(badge(stage) == "7")
        #expect(stage.arrive(2) == [.applied])
        #expect(badge(stage) == "2")
    }

    @Test("P10: a clear that is late loses the register, yet what it had seen stays replaced")
    func lateClear() throws {
        let stage = try Stage()
        try stage.now(.addToBadge("a", 5), by: 1)
        try stage.later(.setBadge("a", .cleared), by: 2)
        try stage.later(.setBadge("a", .dot), by: 0)
        stage.arriveUnseen(0)
        #expect(badge(stage) == "")
        try stage.now(.addToBadge("a", 1), by: 1)
        stage.arrive(2)
        #expect(badge(stage) == "1")
    }

    @Test("A device's own additions before its set are replaced, confirmed or not")
    func ownUnconfirmed() throws {
        let stage = try Stage()
        try stage.later(.addToBadge("a", 5), by: 1)
        try stage.later(.setBadge("a", .text("1")), by: 1)
        try stage.later(.addToBadge("a", 2), by: 1)
        try stage.now(.addToBadge("a", 10), by: 2)
        stage.arrive(1)
        #expect(badge(stage) == "13")
    }

    @Test("Additions wait behind text that is no number, and turn a dot into one")
    func behindText() throws {
        let stage = try Stage()
        try stage.now(.setBadge("a", .text("new")), by: 0)
        let set = stage.revision
        #expect(try stage.now(.addToBadge("a", 3), by: 1) == [.superseded(by: set)])
        #expect(badge(stage) == "new")
        try stage.later(.setBadge("a", .dot), by: 2)
        try stage.now(.addToBadge("a", 4), by: 1)
        stage.arrive(2)
        #expect(badge(stage) == "4")
        #expect(try stage.now(.addToBadge("a", 0), by: 1).map(\.kind) == [.noop])
    }

    @Test("A negative addition to an empty badge counts and is not displayed: no newer one exists")
    func lessThanNothing() throws {
        let stage = try Stage()
        #expect(try stage.now(.addToBadge("a", -1), by: 1) == [.noop()])
        #expect(badge(stage) == nil)
        #expect(try stage.now(.addToBadge("a", 1), by: 2) == [.noop()])
        #expect(try stage.now(.addToBadge("a", 1), by: 2) == [.applied])
        #expect(badge(stage) == "1")
        try stage.now(.setBadge("a", .dot), by: 0)
        #expect(try stage.now(.addToBadge("a", -1), by: 1) == [.noop()])
        #expect(badge(stage) == "")
        try stage.now(.setBadge("a", .text("0")), by: 0)
        #expect(try stage.now(.addToBadge("a", -5), by: 1) == [.noop()])
        #expect(badge(stage) == "0")
    }

    @Test("Sums at the ends of the range don't trap")
    func extremes() throws {
        let stage = try Stage()
        try stage.now(.setBadge("a", .text(String(Int64.max))), by: 0)
        try stage.now(.addToBadge("a", .max), by: 1)
        try stage.now(.addToBadge("a", .max), by: 1)
        try stage.now(.addToBadge("a", .min), by: 2)
        #expect(badge(stage) != nil)
        let seen = ObservedAdditions(
            device: DeviceID(high: 2, low: 7), stamp: .zero, total: .min)
        stage.send([.setBadge("a", .cleared, seen: [seen, seen])], by: 0)
        // A sum that wraps around is below zero: nothing is shown.
        #expect(badge(stage) == nil)
    }
}
