import NavigationMetrics
import Testing

@Suite("The http server", .timeLimit(.minutes(5)))
struct HTTPServerTests {
    /// Limits of time that no test reaches: those that are about one of them set it.
    private static let patient: HTTPLimits = {
        var limits = HTTPLimits()
        limits.requestTimeout = .seconds(600)
        limits.responseTimeout = .seconds(600)
        limits.deliveryTimeout = .seconds(600)
        return limits
    }()

    /// A server on a port of its own, and its end.
    private static func run(
        limits: HTTPLimits = patient,
        answering respond: @escaping @Sendable (HTTPRequest) async -> HTTPResponse = { request in
            HTTPResponse(.ok, "\(request.method) \(request.path)")
        },
        _ body: (HTTPServer, UInt16) async throws -> Void
    ) async throws {
        let server = try HTTPServer(name: "test-http", limits: limits, handler: respond)
        do {
            try await body(server, try await server.listen(host: "127.0.0.1", port: 0))
        } catch {
            await server.close()
            throw error
        }
        await server.close()
    }

    /// Asks, each time on a new connection, until the answer is as wanted.
    private static func ask(
        _ path: String, at port: UInt16, _ isWanted: (String) -> Bool
    ) async throws {
        while true {
            let client = try TestClient(port)
            client.write("GET \(path) HTTP/1.1\r\n\r\n")
            if isWanted(try await client.all()) { return }
        }
    }

    @Test(
        "Responds once, with the length, and closes the connection",
        arguments: [
            ("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", "200 OK", "GET /metrics"),
            ("GET /metrics?a=b HTTP/1.0\r\n\r\n", "200 OK", "GET /metrics"),
            ("GET / HTTP/1.1\nHost: x\n\n", "200 OK", "GET /"),
            ("HEAD /metrics HTTP/1.1\r\n\r\n", "200 OK", ""),
            (
                "POST /metrics HTTP/1.1\r\n\r\n", "405 Method Not Allowed",
                "method not allowed: use GET or HEAD\n"
            ),
            ("GET metrics HTTP/1.1\r\n\r\n", "400 Bad Request", "not an HTTP/1 request\n"),
            ("GET /metrics HTTP/2\r\n\r\n", "400 Bad Request", "not an HTTP/1 request\n"),
            ("\u{1}\u{2}\r\n\r\n", "400 Bad Request", "not an HTTP/1 request\n"),
        ])
    func answers(_ question: String, _ status: String, _ body: String) async throws {
        try await Self.run { _, port in
            let client = try TestClient(port)
            client.write(question)
            let answer = try await client.all()
            #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\n"), "\(answer)")
            #expect(answer.contains("\r\nConnection: close\r\n"))
            #expect(answer.hasSuffix("\r\n\r\n\(body)"), "\(answer)")
            let length = body.isEmpty ? "GET /metrics".count + 1 : body.utf8.count
            #expect(answer.contains("\r\nContent-Length: \(length)\r\n"), "\(answer)")
        }
    }

    @Test("A head that comes byte by byte is a head; one without end is refused")
    func heads() async throws {
        try await Self.run { _, port in
            let slow = try TestClient(port)
            for byte in "GET /a HTTP/1.1\r\n\r\n" { slow.write(String(byte)) }
            #expect(try await slow.all().hasSuffix("GET /a"))
            let endless = try TestClient(port)
            endless.write("GET /" + String(repeating: "a", count: 100_000))
            #expect(try await endless.all().hasPrefix("HTTP/1.1 431 "))
        }
    }

    @Test("A head of as many bytes as there may be is answered, and none that is longer")
    func longHeads() async throws {
        let (start, end) = ("GET /", " HTTP/1.1\r\n\r\n")
        try await Self.run { _, port in
            for (extra, status) in [(0, "200"), (1, "431")] {
                let room = HTTPLimits.head - start.utf8.count - end.utf8.count
                let client = try TestClient(port)
                client.write(start + String(repeating: "a", count: room + extra) + end)
                #expect(try await client.all().hasPrefix("HTTP/1.1 \(status) "))
            }
            // What comes behind a head is not a part of it.
            let talkative = try TestClient(port)
            talkative.write("GET /b HTTP/1.1\r\n\r\n" + String(repeating: "a", count: 8_192))
            #expect(try await talkative.all().hasSuffix("GET /b"))
        }
    }

    @Test("So many are answered at once; one more is when one of them has its answer")
    func connections() async throws {
        let (gate, log) = (Gate(), VisitLog())
        try await Self.run { request in
            await log.note(request.path)
            if request.path != "/one-more" {
                await gate.wait()
                await log.note("answered")
            }
            return HTTPResponse(.ok, request.path)
        } _: { server, port in
            let served = try (1...HTTPLimits.connections).map { number in
                let client = try TestClient(port)
                client.write("GET /\(number) HTTP/1.1\r\n\r\n")
                return client
            }
            // None of them waits for its client, and so none gives way.
            while await log.visits.count < HTTPLimits.connections { await Task.yield() }
            let oneMore = try TestClient(port)
            oneMore.write("GET /one-more HTTP/1.1\r\n\r\n")
            // Each is a turn of the server's thread, in which it would accept.
            for _ in 0..<10 { await Self.takeTurn(of: server) }
            await gate.open()
            for (client, number) in zip(served, 1...) {
                #expect(try await client.all().hasSuffix("/\(number)"))
            }
            #expect(try await oneMore.all().hasSuffix("/one-more"))
            let visits = await log.visits
            let first = try #require(visits.firstIndex(of: "answered"))
            #expect(visits[first...].contains("/one-more"), "\(visits)")
        }
    }

    private static func takeTurn(of server: isolated HTTPServer) {}

    @Test(
        "Serves a prompt client, however many send or disconnect slowly",
        arguments: ["", "GET /slow HTTP/1.1\r\nHost: ", "GET /slow HTTP/1.1\r\n\r\n"])
    func probes(beginning: String) async throws {
        try await Self.run { _, port in
            var slow: [TestClient] = []
            for number in 1...7 {
                for _ in 0..<2 * HTTPLimits.connections {
                    let client = try TestClient(port)
                    client.write(beginning)
                    slow.append(client)
                }
                let probe = try TestClient(port)
                probe.write("GET /healthz/\(number) HTTP/1.1\r\n\r\n")
                #expect(try await probe.all().hasSuffix("GET /healthz/\(number)"))
            }
            #expect(slow.count == 14 * HTTPLimits.connections)
        }
    }

    @Test("Of those that take their time the oldest gives way, and the newest stay")
    func isEvictable() async throws {
        try await Self.run { _, port in
            let slow = try (0...HTTPLimits.connections).map { _ in
                let client = try TestClient(port)
                client.write("GET /slow HTTP/1.1\r\n")
                return client
            }
            for client in slow.dropFirst() {
                client.write("\r\n")
                let answer = try await client.all()
                try #require(answer.hasSuffix("GET /slow"))
            }
            #expect(try await slow[0].all().isEmpty)
        }
    }

    @Test("Closes an idle connection at its timeout, which blocks others no longer")
    func silent() async throws {
        var limits = Self.patient
        limits.requestTimeout = .milliseconds(300)
        try await Self.run(limits: limits) { _, port in
            let silent = try (0..<(3 * HTTPLimits.connections)).map { _ in try TestClient(port) }
            // On a busy machine the limit may pass for this one, too, before it has asked.
            try await Self.ask("/late", at: port) { $0.hasSuffix("GET /late") }
            for client in silent { #expect(try await client.all().isEmpty) }
        }
    }

    @Test("A late response is reported as a timeout, and not sent later")
    func late() async throws {
        var limits = Self.patient
        limits.responseTimeout = .milliseconds(100)
        let gate = Gate()
        try await Self.run(limits: limits) { request in
            if request.path == "/late" { await gate.wait() }
            return HTTPResponse(.ok, "well")
        } _: { _, port in
            let late = try TestClient(port)
            late.write("GET /late HTTP/1.1\r\n\r\n")
            #expect(try await late.all().hasPrefix("HTTP/1.1 503 "))
            await gate.open()
            // The limit holds for the others as well, and on a busy machine it may pass for one of them.
            try await Self.ask("/", at: port) { $0.hasSuffix("well") }
            withExtendedLifetime(late) {}
        }
    }

    @Test("A large answer reaches a client that reads it late")
    func large() async throws {
        let text = String(repeating: "figure\n", count: 1_000_000)
        try await Self.run { _ in
            HTTPResponse(.ok, text)
        } _: { _, port in
            let client = try TestClient(port)
            client.write("GET / HTTP/1.1\r\n\r\nand more that nobody reads")
            #expect(try await client.all().utf8.count > text.utf8.count)
        }
    }

    @Test("An address in use is reported; a new one replaces the old one")
    func addresses() async throws {
        try await Self.run { first, port in
            try await Self.run { second, _ in
                await #expect(throws: HTTPError.self) {
                    _ = try await second.listen(host: "127.0.0.1", port: port)
                }
                await first.stopListening()
                #expect(throws: NotConnected.self) { try TestClient(port) }
                let taken = try await second.listen(host: "127.0.0.1", port: port)
                #expect(taken == port)
                let client = try TestClient(port)
                client.write("GET / HTTP/1.1\r\n\r\n")
                #expect(try await client.all().hasSuffix("GET /"))
            }
        }
    }

    @Test("Every interface and IPv6 can be listened on", arguments: ["*", "[::1]", "localhost"])
    func hosts(_ host: String) async throws {
        try await Self.run { server, _ in
            let port = try await server.listen(host: host, port: 0)
            #expect(port > 0)
        }
    }

    @Test("Refuses text that is no address")
    func noAddress() async throws {
        try await Self.run { server, _ in
            await #expect(throws: HTTPError.self) {
                _ = try await server.listen(host: "192.0.2.77", port: 0)
            }
        }
    }
}
