import Glibc
import NavigationTransport
import NavigationWire
import Testing

@testable import NavigationServer

@Suite("The count of subscribers")
struct SubscriberCountTests {
    private var count = SubscriberCount()
    private let phone = Connection(ConnectionID(rawValue: 1), descriptor: 7, after: 0)
    private let tablet = Connection(ConnectionID(rawValue: 2), descriptor: 8, after: 0)

    /// Ends a subscription; returns a Boolean value indicating whether it was the last one.
    private mutating func isLast(
        _ topic: UInt8, _ connection: Connection?, isSent: Bool = true
    ) -> Bool {
        count.end([topic], by: connection, isSent: isSent)
    }

    @Test("Each subscription ends once, as its client says or with its connection")
    mutating func ends() {
        for connection in [phone, tablet] { count.begin([1], by: connection) }
        // The second by libzmq, with the connection.
        let both = [isLast(1, phone), isLast(1, nil, isSent: false), isLast(1, nil, isSent: false)]
        #expect(both == [false, true, false])
        count.begin([1], by: phone)
        count.begin([2], by: phone)
        let each = [isLast(2, phone), isLast(1, phone)]
        #expect(each == [true, true])
    }

    @Test("A client that ends what it has not begun ends the subscription of no other")
    mutating func hostile() {
        count.begin([1], by: phone)
        // The last is read after the end of its connection.
        let foreign = [isLast(1, tablet), isLast(1, tablet), isLast(1, nil)]
        #expect(foreign == [false, false, false])
        // The same twice, of which libzmq makes one.
        count.begin([1], by: tablet)
        count.begin([1], by: tablet)
        let both = [isLast(1, nil, isSent: false), isLast(1, phone)]
        #expect(both == [false, true])
    }

    @Test("A subscription that is read after its connection's end counts until libzmq ends it")
    mutating func late() {
        count.begin([1], by: phone)
        count.begin([1], by: nil)
        let both = [isLast(1, nil, isSent: false), isLast(1, phone)]
        #expect(both == [false, true])
    }

    @Test(
        "The end of the last subscription is reported, however it ends", arguments: [false, true])
    func reported(isClosed: Bool) async throws {
        var generator = SystemRandomNumberGenerator()
        let topic = Topic.random(using: &generator)
        let other = Topic.random(using: &generator)
        let bench = try TransportBench()
        try await bench.startServer()
        for name in ["phone", "tablet"] {
            try await bench.startClient(name)
            await bench.next { $0 == .client(name, .connected) }
            try await bench.follow(topic, from: name)
            await bench.next { $0 == .subscription(topic.bytes, by: .local(uid: getuid())) }
        }
        try await bench.follow(other, from: "phone")
        await bench.next { $0 == .subscription(other.bytes, by: .local(uid: getuid())) }
        #expect(await !bench.hasUnread { $0 == .unsubscription(topic.bytes) })
        if isClosed {
            await bench.stopClient("tablet")
        } else {
            try await bench.follow(other, from: "tablet")
        }
        await bench.next { $0 == .unsubscription(topic.bytes) }
        #expect(await !bench.hasUnread { $0 == .unsubscription(other.bytes) })
        await bench.close()
    }
}
