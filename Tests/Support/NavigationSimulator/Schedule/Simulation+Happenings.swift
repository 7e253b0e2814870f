import NavigationModel
import NavigationSync
import NavigationWire
import SeededRandom

/// The events from outside.
extension Simulation {
    /// Lets one thing happen now.
    package mutating func happen(_ happening: Happening) {
        switch happening {
        case .act(let name, let act):
            if let index = index(of: name) { self.act(act, on: index) }
        case .command(let name, let act, let connects):
            note("* \(happening)")
            if let index = index(of: name) { runCommand(act, on: index, connects: connects) }
        case .device(let name, let event):
            guard let index = index(of: name) else { return }
            note("* \(happening)")
            befall(index, event)
        case .daemon(let event):
            note("* \(happening)")
            turn = 0
            befallDaemon(event)
        case .node(let number, let event):
            guard nodes.indices.contains(number - 1) else { return }
            note("* \(happening)")
            turn = number - 1
            befallDaemon(event)
        }
    }

    private mutating func befall(_ index: Int, _ event: Happening.DeviceEvent) {
        switch event {
        case .losesConnection, .goesOffline, .comesOnline, .requestsGetLost, .repliesGetLost,
            .isSlow, .losesFeedMessages, .getsFeedMessagesTwice, .getsFeedMessageLate,
            .feedIsQuiet, .feedIsLossy:
            for place in places(of: index) { befallLink(of: place, event) }
        case .crashes: kill(index, "crashes")
        case .crashesAtWrite(let countdown, let point):
            devices[index].machine.disk.crash(at: point, of: countdown)
        case .losesPower: losePower(index)
        case .reboots:
            losePower(index)
            devices[index].machine.clock.reboot(at: now)
        case .starts: start(index)
        case .sleeps(let duration):
            for place in places(of: index) {
                devices[place].sleepsUntil = max(devices[place].sleepsUntil, now + duration)
                trouble(place, until: devices[place].sleepsUntil)
            }
        case .wallClockIsOff(let error): devices[index].machine.clock.wallError = error
        case .clockGoesBack(let duration):
            stop(index, "stops")
            devices[index].machine.clock.goBack(by: duration, at: now)
            start(index)
        case .clockDrifts(let millionths):
            devices[index].machine.clock.run(at: 1_000_000 + millionths, from: now)
        case .isBackedUp: devices[index].machine.disk.backUp()
        case .isRestored: restore(index)
        case .isDamaged:
            stop(index, "stops")
            devices[index].machine.disk.damage()
            devices[index].machine.wasDamaged = true
            start(index)
        case .isInvited: invite(index)
        case .takesInvitation(let name):
            if let other = self.index(of: name) { useInvitation(of: other, by: index) }
        case .isRevoked: revoke(index)
        case .mayOnlyLook: give(.viewer, to: index)
        case .mayDoEverything: give(.full, to: index)
        // Nobody brings to another store what is of one that goes on.
        case .heals: if !servesOther { heal(index, decided: false) }
        }
    }

    private mutating func befallLink(of index: Int, _ event: Happening.DeviceEvent) {
        switch event {
        case .losesConnection: disconnect(index, telling: true)
        case .goesOffline:
            devices[index].link.isReachable = false
            unsubscribe(index)
            disconnect(index, telling: true)
        case .comesOnline:
            devices[index].link.isReachable = true
            resubscribe(index, after: chance(.milliseconds(10), .seconds(1)))
        case .requestsGetLost(let duration):
            devices[index].link.upLostUntil = now + duration
            trouble(index, until: now + duration)
        case .repliesGetLost(let duration):
            devices[index].link.downLostUntil = now + duration
            trouble(index, until: now + duration)
        case .isSlow(let slowness, let duration):
            devices[index].link.slowness = slowness
            devices[index].link.slowUntil = now + duration
            trouble(index, until: now + duration + slowness)
        case .losesFeedMessages(let count): devices[index].link.feedLossesToCome += count
        case .getsFeedMessagesTwice(let count): devices[index].link.feedRepeatsToCome += count
        case .getsFeedMessageLate(let delay): devices[index].link.feedDelayToCome = delay
        case .feedIsQuiet(let duration): devices[index].link.feedQuietUntil = now + duration
        case .feedIsLossy(let percent): devices[index].link.feedLossPercent = percent
        default: break
        }
    }

    /// The places of the processes of an app's device.
    private func places(of app: Int) -> [Int] { [app, app + apps.count] }

    /// All processes of the device end.
    private mutating func stop(_ index: Int, _ how: String) {
        for place in places(of: index) { kill(place, how) }
    }

    private mutating func losePower(_ index: Int) {
        stop(index, "loses power")
        devices[index].machine.disk.losePower(network.below(1 << 20))
        devices[index].machine.hasGoneBack = true
        forgetRemembered(index)
    }

    /// Brings the device's backup back. It knows nothing of what it did since.
    private mutating func restore(_ index: Int) {
        stop(index, "stops")
        if devices[index].machine.disk.restore() {
            devices[index].machine.hasGoneBack = true
            let entries = devices[index].machine.disk.contents.entries
            let settled = chronicles[devices[index].key]?.settledHashes ?? []
            ledger.restore(devices[index].id, to: entries, knowing: settled)
            forgetRemembered(index)
        }
        start(index)
    }

    private mutating func befallDaemon(_ event: Happening.DaemonEvent) {
        switch event {
        case .crashes: killDaemon("crashes")
        case .crashesAtWrite(let point): daemon.trouble = .crash(point)
        case .losesPower:
            killDaemon("loses power")
            disk.losePower()
        case .starts: startDaemon()
        case .sleeps(let duration):
            daemon.sleepsUntil = max(daemon.sleepsUntil, now + duration)
            for index in devices.indices { trouble(index, until: daemon.sleepsUntil) }
            if table != nil { troubleAll(until: daemon.sleepsUntil) }
        case .nextWriteFails: daemon.trouble = .failure
        case .diskIsFull: disk.isFull = true
        case .diskHasRoom: disk.isFull = false
        case .nextWriteIsUnknown(let isWritten):
            daemon.trouble = .unknown(isWritten: isWritten)
        case .failsToRead(let count): disk.failingReads += count
        case .diskIsSlow(let latency): disk.latency = latency
        case .clockStandsAt1970:
            setClock(off: .zero - now - .microseconds(SimulatedDaemon.beginning.rawValue))
        case .clockIsOff(let error): setClock(off: error)
        case .clockIsRight: setClock(off: .zero)
        case .isBackedUp:
            // Of what is not there nobody makes a copy.
            guard disk.loss == nil else { return }
            disk.backUp()
            backedUp = chronicles
            backedUpAccess = access
        case .isRestored: restoreDaemon()
        case .servesOtherStore: exchangeStores(servingOther: true)
        case .servesOwnStore: exchangeStores(servingOther: false)
        case .isTakenOver: disk.beTakenOver()
        case .getsGarbage(let seed): sendGarbage(seed)
        case .keepsForAbsent(let bytes): allow { $0.awaited = bytes }
        case .allows(let allowance, let bytes): allow { $0[allowance] = bytes }
        case .allowsEverything: allow { $0 = Budgets() }
        case .sceneRots(let user): rot(user)
        case .losesWrites(let count): loseWrites(count)
        case .acceptsLoss: acceptLoss()
        case .losesDisk: loseDisk()
        case .beginsAnew: beginAnew()
        case .losesStore, .losesStoreAtWrite, .sleepsAtWrite, .sleepsAtRenewal, .isStopped,
            .isDrained, .isUndrained:
            if table != nil { befallNode(event) }
        }
        if table != nil { troubleAll(until: now) }
    }

    private mutating func befallNode(_ event: Happening.DaemonEvent) {
        switch event {
        case .losesStore(let time): loseStore(for: time)
        case .losesStoreAtWrite(let time): daemon.trouble = .losesStore(time)
        case .sleepsAtWrite(let time): daemon.trouble = .standsStill(time)
        case .sleepsAtRenewal(let time): daemon.standsStillAtRenewal = time
        case .isStopped: leaveFleet()
        case .isDrained: setDraining(true)
        case .isUndrained: setDraining(false)
        default: break
        }
    }

    /// Puts the daemon's backup back: what came after it is gone, and a new history begins.
    private mutating func restoreDaemon() {
        killDaemon("stops")
        var generator = daemon.generator
        if disk.restore(makingEpoch: { Epoch.random(using: &generator) }) {
            for (key, former) in backedUp {
                let stored = try? disk.load(key)
                chronicles[key] = former.renewed(
                    as: stored?.epoch ?? .none, knowing: chronicles[key])
            }
            if !servesOther {
                for key in chronicles.keys.sorted() { ledger.restart(chronicles[key]) }
            }
            access = backedUpAccess
        }
        daemon.generator = generator
        startDaemon()
    }

    /// Somebody who is no device sends what is no request, or a request without a hello.
    private mutating func sendGarbage(_ seed: UInt64) {
        guard daemon.core != nil, daemon.sleepsUntil <= now else { return }
        var generator = SeededGenerator(seed: seed)
        var bytes = (0..<generator.below(200)).map { _ in UInt8(generator.below(256)) }
        if let (known, _) = tap.lastRequest, generator.oneIn(2), !known.isEmpty {
            bytes = known
            bytes[generator.below(bytes.count)] = UInt8(generator.below(256))
        }
        // By chance it may be what is answered without a hello.
        if let request = try? Request(encoded: bytes), !request.needsHello { return }
        answersToGarbage = 0
        if bugs(.guessesAtGarbage), let (known, connection) = tap.lastRequest {
            stepDaemon(
                .request(
                    known,
                    from: Peer(connection, connections[connection]?.principal ?? .local(uid: 0))))
        } else {
            stepDaemon(.request(bytes, from: .stranger))
        }
        if answersToGarbage != 1 {
            fail(.input, "garbage was answered \(answersToGarbage) times")
        }
    }

    mutating func checkAnswerToGarbage(_ reply: Reply) {
        answersToGarbage += 1
        guard case .failure = reply.result else {
            return fail(.input, "garbage was answered \(reply.inTrace)")
        }
    }
}

extension Request {
    /// A Boolean value indicating whether it is about a scene, and so about one of the user whom
    /// hello has named.
    fileprivate var needsHello: Bool {
        switch call {
        case .sync, .snapshotPart, .submit, .presence, .history, .status, .state, .audit,
            .remember, .listRemembered, .heal:
            true
        case .hello, .pair, .addUser, .listUsers, .removeUser, .serverKey, .invite, .listDevices,
            .listScenes, .removeScene, .renameScene, .trashScene, .restoreScene, .leave,
            .updateDevice, .revokeDevice, .withdrawInvitation, .fleet:
            false
        }
    }
}
