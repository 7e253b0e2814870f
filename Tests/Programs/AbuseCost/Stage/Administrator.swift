import NavigationModel
import NavigationWire
import RunningProcesses
import ZeroMQ

/// The daemon's own user, who may speak for every other. It blocks: for a thread of its own.
final class Administrator {
    let line: Line
    private let context: Context
    private let sockets: String
    private let port: UInt16
    private var generator = SystemRandomNumberGenerator()

    /// Connects over ipc.
    init(of daemon: StagedDaemon) throws {
        context = try Context()
        (sockets, port) = (daemon.sockets, daemon.port)
        line = try Line(.ipc(path: "\(daemon.sockets)/control.sock"), in: context)
    }

    /// Goes on as a new device of a user, who is added if need be; returns which.
    @discardableResult
    func speak(for user: UserID) throws -> DeviceID {
        _ = try line.ask(.addUser(user, uid: nil))
        let device = DeviceID.random(using: &generator)
        let hello = Hello(user: user, device: device, name: "desk")
        guard case .welcome = try line.ask(.hello(hello)) else {
            throw NeverCame("no welcome for the administrator")
        }
        return device
    }

    /// Invites a device of the user for whom it speaks, and pairs it as people would.
    func pair(of user: UserID) throws -> Cast {
        let ticket = try CurveKeyPair.generate()
        let keys = try CurveKeyPair.generate()
        let device = DeviceID.random(using: &generator)
        guard let ticketKey = PublicKey(bytes: ticket.publicKey.bytes),
            let key = PublicKey(bytes: keys.publicKey.bytes),
            case .invited(let invited) = try line.ask(
                .invite(InviteRequest(user: user, name: "phone", role: .full, key: ticketKey))),
            let serverKey = CurvePublicKey(bytes: invited.serverKey.bytes)
        else { throw NeverCame("no invitation") }
        let newcomer = try Line(
            .tcp(host: "127.0.0.1", port: port), in: context, keys: ticket, serverKey: serverKey)
        let pair = PairRequest(device: device, name: nil, platform: "", key: key)
        guard case .paired = try newcomer.ask(.pair(pair)) else { throw NeverCame("not paired") }
        return Cast(
            device: device, keys: keys, serverKey: serverKey, port: port, sockets: sockets)
    }
}
