import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("Names of new users, devices and scenes")
struct NewNameCallTests {
    private static let bad = "phone\u{202e}gpj"
    private static let device = DeviceName(unchecked: bad)

    private func check(_ answer: Reply.Result?, _ what: String) {
        #expect(answer?.code == .malformed, "\(what): \(answer as Any)")
        let message = answer?.failure?.message ?? ""
        #expect(message.contains("U+202E") && message.contains("character 6"), "\(message)")
    }

    @Test("No user, device or invitation gets a name that is not allowed")
    func registry() async throws {
        var bench = try await DaemonBench()
        let user = UserID(unchecked: Self.bad)
        check(await bench.ask(DaemonBench.root, .addUser(user, uid: nil)), "a user")
        check(await bench.hello(DaemonBench.owner990, as: 1, named: Self.device), "a local device")
        let invite = InviteRequest(
            user: DaemonBench.user, name: Self.device, role: .full, key: .sample(50),
            lifetime: InviteRequest.usualLifetime)
        check(await bench.ask(DaemonBench.owner990, .invite(invite)), "an invitation")
        let invited = try #require(await bench.invite(key: 51)?.invited)
        check(
            await bench.ask(.invitation(invited.id), DaemonBench.pair(1, named: Self.device)),
            "a paired device")
        #expect(
            await bench.ask(.invitation(invited.id), DaemonBench.pair(1, named: "pad"))?.paired
                != nil, "and the invitation is not used up")
        let rename = Request.Call.updateDevice(
            DaemonBench.user, DaemonBench.device(1), name: Self.device, role: nil)
        check(await bench.ask(DaemonBench.owner990, rename), "a new name")
        #expect(await bench.devices().map(\.name) == ["pad"])
    }

    @Test("No scene gets a name that is not allowed, declared or not")
    func scenes() async throws {
        var bench = try await DaemonBench()
        let owner = DaemonBench.owner990
        _ = await bench.hello(owner, as: 1)
        check(await bench.make(owner, as: 1, scene: SceneID(unchecked: Self.bad)), "a scene")
        #expect(await bench.make(owner, as: 1, scene: "clock")?.receipt != nil)
    }
}
