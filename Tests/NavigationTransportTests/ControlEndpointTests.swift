import NavigationTransport
import Testing

@Suite("Endpoints as users write them")
struct ControlEndpointTests {
    @Test("The error for a directory names the socket in it", arguments: ["/usr", "/usr/"])
    func directory(path: String) throws {
        let message = try ControlEndpoint("ipc://\(path)").unreachableMessage
        #expect(message.hasPrefix("'\(path)' is a directory"))
        #expect(message.hasSuffix("'ipc:///usr/control.sock')"))
    }

    @Test("The error for a missing socket is that no daemon listens")
    func missing() throws {
        let missing = try ControlEndpoint("ipc:///usr/control.sock")
        #expect(missing.unreachableMessage == "no listener at 'ipc:///usr/control.sock'")
    }

    @Test(
        "Text that is no endpoint for control is refused",
        arguments: ["", "control.sock", "inproc://x", "http://host", "tcp://host", "ipc://"])
    func wrong(text: String) {
        #expect(throws: TransportError.self) { try ControlEndpoint(text) }
    }
}
