import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("Audits")
struct AuditTests {
    @Test("The whole store is read for administrators alone, and of others only what is theirs")
    func scope() async throws {
        var daemon = try await DaemonBench()
        let phone = await daemon.paired(1)
        let viewer = await daemon.paired(2, role: .viewer)
        _ = await daemon.ask(DaemonBench.root, .addUser("ben", uid: 1_001))
        let ben = Principal.local(uid: 1_001)
        _ = await daemon.hello(phone, as: 1)
        #expect(await daemon.make(phone, as: 1)?.receipt != nil)
        for (principal, device, user, isOfWholeStore) in [
            (phone, 1, nil, false), (viewer, 2, nil, false), (ben, 3, nil, false),
            (DaemonBench.owner990, 4, "ann", true), (DaemonBench.root, 5, "ann", true),
        ] as [(Principal, UInt64, UserID?, Bool)] {
            _ = await daemon.hello(principal, as: device, of: user)
            let answer = await daemon.ask(principal, .audit(scene: .main))
            guard case .audit(let audit)? = answer else {
                Issue.record("\(principal): \(answer as Any)")
                continue
            }
            #expect(audit.isOfWholeStore == isOfWholeStore, "\(principal)")
            #expect(audit.fault == nil)
            guard case .state(let digest, _, _) = audit.replay else {
                Issue.record("\(audit)")
                continue
            }
            #expect(digest == audit.memory.digest)
        }
    }
}
