import Glibc
import SocketHarness
import Testing
import ZeroMQ

@Suite("Errors have a remedy")
struct ErrorTests {
    @Test("An IPC path of 107 bytes binds; one of 108 is refused before libzmq sees it")
    func longPaths() async throws {
        try await onStage { context in
            let socket = try Socket(.router, in: context)
            let fitting = "/tmp/".padding(to: Endpoint.maximumPathLength)
            try socket.bind(.ipc(path: fitting))
            unsafe unlink(fitting)
            let long = Endpoint.ipc(path: "/tmp/".padding(to: 108))
            let bind = #expect(throws: ZeroMQError.self) { try socket.bind(long) }
            #expect(bind?.code == .pathTooLong)
            #expect(bind?.description.contains("at most 107 bytes") == true)
            let connect = #expect(throws: ZeroMQError.self) { try socket.connect(long) }
            #expect(connect?.code == .pathTooLong)
        }
    }

    @Test("An address in use", arguments: [Transport.tcp, .inproc])
    func addressInUse(transport: Transport) async throws {
        try await onStage { context in
            let first = try Socket(.router, in: context)
            let endpoint = try first.bind(transport.endpoint())
            let second = try Socket(.router, in: context)
            let error = #expect(throws: ZeroMQError.self) { try second.bind(endpoint) }
            #expect(error?.code == .addressInUse)
            #expect(error?.operation == "bind to \(endpoint)")
            let text = error?.description ?? ""
            #expect(
                text.hasPrefix("can't bind to \(endpoint): the address is in use (EADDRINUSE)."))
            try first.unbind(endpoint)
            let end = ContinuousClock.now.advanced(by: timeout)
            while (try? second.bind(endpoint)) == nil, ContinuousClock.now < end { sched_yield() }
            #expect(try second.get(.lastEndpoint) == endpoint.description)
        }
    }

    @Test("A directory that is not there, a host that is none, parts that are no endpoint")
    func worldErrors() async throws {
        try await onStage { context in
            let socket = try Socket(.router, in: context)
            let cases: [(Endpoint, ZeroMQError.Code)] = [
                (.ipc(path: "/nonexistent/directory/socket"), .notFound),
                (.tcp(host: "no.such.interface", port: 1), .noDevice),
                (.tcp(host: "192.0.2.1", port: 0), .addressNotAvailable),
                (.tcp(host: "", port: 1), .invalid),
                (.inproc(name: ""), .invalid),
                (.ipc(path: "relative"), .invalid),
                (.ipc(path: "/tmp/with\0null"), .invalid),
            ]
            for (endpoint, code) in cases {
                let error = #expect(throws: ZeroMQError.self) { try socket.bind(endpoint) }
                #expect(error?.code == code, "\(error?.description ?? "")")
            }
        }
    }

    @Test("A closed socket fails as such, as often as it is used")
    func closed() async throws {
        try await onStage { context in
            let socket = try Socket(.dealer, in: context)
            socket.close()
            socket.close()
            #expect(socket.isClosed)
            let calls: [() throws -> Void] = [
                { _ = try socket.send([1]) }, { _ = try socket.receive() },
                { try socket.connect(.inproc(name: "x")) }, { _ = try socket.readyEvents() },
                { try socket.set(.linger, to: .zero) },
                { _ = try socket.wait(for: .readable, within: .zero) },
                { _ = try Monitor(socket) },
            ]
            for call in calls {
                let error = #expect(throws: ZeroMQError.self) { try call() }
                #expect(error?.code == .closed)
            }
        }
    }

    @Test("An unknown number still makes a message")
    func unknownCode() {
        let code = ZeroMQError.Code(rawValue: 9999)
        #expect(code.name == "errno 9999")
        #expect("\(ZeroMQError.Code.addressInUse)" == "EADDRINUSE")
    }
}

extension String {
    /// The text, filled up to `count` bytes.
    fileprivate func padding(to count: Int) -> String {
        self + String(repeating: "x", count: count - utf8.count)
    }
}
