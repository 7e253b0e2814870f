import DeviceStore
import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import SeededRandom

/// Access: an administrator who invites and revokes, and devices that pair.
extension Simulation {
    /// The steps of a device to get in.
    struct Pairing {
        let invitation: InvitationID
        let key: PublicKey
        /// The number that it asks under.
        let request: UInt64
    }

    /// Asks something of the daemon as its administrator. Who asks while it is down has asked in vain.
    private mutating func administer(_ call: Request.Call, inviting index: Int? = nil) {
        guard daemon.core != nil, daemon.sleepsUntil <= now else { return }
        lastErrand += 1
        errands[lastErrand] = index
        stepDaemon(
            .request(Request(id: lastErrand, call: call).encoded, from: .administrator))
    }

    /// Has a device revoked.
    mutating func revoke(_ index: Int) {
        administer(.revokeDevice(devices[index].key.user, devices[index].id))
    }

    /// Has a scene removed.
    mutating func remove(_ key: SceneKey) { administer(.removeScene(key.user, key.scene)) }

    /// Says what a device may do.
    mutating func give(_ role: Role, to index: Int) {
        let user = devices[index].key.user
        administer(.updateDevice(user, devices[index].id, name: nil, role: role))
    }

    /// Has a device let in by a key of its own, whatever it was before.
    mutating func invite(_ index: Int) {
        revoke(index)
        devices[index].lastInvited = now
        administer(
            .invite(
                InviteRequest(
                    user: devices[index].key.user, name: devices[index].name, role: .full,
                    key: PublicKey(number: network.next()))), inviting: index)
    }

    /// A device uses the invitation that another device of its user was given last. By one of another
    /// user it would become that one's, and no device here changes its user.
    mutating func useInvitation(of other: Int, by index: Int) {
        guard let invitation = devices[other].invitation,
            devices[other].key.user == devices[index].key.user
        else { return }
        pair(index, by: invitation)
    }

    /// The administrator hears from the daemon.
    mutating func hearAsAdministrator(_ reply: Reply) {
        let index = errands.removeValue(forKey: reply.id)
        if case .failure(let failure) = reply.result {
            note("the administrator is refused: \(failure.code), \(failure.message)")
        }
        guard let index, case .invited(let invited) = reply.result else { return }
        note("\(devices[index].name) is told invitation \(invited.id)")
        devices[index].invitation = invited.id
        pair(index, by: invited.id)
    }

    private mutating func pair(_ index: Int, by invitation: InvitationID) {
        let key = PublicKey(number: network.next())
        lastErrand += 1
        devices[index].machine.pairing = Pairing(
            invitation: invitation, key: key, request: lastErrand)
        devices[index].machine.principal = .device(key)
        askToPair(index)
        // It connects as who it will be, whether it has the answer or not.
        disconnect(index, telling: true)
        unsubscribe(index)
    }

    /// Asks to be let in, as often as it has no answer.
    mutating func askToPair(_ index: Int) {
        let device = devices[index]
        guard let pairing = device.machine.pairing, device.link.isReachable, daemon.core != nil,
            daemon.sleepsUntil <= now
        else { return }
        note("\(device.name) pairs by \(pairing.invitation)")
        let call = Request.Call.pair(
            PairRequest(
                device: device.id, name: device.name, platform: "simulated", key: pairing.key))
        stepDaemon(
            .request(
                Request(id: pairing.request, call: call).encoded,
                from: .pairing(index, by: pairing.invitation)))
    }

    /// A device hears what has come of its pairing, unless that gets lost.
    mutating func hearPairing(_ reply: Reply, of index: Int) {
        let device = devices[index]
        note("daemon → \(device.name) \(reply.inTrace)")
        // It may have begun another since.
        guard let pairing = device.machine.pairing, pairing.request == reply.id else { return }
        if case .paired = reply.result {
            let row = disk.durable.account(of: device.key.user)?.devices[device.id]
            if row?.credential != .key(pairing.key) {
                fail(.durableFirst, "\(device.name) is told that it is paired, which is not so")
            }
        }
        guard device.link.downLostUntil <= now, isSteady || !network.oneIn(3) else {
            return note("  which gets lost")
        }
        switch reply.result {
        case .paired: devices[index].machine.pairing = nil
        case .failure(let failure) where failure.code != .unavailable && failure.code != .busy:
            devices[index].machine.pairing = nil
        default: break
        }
    }

    // MARK: The end of a run

    /// Lets those in who are not, so that everything can come to rest.
    mutating func letIn(_ index: Int) {
        guard let core = devices[index].process?.core else { return }
        if case .refused(let failure) = core.status,
            failure.code == .revoked || failure.code == .notPermitted
        {
            guard devices[index].lastInvited + .seconds(5) < now else { return }
            invite(index)
        }
        guard access.rows[devices[index].id]?.role == .viewer else { return }
        give(.full, to: index)
    }
}

extension Peer {
    /// The connections from here on are not of devices with a session.
    private static let others: UInt64 = 1 << 32

    /// The daemon's administrator.
    static let administrator = Peer(ConnectionID(rawValue: others), .local(uid: 0))
    /// The sender of garbage.
    static let stranger = Peer(ConnectionID(rawValue: others + 1), .local(uid: 0))

    /// Returns a device that asks to be let in.
    static func pairing(_ index: Int, by invitation: InvitationID) -> Peer {
        Peer(ConnectionID(rawValue: others + 2 + UInt64(index)), .invitation(invitation))
    }

    /// The device that asks to be let in; `nil` for any other.
    var pairing: Int? {
        let first = Self.others + 2
        return connection.rawValue < first ? nil : Int(connection.rawValue - first)
    }

    /// A Boolean value indicating whether it is a device with a session.
    var isDevice: Bool { connection.rawValue < Self.others }
}
