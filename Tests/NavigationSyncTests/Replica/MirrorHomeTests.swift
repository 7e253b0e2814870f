import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("A mirror at its device's own store, and at others")
struct MirrorHomeTests {
    private static let own = StoreID(rawValue: 1)
    private static let other = StoreID(rawValue: 2)

    /// A mirror that has seen its own store's scene, with a change that waits, and no connection.
    private func away() -> MirrorBench {
        var bench = MirrorBench()
        bench.daemon.store = Self.own
        bench.connect()
        bench.step(.disconnected)
        bench.step(.outbox(bench.pushes(1...1)))
        bench.effects = []
        return bench
    }

    /// The same, with another daemon in the place of its own.
    private func atAnother() -> MirrorBench {
        var bench = away()
        bench.replaceDaemon(by: Self.other)
        bench.step(.connected)
        bench.serve()
        return bench
    }

    @Test("The first store that it meets is its own")
    func first() {
        var bench = MirrorBench()
        bench.daemon.store = Self.own
        bench.step(.connected)
        bench.serve()
        #expect(bench.effects.compactMap(\.reached) == [Self.own])
        #expect(bench.core.home == .store(Self.own))
        #expect(bench.core.connectedStore == .own)
    }

    @Test("At another store it shows what is there, keeps none of it and hands over nothing")
    func visiting() {
        var bench = atAnother()
        #expect(bench.core.connectedStore == .other)
        #expect(bench.core.confirmed.epoch == bench.daemon.epoch)
        #expect(bench.core.confirmed.state.inbox == ["elsewhere"])
        bench.step(.outbox(bench.pushes(1...1)))
        bench.step(.feed(bench.sealed(.live)))
        bench.serve()
        let commit = bench.commit(.push(ScreenDescription(route: "theirs"), onto: "inbox"))
        bench.step(.feed(bench.publication([commit])))
        bench.tick(seconds: 5)
        #expect(bench.core.optimisticState(at: bench.now).inbox == ["elsewhere", "theirs"])
        #expect(!bench.hasAcquired)
        #expect(bench.takeSubmits().isEmpty)
        #expect(!bench.effects.contains { $0.isKept }, "\(bench.effects)")
    }

    @Test(
        "Another store that begins another history is met anew: it may have become the device's own"
    )
    func healedMeanwhile() {
        var bench = atAnother()
        #expect(!bench.effects.contains { $0.isReconnect })
        let old = bench.daemon
        bench.daemon = MirrorBench.Daemon(
            store: old.store, epoch: Epoch(rawValue: old.epoch.rawValue ^ 1), state: old.state,
            commits: old.commits, sealer: old.sealer, formerStores: [Self.own])
        bench.step(.feed(bench.publication([])))
        bench.serve()
        #expect(bench.effects.contains { $0.isReconnect })
        bench.step(.connected)
        bench.serve()
        #expect(bench.core.connectedStore == .own)
        #expect(bench.effects.compactMap(\.reached) == [Self.other])
    }

    @Test("A reply before the welcome is requested again after it")
    func answerBeforeWelcome() {
        var bench = away()
        let kept = bench.core.confirmed
        bench.daemon = MirrorBench.Daemon(
            store: Self.other, epoch: Epoch(rawValue: 77), sealer: bench.daemon.sealer)
        bench.step(.connected)
        let requests = bench.takeRequests()
        for request in requests.reversed() where request.call.isSync {
            bench.reply(request, bench.answer(request.call))
        }
        #expect(bench.core.confirmed == kept)
        for request in requests where !request.call.isSync {
            bench.reply(request, bench.answer(request.call))
        }
        bench.serve()
        #expect(bench.core.connectedStore == .other)
        #expect(bench.core.confirmed.epoch == Epoch(rawValue: 77))
        #expect(!bench.effects.contains { $0.isKept }, "\(bench.effects)")
    }

    @Test("Feed messages before the first sync, of an unknown store, are ignored")
    func feedBeforeSync() {
        var bench = away()
        let kept = bench.core.confirmed
        // A copy of the device's own store under another id: it has the same history.
        bench.daemon.store = Self.other
        bench.step(.connected)
        let requests = bench.takeRequests()
        for request in requests where !request.call.isSync {
            bench.reply(request, bench.answer(request.call))
        }
        let commit = bench.commit(.push(ScreenDescription(route: "theirs"), onto: "inbox"))
        bench.step(.feed(bench.publication([commit])))
        #expect(bench.core.confirmed == kept)
        for request in requests where request.call.isSync {
            bench.reply(request, bench.answer(request.call))
        }
        bench.serve()
        #expect(bench.core.connectedStore == .other)
        #expect(bench.core.confirmed.revision == bench.daemon.revision)
        #expect(!bench.effects.contains { $0.isKept }, "\(bench.effects)")
    }

    @Test("Back at its own store it goes on with what it had, and hands over what waits")
    func back() {
        var bench = away()
        let kept = bench.core.confirmed
        let home = bench.daemon
        let waiting = bench.core.pending
        bench.replaceDaemon(by: Self.other)
        bench.step(.connected)
        bench.serve()
        bench.step(.disconnected)
        bench.step(.savedScene(kept))
        bench.step(.outbox(waiting))
        #expect(bench.core.confirmed == kept)
        #expect(bench.core.optimisticState(at: bench.now).inbox == ["inbox", "own/1"])
        bench.daemon = home
        bench.step(.connected)
        bench.serve()
        #expect(bench.core.connectedStore == .own)
        #expect(bench.hasAcquired)
    }

    @Test("A daemon that does not answer any more leaves no proof that its store is the device's")
    func silence() {
        var bench = away()
        bench.replaceDaemon(by: .none)
        bench.step(.connected)
        bench.serve()
        #expect(bench.core.connectedStore == .other)
        bench.step(.home(.store(Self.own)))
        for _ in 0..<200 where !bench.hasReconnected {
            bench.tick(seconds: 1)
            _ = bench.takeRequests()
        }
        #expect(bench.hasReconnected && bench.core.showsOther)
        bench.step(.connected)
        bench.serve()
        #expect(bench.core.connectedStore == .other)
    }

    @Test("A mirror of the device's new store saves its scene and flushes the outbox")
    func adopted() {
        var bench = atAnother()
        bench.effects = []
        bench.step(.home(.store(Self.other)))
        #expect(bench.core.connectedStore == .own)
        #expect(bench.effects.contains { $0.isKept })
        bench.send(bench.pushes(1...1, epoch: Epoch.none))
        #expect(bench.effects.contains { $0.renumbering != nil })
    }

    @Test("A mirror of the device's former store saves nothing more of it")
    func left() {
        var bench = MirrorBench()
        bench.daemon.store = Self.own
        bench.connect()
        bench.step(.home(.store(Self.other)))
        bench.serve()
        #expect(bench.core.connectedStore == .other)
        #expect(bench.core.confirmed.state.inbox == ["inbox"])
        #expect(!bench.effects.contains { $0.isKept })
    }

    @Test("A device without a store id finds its store by its history")
    func seen() {
        for isSame in [true, false] {
            var bench = away()
            bench.core = MirrorCore(
                scene: .main, hello: bench.core.hello, confirmed: bench.core.confirmed,
                home: .matchingHistory)
            if isSame { bench.daemon.store = Self.own } else { bench.replaceDaemon(by: Self.other) }
            bench.step(.connected)
            bench.serve()
            #expect(bench.core.connectedStore == (isSame ? .own : .other))
            #expect(bench.effects.compactMap(\.reached) == (isSame ? [Self.own] : []))
        }
        // In a scene that it has not seen there is no proof, and nothing that could be lost.
        var bench = MirrorBench()
        bench.daemon.store = Self.own
        bench.core = MirrorCore(scene: .main, hello: bench.core.hello, home: .matchingHistory)
        bench.step(.connected)
        bench.serve()
        #expect(bench.core.connectedStore == .own)
        #expect(bench.effects.compactMap(\.reached).isEmpty)
    }

    @Test("A daemon without a store id is the device's own if it has the history")
    func silent() {
        for isSame in [true, false] {
            var bench = away()
            if isSame { bench.daemon.store = .none } else { bench.replaceDaemon(by: .none) }
            bench.step(.connected)
            bench.serve()
            #expect(bench.core.connectedStore == (isSame ? .own : .other))
        }
    }

    @Test("Changes made for another endpoint are submitted to no other store")
    func elsewhere() {
        var bench = MirrorBench()
        bench.daemon.store = Self.own
        bench.core = MirrorCore(scene: .main, hello: bench.core.hello, home: .elsewhere)
        bench.step(.outbox(bench.pushes(1...1, epoch: Epoch.none)))
        bench.step(.connected)
        bench.serve()
        #expect(bench.core.connectedStore == .other)
        #expect(!bench.hasAcquired)
    }

    @Test("It is complete when it has the commits of all own changes that have an outcome")
    func complete() {
        var bench = MirrorBench(followsFeed: false)
        bench.step(.connected)
        bench.serve()
        bench.send(bench.pushes(1...1))
        let submits = bench.takeSubmits()
        #expect(submits.count == 1)
        for (request, submit) in submits {
            guard let change = try? Change(encoded: submit.change) else { continue }
            let commit = bench.commit(change)
            bench.reply(
                request,
                .receipt(
                    Receipt(sequence: 1, outcomes: [.applied], revision: commit?.revision)))
        }
        #expect(!bench.core.isComplete)
        #expect(bench.core.confirmed.revision == 1)
        bench.step(.refresh)
        bench.serve()
        #expect(bench.core.isComplete)
        #expect(bench.core.confirmed.revision == 2)
        #expect(bench.core.pending.isEmpty)
    }
}

extension MirrorBench {
    /// Puts a daemon with another store and another history in the place of the one before.
    fileprivate mutating func replaceDaemon(by store: StoreID) {
        let other = MirrorBench(seed: 77)
        daemon = Daemon(store: store, epoch: other.daemon.epoch, sealer: other.daemon.sealer)
        commit(
            .replaceScene(
                SceneDescription(tabs: [
                    TabDescription(
                        id: "inbox", title: "Inbox",
                        stack: [ScreenDescription(route: "elsewhere")])
                ])))
    }
}

extension MirrorCore.Effect {
    fileprivate var isReconnect: Bool { if case .reconnect = self { true } else { false } }
    fileprivate var reached: StoreID? { if case .reached(let store) = self { store } else { nil } }

    /// A Boolean value indicating whether it puts something into the device's directory.
    fileprivate var isKept: Bool {
        switch self {
        case .append, .replace, .report, .settle, .refuse, .renumber, .submitting: true
        default: false
        }
    }
}

extension Request.Call {
    fileprivate var isSync: Bool { if case .sync = self { true } else { false } }
}
