import NavigationModel
import NavigationWire
import Testing

@testable import NavigationSync

@Suite("The backlog")
struct BacklogTests {
    private static let phone = Principal.device(.sample(1))

    private static func inbound(
        _ id: UInt64, by connection: UInt8, of principal: Principal = .local(uid: 0)
    ) -> InboundRequest {
        InboundRequest(
            request: Request(id: id, call: .status(scene: .main)),
            peer: Peer(ConnectionID(rawValue: UInt64(connection)), principal), received: .zero)
    }

    @Test("A sender's changes come in their order, and who had a turn is behind all others")
    func backlog() throws {
        var backlog = Backlog()
        for (id, connection) in [(1, 1), (2, 1), (3, 2), (4, 1), (5, 3)] {
            backlog.add(Self.inbound(UInt64(id), by: UInt8(connection)))
        }
        #expect(backlog.senders == 3 && backlog.count == 5)
        var taken: [UInt64] = []
        while let next = backlog.order.first {
            let inbound = backlog.take(next)
            taken.append(try #require(inbound).request.id)
        }
        #expect(taken == [1, 3, 5, 2, 4])
        #expect(backlog.senders == 0 && backlog.count == 0)
    }

    @Test("The end of a connection drops its queued reads, and none of the device's other ones")
    func longReads() {
        var reads = SerialReads()
        let subject = SerialReads.Target.status(SceneKey(user: "ann", scene: .main))
        let requests = [(1, 1), (2, 2), (3, 1)].map { id, connection in
            SerialReads.QueuedRead(
                what: subject,
                inbound: Self.inbound(UInt64(id), by: UInt8(connection), of: Self.phone))
        }
        for one in requests { #expect(reads.add(one) == true) }
        reads.remove(requests[0].peer)
        #expect(reads.count == 1)
        let (next, last) = (reads.next(), reads.next())
        #expect(next?.inbound.request.id == 2 && last == nil)
    }
}
