@testable import NavigationClient
import NavigationTransport
import NavigationWire
import Testing
import ZeroMQ

@Suite("The endpoint of the feed")
struct FeedEndpointTests {
    @Test("The feed is beside the control socket, or on a port of the same host")
    func feed() throws {
        let address = FeedAddress(socket: "feed.sock", port: 7312)
        let local = try ControlEndpoint("ipc:///run/navsync/control.sock")
        #expect(local.feed(address)?.description == "ipc:///run/navsync/feed.sock")
        #expect(local.isLocal)
        let remote = try ControlEndpoint("tcp://127.0.0.1:7311")
        #expect(remote.feed(address)?.description == "tcp://127.0.0.1:7312")
        #expect(!remote.isLocal)
        #expect(remote.feed(FeedAddress(socket: "feed.sock", port: nil)) == nil)
    }
}
