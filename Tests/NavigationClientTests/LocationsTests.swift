import NavigationModel
import NavigationTransport
import NavigationWire
import Testing
import ZeroMQ

@testable import NavigationClient

@Suite("Locations of sockets and devices")
struct LocationsTests {
    private func locations(
        _ variables: [String: String], existing: Set<String> = [], hidden: Set<String> = []
    ) -> Locations {
        Locations(
            environment: { variables[$0] },
            presence: { path in
                existing.contains(path) ? .there : hidden.contains(path) ? .hidden : .missing
            })
    }

    @Test("The endpoint: given, then the environment, then the user's, then the system's")
    func endpoint() {
        let all = ["NAVSYNC_ENDPOINT": "ipc:///e/control.sock", "XDG_RUNTIME_DIR": "/run/user/7"]
        #expect(locations(all).endpoint(given: "tcp://h:1") == "tcp://h:1")
        #expect(locations(all).endpoint() == "ipc:///e/control.sock")
        let own = ["XDG_RUNTIME_DIR": "/run/user/7"]
        let ownSocket = "/run/user/7/navsync/control.sock"
        let systemSocket = "/run/navsync/control.sock"
        #expect(locations(own).endpoint() == "ipc://\(ownSocket)")
        #expect(
            locations(own, existing: [systemSocket]).endpoint() == "ipc://\(systemSocket)")
        #expect(
            locations(own, existing: [ownSocket, systemSocket]).endpoint() == "ipc://\(ownSocket)")
    }

    @Test("A device goes to the daemon that it belongs to, whether or not that runs")
    func home() {
        let own = ["XDG_RUNTIME_DIR": "/run/user/7"]
        let ownSocket = "/run/user/7/navsync/control.sock"
        let all: Set = [ownSocket, Locations.systemSocket]
        for existing in [[], [ownSocket], [Locations.systemSocket], all] {
            let places = locations(own, existing: existing)
            #expect(places.localEndpoint(of: .own) == ("ipc://" + ownSocket, .own))
            #expect(
                places.localEndpoint(of: .system) == ("ipc://" + Locations.systemSocket, .system))
            #expect(places.localEndpoint(of: .option) == places.localEndpoint(of: nil))
        }
    }

    @Test("A socket of the system's that this user may not see is there all the same")
    func hidden() {
        let places = locations(["XDG_RUNTIME_DIR": "/run/user/7"], hidden: [Locations.systemSocket])
        #expect(places.endpoint() == "ipc://" + Locations.systemSocket)
    }

    @Test("Without a runtime directory the socket is where the daemon puts it then")
    func noRuntimeDirectory() {
        let home = locations(["HOME": "/home/ann"]).endpoint()
        #expect(home == "ipc:///home/ann/.local/state/navsync/run/control.sock")
        let state = locations(["HOME": "/home/ann", "XDG_STATE_HOME": "/s"]).endpoint()
        #expect(state == "ipc:///s/navsync/run/control.sock")
    }

    @Test("The device's directory, and the name it gives the device")
    func device() {
        let places = locations(["HOME": "/home/ann"])
        #expect(places.deviceDirectory() == "/home/ann/.local/share/navsync/device")
        #expect(places.deviceDirectory(given: "/tmp/tablet") == "/tmp/tablet")
        #expect(places.deviceName(of: "/tmp/tablet") == "tablet")
        let named = locations(["NAVSYNC_DEVICE": "/d/desk", "XDG_DATA_HOME": "/x"])
        #expect(named.deviceDirectory() == "/d/desk")
    }
}

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
