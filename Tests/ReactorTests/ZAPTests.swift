import Reactor
import Glibc
import SocketHarness
import Testing
import ZeroMQ

@Suite("ZAP: authorization of connections", .timeLimit(.minutes(5)))
struct ZAPTests {
    @Test("Over IPC the handler learns the uid, and the user id that it gives comes with messages")
    func localPeer() async throws {
        let judge: ZAPDesk.Judge = { .accepted(userID: "uid:\($0.localProcess?.uid ?? 1)") }
        let (user, requests, _) = try await atDesk(judge: judge) { context in
            let server = try Socket.guarded(.router, domain: "control", in: context)
            let client = try Socket(.dealer, in: context)
            try client.connect(try server.bind(Transport.ipc.endpoint()))
            try client.post([bytes("hello")])
            let message = try server.nextRouted()
            // The same question without an allocation, for each message of a connection.
            let texts = ["uid:\(getuid())", "uid:\(getuid())0", "uid:", ""]
            let unended = [Array("uid:".utf8CString.dropLast()), []]
            var known: [Bool] = []
            for text in texts.map({ Array($0.utf8CString) }) + unended {
                known.append(message.payload.isFrom(userID: text))
            }
            #expect(known == [true, false, false, false, false, false])
            return message.payload.userID
        }
        #expect(user == "uid:\(getuid())")
        #expect(requests.map(\.domain) == [ZAPDomain("control")])
        #expect(requests.map(\.mechanism) == [.null])
        let process = requests.first?.localProcess
        #expect(process?.gid == getgid())
        #expect(process?.pid == UInt32(getpid()))
    }

    @Test("Over CURVE it learns the key, for messages and for subscriptions")
    func key() async throws {
        let keys = try CurveKeyPair.generate()
        let serverKeys = try CurveKeyPair.generate()
        let judge: ZAPDesk.Judge = { request in
            guard case .curve(let key) = request.mechanism else { return .denied }
            return .accepted(userID: "\(request.domain) \(key.z85)")
        }
        let (users, requests, _) = try await atDesk(judge: judge) { context in
            let secret = serverKeys.secretKey
            let control = try Socket.guarded(.router, domain: "c", key: secret, in: context)
            let feed = try Socket.guarded(.xpub, domain: "f", key: secret, in: context)
            let server = serverKeys.publicKey
            let client = try Socket.proving(.dealer, keys: keys, to: server, in: context)
            let reader = try Socket.proving(.sub, keys: keys, to: server, in: context)
            try client.connect(try control.bind(Transport.tcp.endpoint()))
            try client.post([bytes("hello")])
            try reader.subscribe(bytes("topic"))
            try reader.connect(try feed.bind(Transport.tcp.endpoint()))
            return [try control.nextRouted().payload.userID, try feed.nextFrame().userID]
        }
        #expect(users == ["c \(keys.publicKey.z85)", "f \(keys.publicKey.z85)"])
        #expect(requests.allSatisfy { $0.localProcess == nil && $0.address == "127.0.0.1" })
    }

    @Test(
        "A refused client receives the status, and nothing passes", arguments: [true, false],
        [(ZAPVerdict.denied, 400), (.failed, 500), (.accepted(userID: ""), 500)])
    func refused(overCurve: Bool, verdict: (given: ZAPVerdict, status: Int)) async throws {
        let given = verdict.given
        let status = verdict.status
        try await atDesk { _ in
            given
        } _: { context in
            let keys = try CurveKeyPair.generate()
            let server = try Socket.guarded(
                .router, domain: "d", key: overCurve ? keys.secretKey : nil, in: context)
            let client =
                overCurve
                ? try Socket.proving(.dealer, keys: keys, to: keys.publicKey, in: context)
                : try Socket(.dealer, in: context)
            let monitors = try (Monitor(server), Monitor(client))
            let transport = overCurve ? Transport.tcp : .ipc
            try client.connect(try server.bind(transport.endpoint()))
            for monitor in [monitors.0, monitors.1] {
                let end = try monitor.next(\.endsHandshake)
                #expect(end.kind == .handshakeFailedAuthentication(status: status))
            }
            #expect(try server.receive().isNone)
        }
    }

    @Test("With an enforced domain and no handler no client passes; nor after it is closed")
    func noHandler() async throws {
        for handlerCame in [false, true] {
            let context = try Context()
            if handlerCame {
                let desk = try ZAPDesk { _ in .accepted(userID: "anybody") }
                try await desk.open(in: context, limits: .init())
                _ = await desk.close()
            }
            let reactor = try Reactor(name: "stage")
            defer { reactor.shutdown() }
            try await Stage(on: reactor).perform(
                { context in
                    let server = try Socket.guarded(.router, domain: "d", in: context)
                    try server.set(.handshakeInterval, to: .milliseconds(100))
                    let monitor = try Monitor(server)
                    let client = try Socket(.dealer, in: context)
                    try client.connect(try server.bind(Transport.ipc.endpoint()))
                    try client.post([bytes("let me in")])
                    for _ in 0..<3 {
                        let end = try monitor.next(\.endsHandshake)
                        #expect(end.kind != .handshakeSucceeded)
                    }
                    #expect(try server.receive().isNone)
                }, in: context)
            try await context.terminate(within: timeout)
        }
    }

    @Test("A request without a reply is refused at its timeout, and blocks no other")
    func late() async throws {
        let slow = try CurveKeyPair.generate()
        let limits = ZAPHandler.Limits(waiting: 10, timeout: .milliseconds(200))
        let judge: ZAPDesk.Judge = {
            $0.mechanism == .curve(slow.publicKey) ? nil : .accepted(userID: "quick")
        }
        let (_, _, refused) = try await atDesk(limits: limits, judge: judge) { context in
            let keys = try CurveKeyPair.generate()
            let server = try Socket.guarded(
                .router, domain: "d", key: keys.secretKey, in: context)
            let endpoint = try server.bind(Transport.tcp.endpoint())
            let waiting = try Socket.proving(.dealer, keys: slow, to: keys.publicKey, in: context)
            let monitor = try Monitor(waiting)
            try waiting.connect(endpoint)
            let quick = try Socket.proving(.dealer, keys: keys, to: keys.publicKey, in: context)
            try quick.connect(endpoint)
            try quick.post([bytes("hello")])
            #expect(try server.nextRouted().payload.userID == "quick")
            let end = try monitor.next(\.endsHandshake)
            #expect(end.kind == .handshakeFailedAuthentication(status: 500))
        }
        #expect(refused == [.init(.late, "d")])
    }

    @Test("More than may wait are refused at once, unasked")
    func overloaded() async throws {
        let limits = ZAPHandler.Limits(waiting: 2, timeout: .seconds(60))
        let (_, requests, refused) = try await atDesk(limits: limits, judge: { _ in nil }) {
            context in
            let server = try Socket.guarded(.router, domain: "d", in: context)
            // One that is not refused ends as well, and not at once.
            try server.set(.handshakeInterval, to: .seconds(10))
            let endpoint = try server.bind(Transport.ipc.endpoint())
            let monitor = try Monitor(server)
            let clients = try (0..<5).map { _ in try Socket(.dealer, in: context) }
            for client in clients { try client.connect(endpoint) }
            for _ in 0..<3 {
                let end = try monitor.next(\.endsHandshake)
                #expect(end.kind == .handshakeFailedAuthentication(status: 500))
            }
        }
        #expect(requests.count == 2)
        #expect(refused == Array(repeating: .init(.overloaded, "d"), count: 3))
    }

    @Test("A context has one handler")
    func one() async throws {
        let context = try Context()
        let desk = try ZAPDesk { _ in nil }
        try await desk.open(in: context, limits: .init())
        let second = try ZAPDesk { _ in nil }
        await #expect(throws: ZeroMQError.self) {
            try await second.open(in: context, limits: .init())
        }
        _ = await second.close()
        _ = await desk.close()
        try await context.terminate(within: timeout)
    }
}

@Suite("Requests to a ZAP handler", .timeLimit(.minutes(5)))
struct ZAPRequestTests {
    private static let good = ["", "1.0", "7", "d", "127.0.0.1", "", "NULL"].map(bytes)

    private static func request(_ change: (inout [[UInt8]]) -> Void) -> [[UInt8]] {
        var frames = good
        change(&frames)
        return frames
    }

    @Test(
        "Each gets the status that the protocol has for it",
        arguments: [
            (good, "200"),
            (request { $0[3] = [] }, "500"),
            (request { $0[1] = bytes("1.1") }, "500"),
            (request { $0[3] = bytes(String(repeating: "d", count: 256)) }, "500"),
            (request { $0[4] = [0xFF, 0xFE] }, "500"),
            (request { $0[5] = [UInt8](repeating: 1, count: 256) }, "500"),
            (request { $0.removeLast() }, "500"),
            (request { $0.append([1]) }, "500"),
            (request { $0[6] = bytes("CURVE") }, "500"),
            (
                request {
                    $0[6] = bytes("CURVE")
                    $0.append([1, 2, 3])
                }, "500"
            ),
            (
                request {
                    $0[6] = bytes("CURVE")
                    $0 += [[UInt8](repeating: 1, count: 32), []]
                }, "500"
            ),
            (
                request {
                    $0[6] = bytes("CURVE")
                    $0.append([UInt8](repeating: 1, count: 32))
                }, "200"
            ),
            (
                request {
                    $0[6] = bytes("PLAIN")
                    $0 += [bytes("me"), bytes("word")]
                }, "400"
            ),
            (request { $0[6] = bytes("GSSAPI") }, "400"),
            (request { $0[6] = bytes("null") }, "400"),
            (request { $0 += [[UInt8]](repeating: [0], count: 50) }, "500"),
            (request { $0.append([UInt8](repeating: 1, count: 5_000)) }, "500"),
        ])
    func statuses(frames: [[UInt8]], status: String) async throws {
        let judge: ZAPDesk.Judge = { _ in .accepted(userID: "anybody") }
        let (reply, _, refused) = try await atDesk(judge: judge) { context in
            let peer = try Socket(.dealer, in: context)
            try peer.connect(ZAPHandler.endpoint)
            try peer.post(frames)
            return try peer.next()
        }
        let domain = ZAPDomain(String(decoding: frames[3], as: UTF8.self))
        let isTold = status == "200" ? refused.isEmpty : refused.map(\.domain) == [domain]
        #expect(isTold, "\(refused)")
        #expect(reply.count == 7)
        #expect(reply.prefix(4) == [[], bytes("1.0"), bytes("7"), bytes(status)])
        #expect(reply[5] == (status == "200" ? bytes("anybody") : []))
    }

    @Test("Skips a question that can't be answered, and answers the next")
    func unanswerable() async throws {
        let judge: ZAPDesk.Judge = { _ in .denied }
        let (reply, _, refused) = try await atDesk(judge: judge) { context in
            let peer = try Socket(.dealer, in: context)
            try peer.connect(ZAPHandler.endpoint)
            for frames in [[[]], [[1]], [[], bytes("1.0")], [bytes("x"), bytes("1.0"), [7], [8]]] {
                try peer.post(frames)
            }
            try peer.post(Self.good)
            return try peer.next()
        }
        #expect(reply[3] == bytes("400"))
        #expect(refused == Array(repeating: .init(.malformed), count: 4))
    }

    @Test(
        "An IPC address is read from the right, and another's is not taken for one",
        arguments: [
            ("localhost:1000:100:4242", true), ("localhost:0:0:1", true),
            ("localhost:4294967295:0:1", true), ("localhost:4294967296:0:1", false),
            ("::1:1000:100:4242", false), ("fe80::1000:100:4242", false), ("1000:100:4242", false),
            ("localhost:1000:100", false), ("localhost:1000:100:", false),
            ("localhost:+1:100:4242", false), ("localhost:-1:100:4242", false),
            ("localhost::100:4242", false), ("localhost:x:1000:100:4242", false),
            (":1000:100:4242", false), ("127.0.0.1", false), ("", false),
            ("localhost: 1:2:3", false), ("localhost:١:2:3", false),
        ])
    func addresses(text: String, isGood: Bool) {
        let process = PeerCredentials(zapAddress: text)
        #expect((process != nil) == isGood)
        if let process { #expect(text.hasSuffix(":\(process.uid):\(process.gid):\(process.pid)")) }
    }

    @Test("A domain has a name that libzmq takes")
    func domains() {
        #expect(ZAPDomain("") == nil)
        #expect(ZAPDomain(String(repeating: "x", count: 256)) == nil)
        #expect(ZAPDomain("navsync.control")?.name == "navsync.control")
    }
}
