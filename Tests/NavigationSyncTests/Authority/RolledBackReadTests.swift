import NavigationModel
import NavigationSync
import NavigationWire
import Testing

/// A change that can't be written is refused. Whoever only looked at it meanwhile is answered by what
/// is on disk.
@Suite("Reads go on when changes can't be written")
struct RolledBackReadTests {
    private static let owner = DaemonBench.owner990

    /// A daemon with a scene at revision 1 and a device that has said hello; and its next change.
    private func prepared() async throws -> (DaemonBench, change: Request.Call) {
        var bench = try await DaemonBench()
        _ = await bench.hello(Self.owner, as: 1, of: DaemonBench.user)
        #expect(await bench.make(Self.owner, as: 1)?.receipt?.revision == 1)
        let change = await bench.change(Self.owner, as: 1, [.addToBadge("a", 1)])
        return (bench, try #require(change))
    }

    /// Everything that can be asked of a scene and its user, and at which revision it is answered.
    private static let questions: [@Sendable (Epoch) -> Request.Call] = [
        { _ in .hello(Hello(user: DaemonBench.user, device: DaemonBench.device(1), name: "b")) },
        { .sync(scene: .main, epoch: $0, revision: .zero) },
        { _ in .sync(scene: .main, epoch: .none, revision: .zero) },
        { _ in .presence(scene: .main) },
        { _ in .status(scene: .main) },
        { _ in .history(scene: .main, after: .zero, limit: 10) },
        { _ in .state(scene: .main, at: 1) },
        { _ in .state(scene: .main, at: 2) },
        { _ in .listDevices(DaemonBench.user) },
    ]

    @Test(
        "Replies that would show a rolled-back change are answered from the disk",
        arguments: [1, 2])
    func answered(batches: Int) async throws {
        var (bench, change) = try await prepared()
        let epoch = try #require(await bench.head()?.epoch)
        let refused = await bench.post(Self.owner, change)
        // Beside the batch that is written another gathers, and falls with it.
        if batches == 2 { _ = await bench.post(Self.owner, Self.rename(1)) }
        var requests: [UInt64] = []
        for question in Self.questions {
            requests.append(await bench.post(Self.owner, question(epoch)))
        }
        let presence = try #require(requests.dropFirst(3).first)
        #expect(bench.answer(to: presence) == nil, "it shows what is not on disk yet")
        await bench.land(failing: true)
        #expect(bench.answer(to: refused)?.code == .unavailable)
        let revisions = requests.map { bench.answer(to: $0)?.shown }
        #expect(revisions == [0, 1, 1, 1, 1, 1, 1, nil, 0])
        #expect(bench.answer(to: requests[7])?.failure?.message.contains("at 1") == true)
        // Nothing of it was ever so, and with room the change is taken.
        #expect(await bench.ask(Self.owner, change)?.receipt?.revision == 2)
    }

    @Test("A change is refused even if it is resubmitted for its outcome")
    func receipts() async throws {
        var (bench, change) = try await prepared()
        let first = await bench.post(Self.owner, change)
        let again = await bench.post(Self.owner, change)
        let rename = await bench.post(Self.owner, Self.rename(1))
        await bench.land(failing: true)
        for request in [first, again, rename] {
            #expect(bench.answer(to: request)?.code == .unavailable)
        }
    }

    private static func rename(_ device: UInt64) -> Request.Call {
        .updateDevice(
            DaemonBench.user, DaemonBench.device(device), name: "desk", role: nil)
    }
}

extension Reply.Result {
    /// The revision that it shows; 0 for what shows none; `nil` for a refusal.
    fileprivate var shown: Revision? {
        switch self {
        case .synced(let synced): synced.head.revision
        case .heads(let reply): reply.heads.first?.revision
        case .status(let status): status.head.revision
        case .encodedHistory(let history): history.page.last
        case .pastState(let offer): offer.revision
        case .failure: nil
        default: .zero
        }
    }
}
