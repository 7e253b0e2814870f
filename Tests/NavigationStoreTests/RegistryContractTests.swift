import DatabaseHarness
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import StoreSamples
import Testing

/// The promises of every store about its registry.
@Suite struct RegistryContractTests {
    typealias Sample = SampleRegistry

    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// A user with one of everything.
    static let account = UserAccount(
        user: Sample.user("ada", uid: 1_000),
        devices: Dictionary(
            uniqueKeysWithValues: [
                Sample.device(1, key: 1), Sample.device(2, uid: 1_000),
                Sample.device(3, key: 3, revoked: Timestamp(rawValue: 7_000)),
            ].map { ($0.id, $0) }),
        invitations: Dictionary(
            uniqueKeysWithValues: [
                Sample.invitation(1, key: 11), Sample.invitation(2, key: 12, end: .withdrawn),
                Sample.invitation(.max, key: 13, end: .used(by: DeviceID(high: 1, low: 9))),
            ].map { ($0.id, $0) }))

    /// The changes that make ``household``.
    static let changes = Sample.changes(for: account)

    @Test(arguments: StoreKind.allCases)
    func nobodyIsThereAtFirst(_ kind: StoreKind) async throws {
        let store = try await kind.place(scratch).open()
        #expect(try await store.account(of: "ada") == nil)
        #expect(try await store.owner(of: .local(uid: 0)) == nil)
        #expect(try await store.owner(of: .device(Sample.key(1))) == nil)
        #expect(try await store.owner(of: .invitation(InvitationID(rawValue: 1))) == nil)
        #expect(try await store.users(after: nil, limit: 10).isEmpty)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func theNextOwnerFindsWhoDidWhat(_ kind: StoreKind) async throws {
        func actor(_ number: UInt64) -> Attribution {
            Attribution(
                device: DeviceID(high: 9, low: number), name: "Ada’s téléphone",
                uid: number == 3 ? .max : nil, origin: "2001:db8::\(number)",
                time: Timestamp(rawValue: Int64(number)))
        }
        var account = Self.account
        account.user.addedBy = actor(1)
        account.user.removedBy = actor(2)
        for (id, device) in account.devices {
            var device = device
            device.provenance = Provenance(
                origin: "pid:4711", invitedBy: actor(3), renamedBy: actor(4),
                roleChangedBy: actor(5), revokedBy: actor(6))
            account.devices[id] = device
        }
        for (id, former) in account.invitations {
            account.invitations[id] = Invitation(
                id: id, key: former.key, name: former.name, role: former.role,
                expires: former.expires, expiresAtUptime: former.expiresAtUptime, end: former.end,
                madeBy: actor(7), withdrawnBy: actor(8))
        }
        let place = try await kind.place(scratch)
        let store = try place.open()
        let claim = try await store.claim(.all, after: .zero)
        try await store.commit([], Sample.changes(for: account), under: claim)
        await store.close()
        let next = try place.open()
        #expect(try await next.account(of: "ada") == account)
        await next.close()
    }

    @Test(arguments: StoreKind.allCases)
    func theNextOwnerFindsTheRegistry(_ kind: StoreKind) async throws {
        let place = try await kind.place(scratch)
        let store = try place.open()
        let claim = try await store.claim(.all, after: .zero)
        try await store.commit([], Self.changes, under: claim)
        await store.close()
        let next = try place.open()
        #expect(try await next.account(of: "ada") == Self.account)
        #expect(try await next.users(after: nil, limit: 10) == [Self.account.user])
        let principals: [Principal] = [
            .local(uid: 1_000), .device(Sample.key(1)), .device(Sample.key(3)),
            .device(Sample.key(11)), .device(Sample.key(13)),
            .invitation(InvitationID(rawValue: 2)), .invitation(InvitationID(rawValue: .max)),
        ]
        for principal in principals {
            #expect(try await next.owner(of: principal) == "ada", "\(principal)")
        }
        await next.close()
    }

    @Test("A key finds its device or invitation, and whose it is", arguments: StoreKind.allCases)
    func holding(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        try await store.commit([], Self.changes, under: claim)
        for device in Self.account.devices.values {
            guard case .key(let key) = device.credential else { continue }
            let found = try #require(try await store.account(holding: key))
            #expect(found.user == Self.account.user)
            #expect(found.device(with: key) == device)
            if kind == .sqlite { #expect(found.devices.count + found.invitations.count == 1) }
        }
        for invitation in Self.account.invitations.values {
            let found = try #require(try await store.account(holding: invitation.key))
            #expect(found.user == Self.account.user)
            #expect(found.invitations[invitation.id] == invitation)
        }
        #expect(try await store.account(holding: Sample.key(99)) == nil)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func aChangeReplacesWhatItIsAbout(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        try await store.commit([], Self.changes, under: claim)
        var expected = Self.account
        var device = Sample.device(1, key: 1)
        device.name = "tablet"
        device.role = .viewer
        device.revoked = Timestamp(rawValue: .max)
        expected.devices[device.id] = device
        let invitation = Sample.invitation(1, key: 11, end: .used(by: device.id))
        expected.invitations[invitation.id] = invitation
        let forgotten = InvitationID(rawValue: 2)
        expected.invitations[forgotten] = nil
        expected.user.uid = nil
        try await store.commit(
            [],
            [
                .device(device, of: "ada"), .invitation(invitation, of: "ada"),
                .deleteInvitation(forgotten, of: "ada"),
                .deleteInvitation(InvitationID(rawValue: 77), of: "ada"),
                .user(expected.user),
            ], under: claim)
        #expect(try await store.account(of: "ada") == expected)
        #expect(try await store.owner(of: .local(uid: 1_000)) == nil)
        #expect(try await store.owner(of: .invitation(forgotten)) == nil)
        #expect(try await store.owner(of: .device(Sample.key(12))) == nil)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func aRemovedUserKeepsItsKeysAlone(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        try await store.commit([], Self.changes, under: claim)
        var expected = Self.account
        expected.user.removed = Timestamp(rawValue: 8_000)
        // The same local user may be somebody else from the same moment on.
        try await store.commit(
            [], [.user(expected.user), .user(Sample.user("bob", uid: 1_000))], under: claim)
        #expect(try await store.account(of: "ada") == expected)
        #expect(try await store.users(after: nil, limit: 9).map(\.name) == ["bob"])
        #expect(try await store.owner(of: .local(uid: 1_000)) == "bob")
        for key: UInt64 in [1, 3, 11] {
            #expect(try await store.owner(of: .device(Sample.key(key))) == "ada")
        }
        #expect(try await store.owner(of: .invitation(InvitationID(rawValue: 1))) == "ada")
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func usersComeInOrderAndInPages(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        let names: [UserID] = ["é", "a", "B", "b", "ab", "z", "\u{65}\u{301}", "𝒜", "c"]
        var changes = names.map { RegistryChange.user(Sample.user($0)) }
        changes.append(.user(Sample.user("c", removed: .zero)))
        try await store.commit([], changes, under: claim)
        let sorted = names.filter { $0 != "c" }.sorted()
        var found: [UserID] = []
        while true {
            let page = try await store.users(after: found.last, limit: 3)
            if page.isEmpty { break }
            #expect(page.count <= 3)
            found += page.map(\.name)
        }
        #expect(found == sorted)
        #expect(try await store.users(after: nil, limit: 0).isEmpty)
        await store.close()
    }

    /// Changes that can't stand beside ``household``.
    static let clashes: [RegistryChange] = [
        .user(Sample.user("bob", uid: 1_000)),
        .device(Sample.device(9, key: 1), of: "ada"), .device(Sample.device(9, key: 3), of: "eve"),
        .device(Sample.device(1, key: 1), of: "eve"), .device(Sample.device(9, key: 11), of: "ada"),
        .device(Sample.device(9, key: 99), of: "nobody"),
        .invitation(Sample.invitation(9, key: 12), of: "ada"),
        .invitation(Sample.invitation(9, key: 12), of: "eve"),
        .invitation(Sample.invitation(9, key: 1), of: "ada"),
        .invitation(Sample.invitation(1, key: 99), of: "eve"),
        .invitation(Sample.invitation(9, key: 99), of: "nobody"),
    ]

    @Test(arguments: StoreKind.allCases, clashes.indices)
    func aClashChangesNothing(_ kind: StoreKind, _ index: Int) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        let clash = Self.clashes[index]
        try await store.commit([], Self.changes + [.user(Sample.user("eve"))], under: claim)
        var history = SampleHistory()
        let write = history.write(3)
        await #expect(throws: StoreError.registryConflict(clash)) {
            try await store.commit(
                [write], [.user(Sample.user("zoe")), clash, .erase("ada")], under: claim)
        }
        #expect(try await store.account(of: "ada") == Self.account)
        #expect(try await store.account(of: "eve") == UserAccount(user: Sample.user("eve")))
        #expect(try await store.account(of: "zoe") == nil)
        #expect(try await store.load(history.key, under: claim) == nil)
        try await store.commit([write], under: claim)
        #expect(try await store.load(history.key, under: claim)?.revision == 3)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func aWriteThatConflictsTakesTheRegistryAlong(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        var history = SampleHistory()
        _ = history.write(1)
        let write = history.write(1)
        await #expect(throws: StoreError.conflict(history.key, expected: 1, found: 0)) {
            try await store.commit([write], Self.changes, under: claim)
        }
        #expect(try await store.account(of: "ada") == nil)
        let newer = try await store.claim(.all, after: claim.term)
        await #expect(throws: StoreError.fenced) {
            try await store.commit([], Self.changes, under: claim)
        }
        #expect(try await store.account(of: "ada") == nil)
        try await store.commit([], Self.changes, under: newer)
        await store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func erasingTakesAllScenesOfOneUser(_ kind: StoreKind) async throws {
        let (store, claim) = try await kind.opened(in: scratch)
        try await store.commit([], Self.changes, under: claim)
        var histories = [SampleHistory(), SampleHistory(of: "other")]
        for index in histories.indices {
            try await store.commit([histories[index].write(5, snapshot: true)], under: claim)
        }
        var bobs = SampleHistory(of: .main, user: "bob")
        try await store.commit([bobs.write(4)], under: claim)
        // The write beside it is erased too.
        try await store.commit([histories[0].write(2)], [.erase("ada")], under: claim)
        for history in histories {
            #expect(try await store.load(history.key, under: claim) == nil)
            #expect(try await store.commits(of: history.key, after: 0, limit: 9).isEmpty)
            #expect(
                try await store.storedReceipt(of: 1, by: history.device, in: history.key) == nil)
            #expect(try await store.state(of: history.key, at: 1) == nil)
        }
        #expect(try await store.usage(of: "ada") == UserUsage())
        var account = Self.account
        for history in histories {
            let removed = FormerHistory(epoch: history.epoch, end: Revision(rawValue: .max))
            account.note([removed], of: history.key.scene, .none)
        }
        #expect(try await store.account(of: "ada") == account)
        #expect(try await store.load(bobs.key, under: claim)?.state == bobs.state)
        // The names are free for other scenes.
        var again = SampleHistory()
        try await store.commit([again.write(1)], under: claim)
        #expect(try await store.load(again.key, under: claim)?.state == again.state)
        await store.close()
    }
}
