import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// A daemon with somebody of every kind, for ``AccessTable``.
struct AccessWorld {
    /// The kinds of principals.
    enum Party: String, CaseIterable, Sendable {
        /// Local: root, the daemon's own user, ann's, nobody's that navsync knows, ben's.
        case root, ownr, ann, none, ben
        /// Devices by key: two of ann's, one of which may only look; one of ann's that was revoked;
        /// one of a user who was removed; one of ben's.
        case full, view, revo, gone, forn
        /// Keys of ann's invitations: open; used; used by a device that was revoked since; expired;
        /// withdrawn; open when the device that made it was revoked; when it was demoted.
        case iopn, iusd, irvd, iexp, iwdr, irev, idem
        /// A key that nobody knows.
        case ukey
    }

    private(set) var bench: DaemonBench
    private var invitations: [Party: InvitationID] = [:]
    /// Connections that were made: each call gets one of its own.
    private var connections: UInt8 = 0
    private var lastKey: UInt8 = 200

    private static let ann = Principal.local(uid: 1_000)
    private static let ben = Principal.local(uid: 1_001)
    /// Of ann: what others rename and revoke, and a device without a key.
    private static let target: UInt64 = 9
    private static let local: UInt64 = 30

    init() async throws {
        bench = try await DaemonBench()
        let root = DaemonBench.root
        _ = await bench.ask(root, .addUser("ann", uid: 1_000))
        _ = await bench.ask(root, .addUser("ben", uid: 1_001))
        _ = await bench.ask(root, .addUser("cat", uid: nil))
        // The first invitation of all expires before the others are made.
        invitations[.iexp] = await bench.invite(key: 50, lifetime: .seconds(1))?.invited?.id
        await bench.pass(.seconds(2))
        // Numbers are those of keys and devices.
        for number: UInt64 in [1, 3, Self.target] { _ = await bench.paired(number) }
        _ = await bench.paired(2, role: .viewer)
        _ = await bench.paired(4, of: "cat")
        _ = await bench.paired(5, of: "ben")
        _ = await bench.hello(Self.ann, as: Self.local)
        _ = await bench.make(Self.ann, as: Self.local)
        _ = await bench.hello(Self.ben, as: 31)
        _ = await bench.make(Self.ben, as: 31)

        invitations[.iopn] = await bench.invite(key: 51)?.invited?.id
        invitations[.iusd] = await use(key: 52, by: 6)
        invitations[.irvd] = await use(key: 53, by: 7)
        _ = await bench.ask(root, .revokeDevice("ann", DaemonBench.device(7)))
        invitations[.iwdr] = await bench.invite(key: 54)?.invited?.id
        if let id = invitations[.iwdr] { _ = await bench.ask(root, .withdrawInvitation("ann", id)) }
        invitations[.irev] = await bench.invite(.device(.sample(3)), to: nil, key: 55)?.invited?.id
        _ = await bench.ask(root, .revokeDevice("ann", DaemonBench.device(3)))
        _ = await bench.paired(8)
        invitations[.idem] = await bench.invite(.device(.sample(8)), to: nil, key: 56)?.invited?.id
        _ = await bench.ask(
            root, .updateDevice("ann", DaemonBench.device(8), name: nil, role: .viewer))
        _ = await bench.ask(root, .removeUser("cat", erases: false))
    }

    private mutating func use(key: UInt8, by device: UInt64) async -> InvitationID? {
        guard let id = await bench.invite(key: key)?.invited?.id else { return nil }
        _ = await bench.ask(.invitation(id), DaemonBench.pair(device))
        return id
    }

    /// The contents that a refusal leaves as they are.
    struct Contents: Equatable {
        let accounts: [UserAccount?]
        let commits: Int
    }

    /// All that the registry has, and how long ann's log is.
    func contents() async throws -> Contents {
        var accounts: [UserAccount?] = []
        for user: UserID in ["ann", "ben", "cat", "zoe"] {
            accounts.append(try await bench.store.account(of: user))
        }
        return Contents(accounts: accounts, commits: try await bench.log().count)
    }

    private func principal(_ party: Party) -> Principal? {
        switch party {
        case .root: DaemonBench.root
        case .ownr: DaemonBench.owner990
        case .ann: Self.ann
        case .none: .local(uid: 1_009)
        case .ben: Self.ben
        case .full: .device(.sample(1))
        case .view: .device(.sample(2))
        case .revo: .device(.sample(3))
        case .gone: .device(.sample(4))
        case .forn: .device(.sample(5))
        case .ukey: .device(.sample(199))
        case .iopn, .iusd, .irvd, .iexp, .iwdr, .irev, .idem:
            invitations[party].map(Principal.invitation)
        }
    }

    /// The device as which a party says hello.
    private static func device(_ party: Party) -> UInt64 {
        switch party {
        case .full: 1
        case .view: 2
        case .revo: 3
        case .gone: 4
        case .forn: 5
        case .ann: local
        case .ben: 31
        case .root, .ownr, .none, .iopn, .iusd, .irvd, .iexp, .iwdr, .irev, .idem, .ukey: 40
        }
    }

    /// Returns the answer to a party for a call, as the table writes it; `nil` for a call that it
    /// does not know.
    mutating func answer(to party: Party, _ row: AccessTable.Row) async -> Character? {
        guard let principal = principal(party) else { return nil }
        connections += 1
        if row.form == "own" {
            let isAdministrator = party == .root || party == .ownr
            let hello = Hello(
                user: isAdministrator ? "ann" : nil,
                device: DaemonBench.device(Self.device(party)), name: "x")
            _ = await bench.ask(principal, connection: connections, .hello(hello))
        }
        guard let call = await call(row, by: party, principal) else { return nil }
        return Self.mark(await bench.ask(principal, connection: connections, call))
    }

    private static func mark(_ result: Reply.Result?) -> Character {
        switch result {
        case nil: "?"
        case .failure(let failure)?:
            switch failure.code {
            case .notPermitted: "."
            case .revoked: "r"
            case .helloFirst: "h"
            case .invitationUsed: "u"
            case .notFound: "n"
            case .alreadyExists: "="
            case .snapshotGone: "g"
            default: "!"
            }
        case .some: "+"
        }
    }

    private mutating func call(
        _ row: AccessTable.Row, by party: Party, _ principal: Principal
    ) async -> Request.Call? {
        let name = row.form == "-" ? nil : UserID(rawValue: row.form)
        let itself = DaemonBench.device(Self.device(party))
        let (user, device): (UserID?, DeviceID) =
            switch row.form {
            case "itself": (nil, party == .ann || party == .ben ? DaemonBench.device(40) : itself)
            case "local": ("ann", DaemonBench.device(Self.local))
            default: (name, DaemonBench.device(Self.target))
            }
        switch row.call {
        case "hello": return .hello(Hello(user: user, device: itself, name: "x"))
        case "submit": return await submission(by: party, principal)
        case "pair": return pair(row.form, party)
        case "add_user": return .addUser(user ?? "zoe", uid: nil)
        case "list_users": return .listUsers(after: nil)
        case "remove_user": return .removeUser(user ?? "zoe", erases: false)
        case "fleet": return .fleet(row.form == "show" ? .show : .drain(NodeID(rawValue: 1)))
        case "server_key": return .serverKey(row.form == "show" ? .show : .prepare)
        case "invite":
            lastKey += 1
            return .invite(InviteRequest(user: user, name: "x", role: .full, key: .sample(lastKey)))
        case "list_scenes": return .listScenes(user)
        case "remove_scene": return .removeScene(user, .main)
        case "rename_scene": return .renameScene(user, .main, to: "other")
        case "trash_scene": return .trashScene(user, .main)
        case "restore_scene": return .restoreScene(user, .main)
        case "list_devices": return .listDevices(user)
        case "update_device":
            let role: Role? = row.kind == "view" ? .viewer : row.kind == "full" ? .full : nil
            return .updateDevice(user, device, name: role == nil ? "new" : nil, role: role)
        case "revoke_device":
            return .revokeDevice(user, device, withDescendants: row.kind == "all")
        case "withdraw_invitation":
            return invitations[.iopn].map { .withdrawInvitation(user, $0) }
        default: return Self.reading[row.call]
        }
    }

    private static let reading: [String: Request.Call] = [
        "sync": .sync(scene: .main, epoch: .none, revision: .zero),
        "snapshot_part": .snapshotPart(scene: .main, id: 77, offset: 0),
        "presence": .presence(scene: .main),
        "history": .history(scene: .main, after: .zero, limit: 10),
        "status": .status(scene: .main),
        "state_at": .state(scene: .main, at: 1),
        "audit": .audit(scene: .main),
        "remember": .remember(
            Remember(position: remembered, store: .none, length: 10, offset: 0, content: [1, 2])),
        "list_remembered": .listRemembered,
        "heal": .heal(Heal(remembered)),
        "leave": .leave,
    ]

    private static let remembered = Head(
        scene: .main, epoch: Epoch(rawValue: 4_711), revision: 9, digest: .zero)

    private mutating func submission(
        by party: Party, _ principal: Principal
    ) async -> Request.Call {
        let sync = Request.Call.sync(scene: .main, epoch: .none, revision: .zero)
        var (epoch, last, head) = (Epoch(rawValue: 1), SequenceNumber.zero, Revision.zero)
        if case .synced(let it)? = await bench.ask(principal, connection: connections, sync) {
            (epoch, last, head) = (it.head.epoch, it.lastSequence, it.head.revision)
        }
        let change = Change(
            device: DaemonBench.device(Self.device(party)), sequence: last.next,
            base: Change.Base(revision: head, latest: Timestamp(rawValue: .max)),
            operations: [.addToBadge("a", 1)])
        return .submit(
            SubmitRequest(scene: .main, epoch: epoch, after: last, change: change.encoded, age: 0))
    }

    /// `fresh`: a device that nobody knows. `again`: the one that has used the party's invitation, or
    /// another invitation, with its key.
    private func pair(_ form: String, _ party: Party) -> Request.Call {
        let known: UInt64 = party == .irvd ? 7 : 6
        return form == "fresh" ? DaemonBench.pair(60) : DaemonBench.pair(known)
    }
}
