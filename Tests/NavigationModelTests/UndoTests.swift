@testable import NavigationModel
import SeededRandom
import Testing

/// Taking back and doing again, alone and beside others.
@Suite struct UndoTests {
    private static let seeds: Range<UInt64> = 0..<24

    // MARK: Alone

    @Test(
        "Undo n leads back step by step, and redo n forth: nobody else acted",
        arguments: [true, false])
    func identity(isOnline: Bool) throws {
        for seed in Self.seeds {
            var bench = try UndoBench(seed: seed)
            var wishes = AnyIntent(seed: seed, isReversible: true)
            for _ in 0..<8 { bench.act(wishes.next(in: bench.scene())) }
            if isOnline { bench.settle() }
            var scenes = [bench.scene()]
            for _ in 0..<12 {
                let intent = wishes.next(in: bench.scene())
                guard bench.act(intent) else { continue }
                if isOnline { bench.settle() }
                scenes.append(bench.scene())
            }
            var back: [[Operation]] = []
            for scene in scenes.dropLast().reversed() {
                back.append(bench.undo())
                if isOnline { bench.settle() }
                let isBack = bench.scene() == scene
                try #require(isBack, "seed \(seed), undo \(back.count): \(back.last ?? [])")
            }
            for _ in back {
                bench.redo()
                if isOnline { bench.settle() }
            }
            let isForth = bench.scene() == scenes.last
            try #require(isForth, "seed \(seed), redo")
            bench.settle()
            try #require(bench.truth == scenes.last, "seed \(seed), at the daemon")
        }
    }

    @Test("Undo n then redo n is the identity with all that can't be taken back in between")
    func identityWithAnswers() throws {
        for seed in Self.seeds {
            var bench = try UndoBench(seed: seed)
            var wishes = AnyIntent(seed: seed)
            for _ in 0..<20 { bench.act(wishes.next(in: bench.scene())) }
            bench.settle()
            let before = bench.scene().withoutRefreshes
            let count = 1 + Int(seed % 10)
            for _ in 0..<count { bench.undo() }
            bench.settle()
            for _ in 0..<count { bench.redo() }
            bench.settle()
            try #require(bench.scene().withoutRefreshes == before, "seed \(seed)")
        }
    }

    @Test("A new change leaves nothing to redo")
    func redoIsCleared() throws {
        var bench = try UndoBench()
        bench.act(.push("/1", onto: "one"))
        bench.undo()
        bench.act(.push("/2", onto: "one"))
        #expect(bench.redo().isEmpty)
        #expect(bench.routes() == ["/root", "/2"])
    }

    // MARK: Stories

    @Test("Undo restores popped screens by name: in the middle of a stack, and on its top")
    func broughtBack() throws {
        var bench = try UndoBench()
        for route in ["/1", "/2", "/3"] { bench.act(.push(route, onto: "one")) }
        bench.settle()
        let ids = bench.scene().tab("one")?.stack.map(\.id)
        let middle = try #require(ids?[2])
        bench.act(.popScreen(middle))
        #expect(bench.routes() == ["/root", "/1", "/3"])
        bench.settle()
        // Somebody works on: it comes back to its place all the same.
        bench.act(.push("/4", onto: "one"), by: 1)
        bench.settle()
        let restore = try #require(bench.undo().first?.payload as? RestoreOperation)
        #expect(restore.stack == "one")
        #expect(restore.screens.names.map(\.id) == [middle])
        bench.settle()
        #expect(bench.routes() == ["/root", "/1", "/2", "/3", "/4"])
        #expect(Array(bench.truth.tab("one")?.stack.map(\.id).prefix(4) ?? []) == ids)
        bench.redo()
        bench.settle()
        #expect(bench.routes() == ["/root", "/1", "/3", "/4"])
    }

    @Test("A push on an empty stack is taken back, though a first screen can't be popped")
    func firstPush() throws {
        var bench = try UndoBench()
        bench.act(.setItems([], of: "one"))
        bench.act(.push("/1", onto: "one"))
        bench.act(.push("/2", onto: "one"), by: 1)
        bench.settle()
        bench.act(.push("/3", onto: "one"), by: 1)
        bench.settle()
        #expect(bench.routes().contains("/1"))
        bench.undo()
        bench.settle()
        #expect(!bench.routes().contains("/1"))
        #expect(Set(bench.routes()) == ["/2", "/3"], "what others put there stays")
        bench.undo()
        bench.settle()
        #expect(bench.routes().contains("/root") || bench.routes() == ["/2", "/3"])
    }

    @Test("A refresh and an answer are passed over, and the change before them is taken back")
    func passedOver() throws {
        var bench = try UndoBench()
        bench.act(.presentModal(ModalDescription(route: "/ask")))
        let modal = try #require(bench.scene().modals.first?.id)
        bench.act(.push("/1", onto: "one"))
        bench.act(.selectTab("one"))
        bench.act(.answerModal(modal, .preferred))
        bench.settle()
        #expect(!bench.undo().isEmpty)
        bench.settle()
        #expect(bench.routes() == ["/root"])
        #expect(bench.undo().isEmpty, "an answered modal does not come back")
        #expect(bench.truth.modals.isEmpty)
    }

    @Test("A value that somebody has set anew is not set back, even to the same")
    func setAnew() throws {
        for title in ["theirs", "mine"] {
            var bench = try UndoBench()
            bench.act(.updateTab("one", title: "mine"))
            bench.act(.setBar("app.tint", "mine"))
            bench.settle()
            bench.act(.updateTab("one", title: title), by: 1)
            bench.act(.setBar("app.tint", title), by: 1)
            bench.settle()
            #expect(bench.undo().isEmpty)
            #expect(bench.undo().isEmpty)
            #expect(bench.truth.tab("one")?.title == title)
        }
    }

    @Test("A selection is taken back only while it stands")
    func selection() throws {
        var bench = try UndoBench()
        bench.act(.selectTab("two"))
        bench.settle()
        bench.act(.selectTab("three"), by: 1)
        bench.settle()
        #expect(bench.undo().isEmpty)
        bench.undo(by: 1)
        bench.settle()
        #expect(bench.truth.selectedTab == "two")
    }

    @Test("A tab that was removed while selected comes back selected, unless another was selected")
    func removedTab() throws {
        for isSelectedMeanwhile in [false, true] {
            var bench = try UndoBench()
            bench.act(.push("/1", onto: "one"))
            bench.settle()
            let before = bench.truth
            bench.act(.removeTab("one"))
            bench.settle()
            if isSelectedMeanwhile {
                bench.act(.selectTab("three"), by: 1)
                bench.settle()
            }
            bench.undo()
            bench.settle()
            #expect(bench.truth.tabs == before.tabs, "with its stack, at its place")
            #expect(bench.truth.selectedTab == (isSelectedMeanwhile ? "three" : "one"))
        }
    }

    @Test("Undo restores nothing that another device has removed or closed as well")
    func removedByOthers() throws {
        var bench = try UndoBench()
        bench.act(.presentModal(ModalDescription(route: "/ask")))
        bench.settle()
        let modal = try #require(bench.truth.modals.first?.id)
        for device in [0, 1] { bench.act(.removeTab("two"), by: device) }
        for device in [0, 1] { bench.act(.dismissModal(modal), by: device) }
        bench.settle()
        #expect(bench.undo().isEmpty)
        #expect(bench.undo().isEmpty)
    }

    @Test("Additions are taken back while they count, not when a set has replaced them")
    func additions() throws {
        var bench = try UndoBench()
        bench.act(.addToBadge("one", 2))
        bench.settle()
        // Another device clears what it has seen, while one more addition is on the way.
        bench.act(.addToBadge("one", 3))
        bench.act(.setBadge("one", .cleared), by: 1)
        bench.settle()
        #expect(bench.truth.tab("one")?.badge == "3")
        bench.undo()
        bench.settle()
        #expect(bench.truth.tab("one")?.badge == nil)
        #expect(bench.undo().isEmpty, "the first is replaced already")
    }

    @Test("A set badge is taken back to what it counted, and additions since go on counting")
    func badge() throws {
        var bench = try UndoBench()
        for device in [0, 1, 2] { bench.act(.addToBadge("one", 1), by: device) }
        bench.settle()
        bench.act(.setBadge("one", .text("10")))
        bench.settle()
        bench.act(.addToBadge("one", 5), by: 1)
        bench.settle()
        #expect(bench.truth.tab("one")?.badge == "15")
        bench.undo()
        bench.settle()
        #expect(bench.truth.tab("one")?.badge == "8")
        bench.redo()
        bench.settle()
        #expect(bench.truth.tab("one")?.badge == "15")
    }

    @Test("A modal that was closed comes back under what it was under")
    func modalOrder() throws {
        var bench = try UndoBench()
        for route in ["/low", "/middle", "/high"] {
            bench.act(.presentModal(ModalDescription(route: route)))
        }
        bench.settle()
        bench.act(.dismissModal(try #require(bench.truth.modals.first?.id)))
        bench.settle()
        bench.undo()
        bench.settle()
        #expect(bench.truth.modals.map(\.route) == ["/low", "/middle", "/high"])
    }

    // MARK: Beside others

    @Test(
        "Beside others it takes back only what is the device's own, and the scene stays well formed"
    )
    func besideOthers() throws {
        for seed in Self.seeds {
            var bench = try UndoBench(seed: seed)
            var generator = SeededGenerator(seed: seed ^ 0xff)
            var wishes = AnyIntent(seed: seed)
            for _ in 0..<24 {
                let device = generator.below(3)
                switch generator.below(8) {
                case 0, 1: check(bench.undo(by: device), by: device, in: bench, seed)
                case 2: check(bench.redo(by: device), by: device, in: bench, seed)
                case 3: bench.deliver(device)
                case 4: bench.settle()
                default: bench.act(wishes.next(in: bench.scene(device)), by: device)
                }
            }
            bench.settle()
            for device in 0..<3 {
                try #require(bench.scene(device) == bench.truth, "seed \(seed)")
                while bench.depth(device) > 0 {
                    check(bench.undo(by: device), by: device, in: bench, seed)
                }
            }
            bench.settle()
            let scene = bench.truth
            let screens = (scene.tabs.map(\.stack) + scene.modals.map(\.stack)).joined().map(\.id)
            try #require(Set(screens).count == screens.count, "seed \(seed)")
            try #require(
                scene.selectedTab.map { scene.tab($0)?.isEnabled == true }
                    ?? !scene.tabs.contains { $0.isEnabled }, "seed \(seed)")
            let refusals = bench.fleet.records.filter { arrival in
                arrival.outcomes.contains { $0.kind == .rejected && $0.reason != .answered }
            }
            try #require(refusals.isEmpty, "seed \(seed): \(refusals.map(\.change.operations))")
        }
    }

    /// Checks that all that the steps take away or set back is the device's own.
    private func check(
        _ operations: [Operation], by device: Int, in bench: UndoBench, _ seed: UInt64
    ) {
        let own = bench.fleet.devices[device].id
        let state = bench.fleet.view(of: device)
        for operation in operations {
            guard let pop = operation.payload as? PopOperation else { continue }
            for screen in pop.screens.names {
                let stamp = state.placement(of: screen.id)?.stamp
                #expect(stamp.map { $0.device == own } ?? true, "seed \(seed)")
            }
        }
    }
}

extension UndoBench {
    fileprivate func routes(_ tab: TabID = "one") -> [String] {
        scene().tab(tab)?.stack.map(\.route) ?? []
    }
}
