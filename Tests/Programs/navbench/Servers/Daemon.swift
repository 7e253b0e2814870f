import Foundation
import NavigationModel
import NavigationWire
import RunningProcesses
import ZeroMQ

/// A running navsyncd, with rates that nothing here reaches, and devices paired with it as people would.
final class Daemon {
    /// Its process.
    let process: RunningProcess
    /// The context of all sockets to it.
    let context: RawContext
    private let directory: String
    private let port: UInt16
    private var generator = SystemRandomNumberGenerator()

    /// A device, and how it connects.
    struct Device {
        /// Its id.
        let id: DeviceID
        /// The user whom it names: with keys, the daemon knows.
        let user: UserID?
        /// Its keys and the daemon's; `nil` over ipc.
        let keys: (own: CurveKeyPair, server: CurvePublicKey)?
    }

    /// Starts a binary, and waits until it serves.
    init(
        _ binary: String, store: String?, in directory: String, context: RawContext
    ) async throws {
        (self.directory, self.context) = (directory, context)
        port = UInt16.random(in: 10_000...30_000)
        var environment = [
            "HOME": directory, "PATH": "/usr/bin:/bin", "NAVSYNCD_METRICS_LISTEN": "off",
        ]
        for name in ["CHANGE_RATE", "CHANGE_BURST", "REQUEST_RATE", "REQUEST_BURST"] {
            environment["NAVSYNCD_LIMITS_\(name)"] = "1000000"
        }
        environment["NAVSYNCD_STORE_URL"] = store
        process = try RunningProcess(
            binary,
            [
                "--data-directory", "\(directory)/data", "--ipc", "\(directory)/run",
                "--tcp", "127.0.0.1:\(port)",
            ], environment: environment)
        try await process.wait(for: "a daemon that serves") { transcript in
            transcript.errors.lines.contains { $0.contains(" info ready ") } ? true : nil
        }
    }

    /// Returns the endpoint of control.
    func control(_ transport: Transport) -> String {
        switch transport {
        case .ipc: "ipc://\(directory)/run/control.sock"
        case .curve: "tcp://127.0.0.1:\(port)"
        }
    }

    /// Returns the endpoint of the feed that a welcome names.
    func feed(_ address: FeedAddress, _ transport: Transport) throws -> String {
        switch (transport, address.socket, address.port) {
        case (.ipc, let socket?, _): return "ipc://\(directory)/run/\(socket)"
        case (.curve, _, let port?): return "tcp://127.0.0.1:\(port)"
        default: throw Fault("the daemon names no feed for \(transport)")
        }
    }

    /// Returns the number of shards that each node of its fleet has; `nil` unless it serves the local
    /// user, for whom it answers.
    func shards() throws -> [Int]? {
        let administrator = try Control(control(.ipc), in: context)
        do {
            _ = try administrator.greet(.random(using: &generator), of: nil)
        } catch let failure as Failure where failure.code == .moved {
            return nil
        }
        guard case .fleet(let status) = try administrator.ask(.fleet(.show)) else {
            throw Fault("no status of the fleet")
        }
        return status.nodes.map(\.shards)
    }

    /// Returns a Boolean value indicating whether it serves a user, and no other node does.
    func serves(_ user: UserID) throws -> Bool {
        let newcomer = try Control(control(.ipc), in: context)
        do {
            _ = try newcomer.greet(.random(using: &generator), of: user)
            return true
        } catch let failure as Failure where failure.code == .moved {
            return false
        }
    }

    /// Makes a new device of a user, who is added if need be.
    func device(of user: UserID, _ transport: Transport) throws -> Device {
        let id = DeviceID.random(using: &generator)
        guard transport == .curve else { return Device(id: id, user: user, keys: nil) }
        let administrator = try Control(control(.ipc), in: context)
        _ = try administrator.greet(.random(using: &generator), of: nil)
        do {
            _ = try administrator.ask(.addUser(user, uid: nil))
        } catch let failure as Failure where failure.code == .alreadyExists {}
        let ticket = try CurveKeyPair.generate()
        let keys = try CurveKeyPair.generate()
        guard let ticketKey = PublicKey(bytes: ticket.publicKey.bytes),
            let key = PublicKey(bytes: keys.publicKey.bytes),
            case .invited(let invited) = try administrator.ask(
                .invite(InviteRequest(user: user, name: "navbench", role: .full, key: ticketKey))),
            let serverKey = CurvePublicKey(bytes: invited.serverKey.bytes)
        else { throw Fault("no invitation") }
        let newcomer = try Control(control(.curve), in: context, keys: (ticket, serverKey))
        let pair = PairRequest(device: id, name: nil, platform: "", key: key)
        guard case .paired = try newcomer.ask(.pair(pair)) else { throw Fault("not paired") }
        return Device(id: id, user: nil, keys: (keys, serverKey))
    }
}
