import SocketHarness
import Testing
import ZeroMQ

@Suite("Endpoints as text")
struct EndpointTests {
    @Test(
        "Good ones are read and written back",
        arguments: [
            ("tcp://127.0.0.1:5555", .tcp(host: "127.0.0.1", port: 5555)),
            ("tcp://*:5555", .tcp(host: "*", port: 5555)),
            ("tcp://127.0.0.1:*", .tcp(host: "127.0.0.1", port: 0)),
            ("tcp://sync.example.org:65535", .tcp(host: "sync.example.org", port: 65535)),
            ("tcp://[::1]:5555", .tcp(host: "::1", port: 5555)),
            ("tcp://[fe80::1%eth0]:1", .tcp(host: "fe80::1%eth0", port: 1)),
            ("ipc:///run/navsync/control", .ipc(path: "/run/navsync/control")),
            ("ipc://@navsync", .ipc(path: "@navsync")),
            (
                "ipc:///" + String(repeating: "x", count: 106),
                .ipc(path: "/" + String(repeating: "x", count: 106))
            ),
            (
                "inproc://" + String(repeating: "x", count: 255),
                .inproc(name: String(repeating: "x", count: 255))
            ),
            ("inproc://zap", .inproc(name: "zap")),
        ] as [(String, Endpoint)])
    func good(text: String, endpoint: Endpoint) throws {
        #expect(try Endpoint(text) == endpoint)
        #expect(endpoint.description == text)
    }

    @Test(
        "Bad ones are refused with what is wrong",
        arguments: [
            ("", "no scheme"),
            ("127.0.0.1:5555", "no scheme"),
            ("udp://a:1", "the scheme “udp” is unknown"),
            ("tcp://host", "the port is missing"),
            ("tcp://:5555", "the host is missing"),
            ("tcp://[]:5555", "the host is missing"),
            ("tcp://host:", "the port “” is not a number"),
            ("tcp://host:65536", "the port “65536” is not a number"),
            ("tcp://host:+1", "the port “+1” is not a number"),
            ("tcp://host:http", "the port “http” is not a number"),
            ("tcp://::1:5555", "an IPv6 address needs brackets"),
            ("tcp://a/b:1", "the host contains “/”"),
            ("tcp://a;b:1", "the host contains “;”"),
            ("tcp://ho st:1", "white space"),
            ("tcp://host:1\n", "white space"),
            ("ipc://", "the path is not absolute"),
            ("ipc:///", "the path is not absolute"),
            ("ipc://run/socket", "the path is not absolute"),
            ("ipc://@", "the name is missing"),
            ("ipc:///" + String(repeating: "x", count: 107), "the path has 108 bytes"),
            ("inproc://", "the name is missing"),
            ("inproc://" + String(repeating: "x", count: 256), "longer than 255 bytes"),
        ])
    func bad(text: String, problem: String) {
        let error = #expect(throws: EndpointError.self) { try Endpoint(text) }
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
    }
}
