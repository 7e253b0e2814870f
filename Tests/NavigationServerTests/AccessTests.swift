import InMemoryStore
import Glibc
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationTransport
import NavigationWire
import Testing
import ZeroMQ

@testable import NavigationServer

/// The table of the core's tests again, in part, over ipc and over tcp with keys.
@Suite("The access table, over real sockets")
struct AccessTests {
    /// The answers to some principals for some calls; marks as in the core's table, and `/` for a
    /// principal that is not let in at all.
    private static let table = """
        call                 ownr full view revo forn iopn iusd ukey
        hello                +    +    +    /    .    .    /    /
        status               +    +    +    /    +    h    /    /
        submit               +    +    .    /    +    h    /    /
        list_users           +    .    .    /    .    .    /    /
        list_devices         +    +    .    /    .    .    /    /
        invite               +    +    .    /    .    .    /    /
        rename               +    +    .    /    .    .    /    /
        withdraw             +    +    .    /    .    .    /    /
        revoke               +    +    .    /    .    .    /    /
        pair                 .    .    .    /    .    +    /    /
        """

    private struct Stage {
        let daemon: TestDaemon
        var parties: [String: TestDevice] = [:]
        let target = DeviceID(high: 7, low: 90)
        let open: InvitationID

        init() async throws {
            let port = try LoopbackPort.freePair()
            let address = TCPAddress(host: "127.0.0.1", port: port)
            let server = try ServerKeys()
            let store = InMemoryStore()
            let spare = try Self.key(try CurveKeyPair.generate())
            var changes: [RegistryChange] = ["ann", "bob"].map {
                .user(RegisteredUser(name: $0, uid: nil, added: .zero))
            }
            changes.append(.device(Self.device(target, spare), of: "ann"))
            open = InvitationID(rawValue: 1)
            for (number, name) in ["full", "view", "revo", "forn", "iopn", "iusd", "ukey"]
                .enumerated()
            {
                let pair = try CurveKeyPair.generate()
                let party = try TestDevice(
                    UInt64(number), at: "tcp://\(address)", keys: pair,
                    serverKey: server.current.publicKey)
                parties[name] = party
                let key = try Self.key(pair)
                switch name {
                case "iopn", "iusd":
                    changes.append(
                        .invitation(
                            Invitation(
                                id: name == "iopn" ? open : InvitationID(rawValue: 2), key: key,
                                name: "tablet", role: .full,
                                expires: Timestamp(rawValue: .max / 2),
                                expiresAtUptime: .seconds(600),
                                end: name == "iopn" ? nil : .used(by: target)), of: "ann"))
                case "ukey": break
                default:
                    var device = Self.device(party.id, key, name == "view" ? .viewer : .full)
                    if name == "revo" { device.revoked = .zero }
                    changes.append(.device(device, of: name == "forn" ? "bob" : "ann"))
                }
            }
            try await store.commit([], changes, under: await store.claim(.all, after: .zero))
            daemon = try TestDaemon(store: store, tcp: address, keys: server)
            parties["ownr"] = try TestDevice(80, at: daemon.control)
        }

        static func key(_ pair: CurveKeyPair) throws -> PublicKey {
            try #require(PublicKey(bytes: pair.publicKey.bytes))
        }

        private static func device(
            _ id: DeviceID, _ key: PublicKey, _ role: Role = .full
        ) -> RegisteredDevice {
            RegisteredDevice(
                id: id, name: "device", platform: "", role: role, credential: .key(key),
                invitation: nil, added: .zero)
        }
    }

    private func call(_ name: String, by party: TestDevice, at stage: Stage) async throws
        -> Request.Call?
    {
        let key = try Stage.key(try CurveKeyPair.generate())
        switch name {
        case "status": return .status(scene: .main)
        case "submit":
            let sync = Request.Call.sync(scene: .main, epoch: .none, revision: .zero)
            if case .synced = try await party.ask(sync) { _ = try await party.sync() }
            return .submit(await party.change(TestDevice.tab("inbox")))
        case "list_users": return .listUsers(after: nil)
        case "list_devices": return .listDevices("ann")
        case "invite": return .invite(InviteRequest(user: "ann", name: "x", role: .full, key: key))
        case "rename": return .updateDevice("ann", stage.target, name: "new", role: nil)
        case "withdraw": return .withdrawInvitation("ann", stage.open)
        case "revoke": return .revokeDevice("ann", stage.target)
        case "pair":
            return .pair(
                PairRequest(device: DeviceID(high: 7, low: 91), name: nil, platform: "", key: key))
        default: return nil
        }
    }

    private func mark(_ result: Reply.Result) -> Character {
        switch result.failure?.code {
        case nil: "+"
        case .notPermitted: "."
        case .helloFirst: "h"
        case .revoked: "r"
        case .invitationUsed: "u"
        default: "!"
        }
    }

    @Test(
        "Every principal has the access of the table",
        arguments: table.split(separator: "\n").dropFirst().map(String.init))
    func cells(row: String) async throws {
        let names = Self.table.split(separator: "\n")[0].split(separator: " ").dropFirst()
        let words = row.split(separator: " ").map(String.init)
        var stage = try await Stage()
        for (name, expected) in zip(names, words.dropFirst()) {
            let party = try #require(stage.parties[String(name)])
            if expected == "/" {
                // What it says is never answered: its handshake fails.
                let request = Request(id: 1, call: .listUsers(after: nil)).encoded
                #expect(
                    try await !party.isAnswered(request, within: .milliseconds(100)), "\(name)")
            } else {
                let own: UserID = name == "forn" && words[0] != "hello" ? "bob" : "ann"
                let hello = mark(try await party.hello(user: own))
                guard let call = try await call(words[0], by: party, at: stage) else {
                    #expect(String(hello) == expected, "\(row) by \(name)")
                    continue
                }
                let answer = mark(try await party.ask(call))
                #expect(String(answer) == expected, "\(row) by \(name)")
                guard answer == "+", !Self.reading.contains(words[0]) else { continue }
                // What was done is not to be found by the next one.
                try await stage.daemon.stop()
                stage = try await Stage()
            }
        }
        try await stage.daemon.stop()
    }

    /// The calls that change nothing.
    private static let reading: Set = ["status", "list_users", "list_devices"]

    @Test("The registry has where a request came from: an address over tcp, a process over ipc")
    func origins() async throws {
        let stage = try await Stage()
        let full = try #require(stage.parties["full"])
        let owner = try #require(stage.parties["ownr"])
        let rename = Request.Call.updateDevice("ann", stage.target, name: "new", role: nil)
        #expect(try await full.ask(rename) == .done)
        let demote = Request.Call.updateDevice("ann", stage.target, name: nil, role: .viewer)
        #expect(try await owner.ask(demote) == .done)
        guard case .devices(let devices, _, _) = try await owner.ask(.listDevices("ann")) else {
            Issue.record("no list")
            return
        }
        let provenance = try #require(devices.first { $0.device == stage.target }?.provenance)
        #expect(provenance.renamedBy?.origin == "127.0.0.1")
        #expect(provenance.renamedBy?.device == full.id)
        #expect(provenance.roleChangedBy?.origin == "pid:\(getpid())")
        #expect(provenance.roleChangedBy?.uid == getuid())
        try await stage.daemon.stop()
    }
}
