import NavigationModel
import NavigationWire

/// One message of every kind, fixed for ever: names are those of the golden file.
enum GoldenMessages {
    static let all: [String: (Message, [UInt8])] = {
        var all: [String: (Message, [UInt8])] = [:]
        for (name, call) in calls {
            all["request.\(name)"] = (.request, Request(id: 7, call: call).encoded)
        }
        for (name, result) in results {
            all["reply.\(name)"] = (.reply, Reply(id: 7, result: result).encoded)
        }
        for (name, operation) in operations {
            let change = Change(
                device: device, sequence: 2, base: Change.Base(revision: 1, latest: stamp.time),
                requiredRevision: name == "selectTab" ? 1 : nil,
                animated: name == "pushOnBar", operations: [operation])
            all["change.\(name)"] = (.change, change.encoded)
        }
        all["feed.live"] = (.feed, FeedMessage.live.encoded)
        all["feed.scene"] = (.feed, FeedMessage.scene(head, [commit]).encoded)
        all["feed.present"] = (
            .feed, FeedMessage.scene(head, [], present: [present, gone]).encoded
        )
        all["commit"] = (.commit, commit.encoded)
        all["commit.animated"] = (.commit, animatedCommit.encoded)
        all["snapshot"] = (.snapshot, state.snapshot)
        all["outcomes"] = (.outcomes, commit.outcomes.encoded)
        return all
    }()

    private static let device = DeviceID(high: 0x0102_0304_0506_0708, low: 0x090a_0b0c_0d0e_0f10)
    private static let stamp = Stamp(
        time: Timestamp(rawValue: 1_700_000_000_000_000), device: device, sequence: 1)
    private static let actor = Attribution(
        device: device, name: "phone", uid: nil, origin: "192.0.2.7", time: stamp.time)
    private static let local = Attribution(
        device: nil, name: nil, uid: 0, origin: "pid:4711", time: stamp.time)
    private static let head = Head(
        scene: .main, epoch: Epoch(rawValue: 0x1122_3344_5566_7788), revision: 1,
        digest: state.digest)

    private static let place = DevicePlace(tab: "inbox", screen: "s1", lastUse: stamp.time)
    private static let present = PresentDevice(device: device, name: "phone", place: place)
    private static let gone = PresentDevice(device: device, name: "phone", place: nil)

    private static let fleet = FleetStatus(
        nodes: [
            FleetStatus.Node(
                id: NodeID(rawValue: 0x1234), name: "a", addresses: ["a.example:7311"],
                isDraining: true, lease: .microseconds(-5), shards: 4_096, version: "0.1.0")
        ], answering: NodeID(rawValue: 0x1234),
        server: FleetStatus.Server(
            address: "db.example:5432", version: "15.14", renewal: .microseconds(700),
            standbys: [
                FleetStatus.Standby(name: "s", state: "streaming", confirmation: "sync", lag: 0)
            ]))

    private static let fleetOfDatabases = FleetStatus(
        nodes: [
            FleetStatus.Node(
                id: NodeID(rawValue: 0x1234), name: "a", addresses: [], isDraining: false,
                lease: .microseconds(5), shards: 16, range: ShardRange(16, 31) ?? .all,
                version: "0.1.0")
        ], answering: NodeID(rawValue: 0x1234), server: nil)

    private static let title = Attribute(field: TabField.title, value: .text("받은편지함"))
    private static let newer = Attribute(
        field: Field(number: 900, part: "part"), value: Value(bytes: [0, 255]))

    private static var state: SceneState {
        var state = SceneState()
        state.apply(commit)
        return state
    }

    private static let commit = Commit(
        revision: 1, stamp: stamp, author: "phone",
        operations: [.selectTab("inbox")],
        outcomes: [
            .applied, .noop(by: 1), .superseded(by: 2), .hidden(by: 3), .rejected(.malformed),
        ],
        effects: [
            RegisterWrite(record: .tab("inbox"), field: TabField.selected, stamp: stamp),
            RegisterWrite(
                record: .screen("s1"), field: ScreenField.placement, stamp: stamp.at(1),
                value: Placement(stack: "inbox", base: .pushed(on: "s0")).value),
            RegisterWrite(
                record: .tab("inbox"), field: TabField.badgeReplaced(of: device),
                stamp: Stamp(time: Timestamp(rawValue: -1), device: .daemon, sequence: 9, index: 4),
                value: .integer(-3)),
        ])

    private static let animatedCommit = Commit(
        revision: 2, stamp: stamp, author: "phone", animated: true,
        operations: [.removeBar("tools")], outcomes: [.applied],
        effects: [
            RegisterWrite(
                record: .standaloneBar("tools"), field: StandaloneBarField.removed, stamp: stamp),
            RegisterWrite(
                record: .screen("s1"), field: ScreenField.placement, stamp: stamp.at(1),
                value: Placement(stack: .bar("tools"), base: .pushed(on: "s0")).value),
        ])

    private static let prompt = Attribute(
        field: ItemField.property("prompt@ko"), value: .text("오늘"))

    private static let spans = [
        ObservedSpan(
            device: device, first: ObservedSpan.Number(sequence: 2, index: 0),
            last: ObservedSpan.Number(sequence: 3_000, index: 0)),
        ObservedSpan(
            device: device, first: ObservedSpan.Number(sequence: 3_002, index: 1),
            last: ObservedSpan.Number(sequence: 3_002, index: 7)),
    ]

    private static let operations: [String: Operation] = [
        "declareTab": .declareTab("inbox", at: .between(nil, nil), attributes: [title, newer]),
        "updateTab": .updateTab("inbox", attributes: [title]),
        "moveTab": .moveTab("inbox", to: .between(nil, nil)),
        "removeTab": .removeTab("inbox"),
        "selectTab": .selectTab("inbox"),
        "refreshTab": .refreshTab("inbox"),
        "deviceRevoked": .deviceRevoked(device, "phone"),
        "devicePaired": .devicePaired(device, "phone"),
        "setSelection.shared": .setSelection(of: device, .shared),
        "setSelection.own": .setSelection(of: device, .own("inbox")),
        "setSelection.following": .setSelection(
            of: device, .following(DeviceID(high: 1, low: 2))),
        "setBadge": .setBadge(
            "inbox", .text("3"), seen: [ObservedAdditions(device: device, stamp: stamp, total: -2)]),
        "clearBadge": .setBadge("inbox", .cleared, seen: []),
        "dotBadge": .setBadge("inbox", .dot, seen: []),
        "addToBadge": .addToBadge("inbox", -1),
        "push": .push(
            "s1", onto: "inbox", on: "s0",
            attributes: [Attribute(field: ScreenField.route, value: .text("/mail/1"))]),
        "pop": .pop([ObservedScreen(id: "s1", placement: stamp.at(1))], from: "inbox"),
        "setItems": .setItems(
            "inbox",
            [
                Operation.Item(
                    id: "s1",
                    attributes: [Attribute(field: ScreenField.route, value: .text("/mail"))])
            ]),
        "updateScreen": .updateScreen(
            "s1", attributes: [Attribute(field: ScreenField.title, value: .text("Mail"))]),
        "popSpans": .pop(.spans(spans), from: "inbox"),
        "restoreSpans": .restore(.spans(spans), to: .bar("tools")),
        "unknown": .unknown,
        "setProperties": .updateScreen("s1", attributes: [prompt]),
        "declareBar": .declareBar("tools", attributes: [prompt]),
        "updateBar": .updateBar("tools", attributes: [prompt]),
        "removeBar": .removeBar("tools"),
        "pushOnBar": .push(
            "s1", onto: .bar("tools"), on: nil,
            attributes: [Attribute(field: ScreenField.route, value: .text("/edit"))]),
        "popFromBar": .pop([ObservedScreen(id: "s1", placement: stamp)], from: .bar("tools")),
        "restoreToBar": .restore([ObservedScreen(id: "s1", placement: stamp)], to: .bar("tools")),
        "setItemsOfBar": .setItems(.bar("tools"), []),
    ]

    private static let calls: [String: Request.Call] = [
        "hello": .hello(
            Hello(
                version: 1, user: "ada", device: device, name: "phone",
                requiresExistingUser: false)),
        "helloToAUserThatIsThere": .hello(
            Hello(version: 1, user: "ada", device: device, name: "phone")),
        "sync": .sync(scene: .main, epoch: head.epoch, revision: 300),
        "syncThatSaysWhatIsNeeded": .sync(
            scene: .main, epoch: head.epoch, revision: 300, oldestBase: 270),
        "snapshotPart": .snapshotPart(scene: .main, id: 5, offset: 262_144),
        "submit": .submit(
            SubmitRequest(
                scene: .main, epoch: head.epoch, after: 1, change: [1, 2, 3], age: 1_500_000)),
        "submitOfUnknownAge": .submit(
            SubmitRequest(scene: .main, epoch: head.epoch, after: 0, change: [1], age: nil)),
        "presence": .presence(scene: .main),
        "presenceThatSaysHowFar": .presence(
            scene: .main, at: MirrorPosition(epoch: head.epoch, revision: 300)),
        "presenceThatSaysWhatIsNeeded": .presence(
            scene: .main,
            at: MirrorPosition(epoch: head.epoch, revision: 300, oldestBase: .zero)),
        "presenceWithAPlace": .presence(
            scene: .main, at: MirrorPosition(epoch: head.epoch, revision: 300), place: place),
        "history": .history(scene: .main, after: 2, limit: 100),
        "status": .status(scene: .main),
        "stateAt": .state(scene: .main, at: 17),
        "audit": .audit(scene: .main),
        "helloOfADevice": .hello(
            Hello(
                version: 1, user: nil, device: device, name: "phone", platform: "Debian 12",
                nextServerKey: key, requiresExistingUser: false)),
        "addUser": .addUser("bob", uid: 1_000),
        "addUserWithoutUID": .addUser("bob", uid: nil),
        "listUsers": .listUsers(after: nil),
        "removeUser": .removeUser("bob", erases: true),
        "listDevices": .listDevices("ada"),
        "updateDevice": .updateDevice(nil, device, name: nil, role: .viewer),
        "renameDevice": .updateDevice("ada", device, name: "pad", role: nil),
        "revokeDevice": .revokeDevice(nil, device),
        "revokeDeviceWithDescendants": .revokeDevice("ada", device, withDescendants: true),
        "withdrawInvitation": .withdrawInvitation(nil, invitation),
        "serverKey": .serverKey(.switchOver),
        "fleet": .fleet(.show),
        "fleetDrain": .fleet(.drain(NodeID(rawValue: 0x1234))),
        "fleetUndrain": .fleet(.undrain(NodeID(rawValue: 0x1234))),
        "listScenes": .listScenes("ada"),
        "removeScene": .removeScene("ada", "notes"),
        "renameScene": .renameScene("ada", "notes", to: "letters"),
        "trashScene": .trashScene("ada", "notes"),
        "restoreScene": .restoreScene("ada", "notes"),
        "leave": .leave,
        "remember": .remember(
            Remember(
                position: remembered, store: StoreID(rawValue: 3), length: 70_000, offset: 65_536,
                content: [1, 2, 3], settled: [13, 15])),
        "rememberFormer": .remember(
            Remember(
                position: remembered, store: StoreID(rawValue: 3), length: 3, offset: 0,
                content: [1, 2, 3],
                former: [
                    FormerHistory(epoch: Epoch(rawValue: 4), end: 9, isHealed: true),
                    FormerHistory(epoch: Epoch(rawValue: 3), end: 2),
                ])),
        "listRemembered": .listRemembered,
        "heal": .heal(Heal(remembered, acceptsLoss: true)),
    ].merging(keyed) { $1 }

    private static let remembered = Head(
        scene: "notes", epoch: Epoch(rawValue: 5), revision: 12, digest: state.digest)
    private static let key = PublicKey(bytes: Array(0..<32))
    private static let invitation = InvitationID(rawValue: 0x0102_0304_0506_0708)

    private static let keyed: [String: Request.Call] =
        key.map {
            [
                "pair": .pair(
                    PairRequest(device: device, name: "tablet", platform: "Debian 12", key: $0)),
                "invite": .invite(
                    InviteRequest(
                        user: "ada", name: "tablet", role: .viewer, key: $0,
                        lifetime: .seconds(60))),
            ]
        } ?? [:]

    private static let limits: [String: UInt64] = [
        "tabs": 64, "stackDepth": 10_000, "operations": 1_024, "textLength": 2_048,
        "attributeLength": 65_536, "changeLength": 100_000,
    ]

    private static let results: [String: Reply.Result] = {
        guard let topic = Topic(bytes: Array(0..<16)), let key,
            let feedKey = FeedKey(bytes: Array(32..<64))
        else { return [:] }
        let content = SyncReply.Content.snapshot(id: 5, revision: 300, length: 600_000)
        return [
            "failure": .failure(
                Failure(.sequenceExpected, "the change before is missing", expected: 3)),
            "welcomeByPort": .welcome(
                Welcome(
                    instance: 9, daemonVersion: "0.1.0", time: stamp.time,
                    feed: FeedAddress(socket: nil, port: 5_557),
                    topic: topic, feedKey: feedKey, user: "ada", deviceName: "phone",
                    limits: limits)),
            "welcomeBySocket": .welcome(
                Welcome(
                    instance: 9, daemonVersion: "0.1.0", time: stamp.time,
                    feed: FeedAddress(socket: "feed", port: nil),
                    topic: topic, feedKey: feedKey, user: "ada", deviceName: "phone",
                    limits: limits)),
            "welcomeOfAStore": .welcome(
                Welcome(
                    instance: 9, store: StoreID(rawValue: 0x0102_0304_0506_0708),
                    daemonVersion: "0.1.0", time: stamp.time,
                    feed: FeedAddress(socket: "feed", port: nil), topic: topic, feedKey: feedKey,
                    user: "ada", deviceName: "phone", limits: [:])),
            "welcomeOfAViewer": .welcome(
                Welcome(
                    instance: 9, daemonVersion: "0.1.0", time: stamp.time,
                    feed: FeedAddress(socket: "feed", port: nil), topic: topic,
                    feedKey: feedKey, user: "ada", role: .viewer, deviceName: "phone",
                    nextServerKey: key, limits: limits)),
            "busy": .failure(Failure(.busy, "slower", retryAfter: .milliseconds(250))),
            "advised": .failure(Failure(.notFound, "no scene mian", advice: "did you mean main?")),
            "paired": .paired(PairReply(user: "ada", name: "tablet", role: .viewer)),
            "users": .users(
                [
                    UserInfo(name: "ada", uid: 1_000, added: stamp.time, devices: 2, scenes: 1),
                    UserInfo(name: "bob", uid: nil, added: stamp.time, devices: 0, scenes: 0),
                ], hasMore: true),
            "invited": .invited(
                InviteReply(
                    id: invitation, user: "ada", expires: stamp.time, serverKey: key,
                    addresses: ["192.0.2.1:7311", "home.example:7311"])),
            "devices": .devices(
                [
                    DeviceInfo(
                        device: device, name: "phone", platform: "Debian 12", role: .full,
                        credential: .key(key), added: stamp.time, revoked: nil, connections: 2,
                        lastSeen: stamp.time, knowsNextServerKey: true),
                    DeviceInfo(
                        device: device, name: "desk", platform: "", role: .viewer,
                        credential: .uid(0), added: stamp.time, revoked: stamp.time,
                        connections: 0, lastSeen: nil, knowsNextServerKey: false),
                ],
                invitations: [
                    InvitationInfo(
                        id: invitation, name: "tablet", role: .full, expires: stamp.time)
                ], of: "ada"),
            "devicesThatAreBehind": .devices(
                [
                    DeviceInfo(
                        device: device, name: "phone", platform: "", role: .full,
                        credential: .uid(0), added: stamp.time, revoked: nil, connections: 1,
                        lastSeen: stamp.time, knowsNextServerKey: false,
                        progress: [
                            DeviceProgress(
                                scene: .main, revision: 17, lag: 2, since: stamp.time,
                                observedAt: stamp.time),
                            DeviceProgress(
                                scene: "other", revision: 1, lag: 0, since: nil,
                                observedAt: stamp.time),
                        ])
                ], invitations: [], of: "ada"),
            "devicesWithAPlace": .devices(
                [
                    DeviceInfo(
                        device: device, name: "phone", platform: "", role: .full,
                        credential: .uid(0), added: stamp.time, revoked: nil, connections: 1,
                        lastSeen: stamp.time, knowsNextServerKey: false,
                        progress: [
                            DeviceProgress(
                                scene: .main, revision: 17, lag: 2, since: stamp.time,
                                observedAt: stamp.time, place: place),
                            DeviceProgress(
                                scene: "other", revision: 1, lag: 0, since: nil,
                                observedAt: stamp.time),
                        ])
                ], invitations: [], of: "ada"),
            "revoked": .revoked(Revoked(heads: [head])),
            "revokedWithDescendants": .revoked(
                Revoked(
                    heads: [head], devices: [device],
                    withdrawn: [
                        InvitationInfo(
                            id: invitation, name: "tablet", role: .full, expires: stamp.time,
                            madeBy: actor)
                    ],
                    letIn: [
                        DeviceInfo(
                            device: device, name: "phone", platform: "", role: .full,
                            credential: .key(key), added: stamp.time, revoked: nil, connections: 0,
                            lastSeen: nil, knowsNextServerKey: false, invitation: invitation,
                            provenance: Provenance(
                                origin: "192.0.2.7", invitedBy: actor, renamedBy: actor,
                                roleChangedBy: local, revokedBy: local))
                    ])),
            "usersWithActors": .users(
                [
                    UserInfo(
                        name: "ada", uid: 1_000, added: stamp.time, devices: 2, scenes: 1,
                        addedBy: local)
                ], hasMore: false),
            "serverKeys": .serverKeys(
                ServerKeysInfo(key: key, next: key, switchesAtRestart: true)),
            "fleetEmbedded": .fleet(.embedded),
            "fleet": .fleet(fleet),
            "fleetOfDatabases": .fleet(fleetOfDatabases),
            "done": .done,
            "rememberedWanted": .remembered(.wants(65_536)),
            "rememberedHeld": .remembered(.holds),
            "rememberedContained": .remembered(.contains(upTo: 12)),
            "rememberedList": .rememberedStates([
                RememberedState(
                    position: remembered, store: StoreID(rawValue: 3), latest: stamp.time, tabs: 2,
                    screens: 7, devices: [device],
                    acknowledged: RememberedState.Acknowledged(
                        revision: 14, digest: state.digest), resubmitted: 1,
                    offer: RememberedState.Offer(id: 9, length: 70_000))
            ]),
            "healed": .healed(head),
            "syncedSnapshotOfAnotherHistory": .synced(
                SyncReply(
                    head: head, content: content, lastSequence: 1, time: stamp.time,
                    former: [
                        FormerHistory(epoch: Epoch(rawValue: 4), end: Revision(rawValue: .max)),
                        FormerHistory(epoch: Epoch(rawValue: 5), end: 12, isHealed: true),
                    ])),
            "scenes": .scenes(["clock", "main"], of: "ada"),
            "scenesWithTrash": .scenes(
                ["main"],
                trash: [
                    TrashedScene(
                        name: "notes", removed: stamp.time, keptUntil: stamp.time.next)
                ], of: "ada"),
            "syncedCommits": .synced(
                SyncReply(
                    head: head, content: .commits([commit]), lastSequence: 1, time: stamp.time)),
            "syncedSnapshot": .synced(
                SyncReply(head: head, content: content, lastSequence: 1, time: stamp.time)),
            "snapshotContent": .snapshotContent(offset: 262_144, content: [1, 2, 3]),
            "receipt": .receipt(Receipt(sequence: 2, outcomes: commit.outcomes, revision: 1)),
            "heads": .heads(HeadsReply([head], topic: topic, time: stamp.time)),
            "headsWithPresentDevices": .heads(
                HeadsReply([head], topic: topic, time: stamp.time, present: [present])),
            "headsOfAFleet": .heads(
                HeadsReply(
                    [head], topic: topic, time: stamp.time, nodes: ["192.0.2.2:7311"])),
            "historyPage": .historyPage(HistoryPage(commits: [commit], hasMore: true)),
            "historyPageOfACompactedLog": .historyPage(
                HistoryPage(commits: [], hasMore: false, oldestRevision: 40)),
            "pastState": .pastState(
                PastSnapshotOffer(
                    id: 6, length: 70_000, revision: 17, epoch: head.epoch, digest: head.digest)),
            "audited": .audit(
                Audit(
                    memory: head,
                    replay: .state(digest: head.digest, revision: 1, start: 0),
                    snapshot: .unreadable("a wrong checksum"), fault: "page 3 is never used")),
            "status": .status(
                DaemonStatus(
                    daemonVersion: "0.1.0", instance: 9, uptime: 60, head: head, connections: 3,
                    scenesLoaded: 1, commits: 2)),
            "statusForAdministrators": .status(
                DaemonStatus(
                    daemonVersion: "0.1.0", instance: 9, uptime: 60, head: head, connections: 3,
                    scenesLoaded: 1, commits: 2,
                    metrics: ["cacheHits": 7, "durableP99": 4_800, "outcome.applied": 300])),
        ]
    }()
}
