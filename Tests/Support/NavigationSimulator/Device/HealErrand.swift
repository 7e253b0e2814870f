import NavigationClient
import NavigationModel
import NavigationSync
import NavigationWire

/// A person's errand on one device: to hand over what it remembers, and to have the daemon take the best
/// state of each scene for its own.
struct HealErrand {
    /// The steps, in their order.
    enum Stage {
        /// The first of these states is being handed over, from a place in its encoding on.
        case handingOver([Remembered], offset: Int)
        case listing
        case healing(Head)
    }

    var stage: Stage
    /// The number of the request that is under way, and when it was sent.
    var request: UInt64 = 0
    var requestedAt = Duration.zero
    /// A Boolean value indicating whether a state is taken though it lacks what was acknowledged, and
    /// whichever of several.
    let isDecided: Bool
    /// A Boolean value indicating whether it ends with what is handed over.
    let onlyHandsOver: Bool
}

/// The person's part of healing: what `navctl heal` does.
extension Simulation {
    /// Requests of errands have greater numbers than those of the mirror on the same connection.
    private static let firstErrand: UInt64 = 1 << 40
    /// The pause before a daemon that is busy is asked again.
    private static let pause = Duration.milliseconds(250)
    /// The time after which a person gives up waiting for an answer.
    private static let timeout = Duration.seconds(5)

    /// Begins an errand, unless one is under way or there is no connection.
    ///
    /// - Parameters:
    ///   - isDecided: whether the person accepts what is lost, and chooses among several.
    ///   - onlyHandsOver: whether nothing is healed.
    mutating func heal(_ index: Int, decided isDecided: Bool, onlyHandsOver: Bool = false) {
        guard !isOnErrand(index) else { return }
        guard let core = devices[index].process?.core, devices[index].sleepsUntil <= now,
            devices[index].link.connection != nil,
            core.connectedStore != .unknown || core.status.isDamaged
        else { return }
        do { try save(index) } catch { return kill(index, "crashes at its disk") }
        let isAll = core.connectedStore == .other || core.status.isDamaged
        let states = devices[index].machine.disk.remembered(all: isAll)
        note("\(devices[index].name) hands over \(states.count) states")
        devices[index].errand = HealErrand(
            stage: .handingOver(states, offset: 0), isDecided: isDecided,
            onlyHandsOver: onlyHandsOver)
        goOn(index)
    }

    /// A Boolean value indicating whether a person is on an errand, and has not given up.
    func isOnErrand(_ index: Int) -> Bool {
        devices[index].errand.map { now - $0.requestedAt < Self.timeout } ?? false
    }

    /// Sends what the errand asks next; ends it if that is nothing.
    private mutating func goOn(_ index: Int) {
        guard let errand = devices[index].errand else { return }
        let call: Request.Call
        switch errand.stage {
        case .handingOver(let states, let offset):
            guard let state = states.first else {
                guard !errand.onlyHandsOver else { return devices[index].errand = nil }
                devices[index].errand?.stage = .listing
                return goOn(index)
            }
            call = .remember(part(of: state, from: offset, index))
        case .listing: call = .listRemembered
        case .healing(let position):
            call = .heal(Heal(position, acceptsLoss: errand.isDecided))
        }
        lastErrand += 1
        devices[index].errand?.request = Self.firstErrand + lastErrand
        devices[index].errand?.requestedAt = now
        send(Request(id: Self.firstErrand + lastErrand, call: call), from: index)
    }

    private func part(of state: Remembered, from offset: Int, _ index: Int) -> Remember {
        let device = devices[index]
        var state = state
        if bugs(.handsOverAnother),
            let other = chronicles.keys.sorted().first(where: { $0 != device.key }),
            let chronicle = chronicles[other], chronicle.revision > .zero
        {
            let scene = ConfirmedScene(
                epoch: state.scene.epoch, revision: state.scene.revision, state: chronicle.state)
            state = Remembered(scene: scene, store: state.store, isDamaged: false)
        }
        let bytes = state.scene.state.snapshot
        let end = min(bytes.count, offset + Remember.part)
        return Remember(
            position: state.position(in: device.key.scene), store: state.store,
            length: bytes.count, offset: offset, content: Array(bytes[min(offset, end)..<end]),
            settled: device.machine.disk.settled(after: state.scene), former: state.scene.former)
    }

    /// Takes an answer to an errand; returns `false` for one that is the mirror's.
    mutating func hearErrand(_ bytes: [UInt8], _ index: Int) -> Bool {
        guard let errand = devices[index].errand, let reply = try? Reply(encoded: bytes),
            reply.id == errand.request
        else { return false }
        switch (errand.stage, reply.result) {
        case (.handingOver(var states, _), .remembered(let answer)):
            let state = states.removeFirst()
            switch answer {
            case .wants(let offset):
                states.insert(state, at: 0)
                devices[index].errand?.stage = .handingOver(states, offset: offset)
            case .holds: devices[index].errand?.stage = .handingOver(states, offset: 0)
            case .contains(let end):
                devices[index].errand?.stage = .handingOver(states, offset: 0)
                giveBack(state, upTo: end, index)
            }
            goOn(index)
        case (.listing, .rememberedStates(let states)):
            guard let position = choice(among: states, errand) else {
                devices[index].errand = nil
                // Nothing that is remembered is lacking there: then a visitor may belong there.
                if errand.isDecided, states.isEmpty { adopt(index) }
                return true
            }
            devices[index].errand?.stage = .healing(position)
            goOn(index)
        case (.healing, .healed(let head)):
            note("\(devices[index].name) has healed \(head.inTrace)")
            meetAgain(index)
        case (_, .failure(let failure)) where failure.code == .busy:
            queue.add(.errand(device: index, number: reply.id), at: now + Self.pause)
        case (_, .failure(let failure)):
            note("\(devices[index].name)'s errand ends: \(failure.code), \(failure.message)")
            devices[index].errand = nil
        default:
            fail(.healing, "an errand is answered \(reply.inTrace)")
        }
        return true
    }

    /// Asks again what the daemon was too busy for.
    mutating func repeatErrand(_ index: Int, _ number: UInt64) {
        guard devices[index].errand?.request == number else { return }
        goOn(index)
    }

    private func choice(among states: [RememberedState], _ errand: HealErrand) -> Head? {
        switch HealingChoice(among: states) {
        case nil: nil
        case .state(let state): state.position
        case .lacking(let state): errand.isDecided ? state.position : nil
        case .several(let states): errand.isDecided ? states.first?.position : nil
        }
    }

    private mutating func giveBack(_ state: Remembered, upTo end: Revision, _ index: Int) {
        // Of a store that is another's still, and of what is mirrored, nothing is done here.
        guard !state.isMirrored else { return }
        let position = state.position(in: devices[index].key.scene)
        note("\(devices[index].name) gives back \(position.inTrace), up to \(end)")
        do { try devices[index].machine.disk.giveBack(position, upTo: end) } catch {
            return kill(index, "crashes at its disk")
        }
        stepDevice(index, [outbox(of: index)])
        tellOthers(index)
    }

    /// Meets the daemon anew, which may have taken the place of the device's store by now, and gives back
    /// what is there.
    private mutating func meetAgain(_ index: Int) {
        disconnect(index, telling: true)
        queue.add(.handingOver(device: index), at: now + .seconds(2))
    }
}

extension MirrorStatus {
    /// A Boolean value indicating whether the daemon can't read the scene.
    var isDamaged: Bool {
        if case .refused(let failure) = self { failure.code == .damaged } else { false }
    }
}
