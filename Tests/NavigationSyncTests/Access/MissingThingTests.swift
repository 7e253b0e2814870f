import NavigationModel
import NavigationSync
import NavigationWire
import Testing

/// The refusals of requests about what is not there.
@Suite struct MissingThingTests {
    @Test("A user, a device and an invitation that are missing have each their own advice")
    func advice() async throws {
        var bench = try await DaemonBench()
        let owner = DaemonBench.owner990
        #expect(await bench.hello(owner, as: 1)?.welcome != nil)
        #expect(await bench.make(owner, as: 1)?.receipt?.revision == 1)
        let missing: [(call: Request.Call, advice: String)] = [
            (.listDevices("nobody"), "list the users, or add this one"),
            (.removeUser("nobody", erases: false), "list the users"),
            (.revokeDevice(DaemonBench.user, DaemonBench.device(99)), "list the user's devices"),
            (
                .updateDevice(DaemonBench.user, DaemonBench.device(99), name: "x", role: nil),
                "list the user's devices"
            ),
            (
                .withdrawInvitation(DaemonBench.user, InvitationID(rawValue: 9)),
                "list the user's invitations: one that has ended is forgotten after a while"
            ),
        ]
        for (call, advice) in missing {
            let failure = await bench.ask(owner, call)?.failure
            #expect(failure?.code == .notFound, "\(call)")
            #expect(failure?.advice == advice, "\(call)")
        }
    }
}
