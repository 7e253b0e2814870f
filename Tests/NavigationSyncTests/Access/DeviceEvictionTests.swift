import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("Places of a user's devices")
struct DeviceEvictionTests {
    private static let owner = DaemonBench.owner990
    private static let limit = UInt64(UserLimits.devices)
    private static let week = DaemonLimits.idleDevice

    @Test("The local device with the oldest last-seen time is evicted for a new one")
    func longestUnheard() async throws {
        var daemon = try await Self.crowded()
        await daemon.pass(Self.week + .seconds(1))
        // The first two were heard since.
        for device in [1, 2] as [UInt64] {
            #expect(await daemon.add(as: device)?.receipt != nil)
        }
        #expect(await daemon.add(as: 1_000)?.receipt != nil)
        var names = await daemon.devices().map(\.device)
        #expect(names.count == UserLimits.devices)
        #expect(!names.contains(DaemonBench.device(3)) && names.contains(DaemonBench.device(1_000)))
        #expect(names.contains(DaemonBench.device(1)) && names.contains(DaemonBench.device(4)))
        // So it is on the disk, too.
        try await daemon.restart()
        _ = await daemon.hello(Self.owner, as: 1, of: DaemonBench.user)
        names = await daemon.devices().map(\.device)
        #expect(names.count == UserLimits.devices && !names.contains(DaemonBench.device(3)))
        #expect(await daemon.add(as: 1_001)?.receipt != nil)
        #expect(await !daemon.devices().map(\.device).contains(DaemonBench.device(4)))
    }

    @Test("No device is evicted within a week, and the refusal has a remedy")
    func tooSoon() async throws {
        var daemon = try await Self.crowded()
        await daemon.pass(Self.week - .seconds(60))
        let refused = await daemon.add(as: 1_000)?.failure
        #expect(refused?.code == .limitExceeded)
        #expect(refused?.message.contains("ephemeral") == true)
        #expect(await daemon.devices().count == UserLimits.devices)
    }

    @Test("Paired devices, those that let others in and those with something waiting keep theirs")
    func keep() async throws {
        var daemon = try await DaemonBench()
        for device in 1...Self.limit {
            switch device {
            case 1:
                #expect(await daemon.add(as: device, DaemonBench.declare)?.receipt != nil)
            case 2: _ = await daemon.paired(2)
            case 3:
                #expect(await daemon.add(as: device)?.receipt != nil)
                let invited = await daemon.invite(key: 201)
                guard case .invited(let invited)? = invited else { throw Missing() }
                _ = await daemon.ask(.invitation(invited.id), DaemonBench.pair(4, key: 4))
            case 4: break
            default: #expect(await daemon.add(as: device)?.receipt != nil)
            }
        }
        #expect(await daemon.devices().count == UserLimits.devices)
        await daemon.pass(Self.week + .seconds(1))
        // It says that a change of its waits.
        _ = await daemon.hello(Self.owner, as: 1, of: DaemonBench.user)
        let head = try #require(await daemon.head())
        _ = await daemon.ask(
            Self.owner,
            .presence(
                scene: .main,
                at: MirrorPosition(
                    epoch: head.epoch, revision: head.revision, oldestBase: 1)))
        await daemon.leave(Self.owner)
        await daemon.pass(Self.week + .seconds(1))
        #expect(await daemon.add(as: 1_000)?.receipt != nil)
        let names = await daemon.devices().map(\.device)
        for kept in [1, 2, 3, 4] as [UInt64] {
            #expect(names.contains(DaemonBench.device(kept)), "\(kept)")
        }
        #expect(!names.contains(DaemonBench.device(5)))
    }

    @Test("One that comes back has a place again, and each of its changes is taken once")
    func comesBack() async throws {
        var daemon = try await Self.crowded()
        _ = await daemon.hello(Self.owner, as: 3, of: DaemonBench.user)
        let call = try #require(await daemon.change(Self.owner, as: 3, Self.badge))
        let receipt = await daemon.ask(Self.owner, call)
        try #require(receipt?.receipt != nil)
        await daemon.pass(Self.week + .seconds(1))
        for device in Set(1...Self.limit).subtracting([3]) {
            #expect(await daemon.add(as: device)?.receipt != nil)
        }
        #expect(await daemon.add(as: 1_000)?.receipt != nil)
        #expect(await !daemon.devices().map(\.device).contains(DaemonBench.device(3)))
        #expect(try await daemon.stored()?.last[DaemonBench.device(3)] != nil, "the outcomes stay")
        _ = await daemon.hello(Self.owner, as: 3, of: DaemonBench.user)
        #expect(await daemon.ask(Self.owner, call) == receipt, "its first outcome")
        // All others were heard: there is no place for it yet.
        #expect(await daemon.add(as: 3)?.failure?.code == .limitExceeded)
        await daemon.pass(Self.week + .seconds(1))
        let next = await daemon.add(as: 3)?.receipt
        #expect(next?.sequence == (receipt?.receipt?.sequence).map(\.next), "in its own order")
        #expect(await daemon.devices().map(\.device).contains(DaemonBench.device(3)))
    }

    @Test("A device for one visit leaves, and nothing of it is kept")
    func leaves() async throws {
        var daemon = try await DaemonBench()
        #expect(await daemon.add(as: 1, DaemonBench.declare)?.receipt != nil)
        #expect(await daemon.add(as: 2)?.receipt?.sequence == 1)
        #expect(await daemon.ask(Self.owner, .leave) == .done)
        #expect(await daemon.devices().map(\.device) == [DaemonBench.device(1)])
        #expect(
            await daemon.ask(Self.owner, .presence(scene: .main))?.failure?.code == .helloFirst)
        #expect(try await daemon.stored()?.last.keys.sorted() == [DaemonBench.device(1)])
        #expect(await daemon.add(as: 2)?.receipt?.sequence == 1, "it would begin anew")
        // A device that never changed anything has nothing to leave.
        _ = await daemon.hello(Self.owner, as: 3, of: DaemonBench.user)
        #expect(await daemon.ask(Self.owner, .leave) == .done)
    }

    @Test("A paired device and one that has let others in can't leave")
    func stays() async throws {
        var daemon = try await DaemonBench()
        let phone = await daemon.paired(7)
        _ = await daemon.hello(phone, as: 7)
        #expect(await daemon.ask(phone, .leave)?.failure?.code == .notPermitted)
        #expect(await daemon.add(as: 1, DaemonBench.declare)?.receipt != nil)
        _ = await daemon.invite(key: 201)
        #expect(await daemon.ask(Self.owner, .leave)?.failure?.code == .notPermitted)
        #expect(await daemon.devices().count == 2)
    }

    @Test("One that was for a visit alone and ended without a word gives its place up at once")
    func endsWithoutAWord() async throws {
        var daemon = try await Self.crowded()
        let hello = Hello(
            user: DaemonBench.user, device: DaemonBench.device(9), name: "x", isEphemeral: true)
        #expect(await daemon.ask(Self.owner, .hello(hello))?.failure == nil)
        _ = await daemon.hello(DaemonBench.root, as: 1_000, of: DaemonBench.user)
        let early = await daemon.make(DaemonBench.root, as: 1_000, Self.badge)
        #expect(early?.code == .limitExceeded, "it is there still")
        await daemon.leave(Self.owner)
        let late = await daemon.make(DaemonBench.root, as: 1_000, Self.badge)
        #expect(late?.receipt != nil, "\(late as Any)")
        #expect(await !daemon.devices().map(\.device).contains(DaemonBench.device(9)))
    }

    private static let badge: [Operation] = [.addToBadge("a", 1)]

    private struct Missing: Error {}

    /// A daemon whose user has as many devices as there may be.
    private static func crowded() async throws -> DaemonBench {
        var daemon = try await DaemonBench()
        for device in 1...limit {
            let made = await daemon.add(as: device, device == 1 ? DaemonBench.declare : badge)
            try #require(made?.receipt != nil, "\(device)")
        }
        return daemon
    }
}

extension DaemonBench {
    /// Says hello as a local device on a connection of its own, and makes a change.
    fileprivate mutating func add(
        as device: UInt64, _ operations: [Operation] = [.addToBadge("a", 1)]
    ) async -> Reply.Result? {
        _ = await hello(Self.owner990, as: device, of: Self.user)
        return await make(Self.owner990, as: device, operations)
    }
}
