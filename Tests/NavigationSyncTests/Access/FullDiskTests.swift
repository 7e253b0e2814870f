import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("A daemon whose disk is full")
struct FullDiskTests {
    @Test("It revokes, withdraws, demotes, removes and erases, and takes nothing else")
    func takesAway() async throws {
        var daemon = try await Self.daemon()
        #expect(await daemon.make(DaemonBench.owner990, as: 1)?.failure?.code == .unavailable)
        for call in [
            Request.Call.addUser("bob", uid: nil),
            .updateDevice(DaemonBench.user, DaemonBench.device(1), name: "slow", role: nil),
        ] {
            let answer = await daemon.ask(DaemonBench.root, call)
            #expect(answer?.failure?.code == .unavailable, "\(call): \(String(describing: answer))")
            #expect(answer?.failure?.message.contains("the disk is full") == true)
        }
        let revoked = await daemon.ask(
            DaemonBench.root, .revokeDevice(DaemonBench.user, DaemonBench.device(2)))
        #expect(revoked?.revoked != nil, "\(String(describing: revoked))")
        let hello = await daemon.hello(DaemonBench.owner990, as: 2, of: DaemonBench.user)
        #expect(hello?.code == .revoked)
        let removed = await daemon.ask(
            DaemonBench.root, .removeUser(DaemonBench.user, erases: true))
        #expect(removed == .done, "\(String(describing: removed))")
    }

    @Test("A removal is not lost in a batch with a change that needs space")
    func mixed() async throws {
        var daemon = try await Self.daemon(isFull: false)
        let first = await daemon.change(DaemonBench.owner990, as: 1)
        let call = try #require(first)
        // One is being written, and with what gathers behind it comes the revocation.
        let held = await daemon.post(DaemonBench.owner990, call)
        let revocation = await daemon.post(
            DaemonBench.root,
            .revokeDevice(DaemonBench.user, DaemonBench.device(2)))
        await daemon.fillDisk(true)
        await daemon.land()
        #expect(daemon.answer(to: held)?.failure?.code == .unavailable)
        let answer = daemon.answer(to: revocation)
        #expect(answer?.revoked != nil, "\(String(describing: answer))")
        let hello = await daemon.hello(DaemonBench.owner990, as: 2, of: DaemonBench.user)
        #expect(hello?.code == .revoked)
    }

    @Test("A change that was taken before has its outcome still, and with room all goes on")
    func recovers() async throws {
        var daemon = try await Self.daemon(isFull: false)
        let first = await daemon.change(DaemonBench.owner990, as: 1)
        let call = try #require(first)
        let receipt = await daemon.ask(DaemonBench.owner990, call)
        try #require(receipt?.receipt != nil)
        await daemon.fillDisk(true)
        let next = await daemon.change(DaemonBench.owner990, as: 1, Self.select)
        let second = try #require(next)
        #expect(await daemon.ask(DaemonBench.owner990, second)?.failure?.code == .unavailable)
        #expect(await daemon.ask(DaemonBench.owner990, call) == receipt)
        await daemon.fillDisk(false)
        #expect(await daemon.ask(DaemonBench.owner990, second)?.receipt != nil)
    }

    private static let select: [Operation] = [.selectTab("a")]

    /// A daemon that has heard of two devices; the store is full if it is meant to be.
    private static func daemon(isFull: Bool = true) async throws -> DaemonBench {
        var daemon = try await DaemonBench()
        for device in [1, 2] as [UInt64] {
            let hello = await daemon.hello(DaemonBench.owner990, as: device, of: DaemonBench.user)
            try #require(hello?.failure == nil)
            let made = await daemon.make(DaemonBench.owner990, as: device)
            try #require(made?.receipt != nil, "\(String(describing: made))")
        }
        _ = await daemon.hello(DaemonBench.owner990, as: 1, of: DaemonBench.user)
        if isFull { await daemon.fillDisk(true) }
        return daemon
    }
}
