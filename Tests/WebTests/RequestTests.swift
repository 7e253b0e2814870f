import Testing

@testable import Web

@Suite("Requests of browsers")
struct RequestTests {
    private let rules = RequestRules(behind: nil, port: 7878)

    @Test(
        "A page of this server is served, by each of its names",
        arguments: ["127.0.0.1:7878", "localhost:7878", "[::1]:7878", "LOCALHOST:7878"])
    func ownHost(_ host: String) {
        #expect(
            rules.refusal(
                isChange: false, host: host, origin: nil, site: "none", isPage: true) == nil)
        let origin = "http://" + host.lowercased()
        #expect(
            rules.refusal(
                isChange: true, host: host, origin: origin, site: "same-origin", isPage: false)
                == nil)
    }

    @Test(
        "Another name, port or form of a host is turned away, whatever it resolves to",
        arguments: [
            nil, "", "evil.example", "evil.example:7878", "127.0.0.1", "127.0.0.1:7879",
            "127.0.0.1:07878x", "localhost.evil.example:7878", "127.0.0.1:7878@evil.example",
            "[::1", "127.0.0.2:7878", "localhost:7878:7878",
        ] as [String?])
    func otherHost(_ host: String?) {
        for isChange in [false, true] {
            let refusal = rules.refusal(
                isChange: isChange, host: host, origin: nil, site: nil, isPage: true)
            #expect(refusal == .host)
        }
    }

    @Test(
        "A change by a page of another origin, or of none, is turned away",
        arguments: [
            nil, "null", "http://evil.example", "https://127.0.0.1:7878", "http://127.0.0.1",
            "http://localhost:7878", "http://127.0.0.1:7878/",
        ] as [String?])
    func otherOrigin(_ origin: String?) {
        let refusal = rules.refusal(
            isChange: true, host: "127.0.0.1:7878", origin: origin, site: nil, isPage: false)
        #expect(refusal == .origin)
    }

    @Test("A stream for another site is turned away, and a link to the page is followed")
    func otherSite() {
        for site in ["cross-site", "same-site", "none"] {
            func refusal(isPage: Bool) -> RequestRules.Refusal? {
                rules.refusal(
                    isChange: false, host: "127.0.0.1:7878", origin: nil, site: site,
                    isPage: isPage)
            }
            #expect(refusal(isPage: false) == .origin)
            #expect(refusal(isPage: true) == nil)
        }
    }

    @Test("Behind a proxy only its origin is served")
    func proxy() throws {
        let origin = try #require(WebOrigin("https://nav.example.net"))
        let rules = RequestRules(behind: origin, port: 7878)
        func refusal(_ host: String, _ origin: String) -> RequestRules.Refusal? {
            rules.refusal(isChange: true, host: host, origin: origin, site: nil, isPage: false)
        }
        #expect(refusal("nav.example.net", "https://nav.example.net") == nil)
        #expect(refusal("nav.example.net:443", "https://nav.example.net") == nil)
        #expect(refusal("nav.example.net", "http://nav.example.net") == .origin)
        #expect(refusal("127.0.0.1:7878", "http://127.0.0.1:7878") == .host)
        #expect(refusal("nav.example.net:7878", "https://nav.example.net") == .host)
    }

    @Test(
        "No origin: paths, users, other schemes, empty hosts",
        arguments: [
            "https://a/b", "https://u@a", "ftp://a", "https://", "https://a:0", "https://a:x",
            "https://a b", "https://[::1", "nav.example.net", "https://a:99999",
        ])
    func noOrigin(_ text: String) {
        #expect(WebOrigin(text) == nil)
    }

    @Test("Nothing may be loaded from elsewhere, framed or stored")
    func headers() {
        let pairs = RequestRules.headers.map { ($0.name, $0.value) }
        let headers = Dictionary(uniqueKeysWithValues: pairs)
        let policy = headers["Content-Security-Policy"] ?? ""
        #expect(policy.hasPrefix("default-src 'none';"))
        #expect(!policy.contains("unsafe") && !policy.contains("http") && !policy.contains("*"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(headers["Cache-Control"] == "no-store")
    }

    @Test("A cookie is read by no script and sent by no other site")
    func cookie() throws {
        let secret = Secret.make()
        let plain = try #require(WebOrigin("http://127.0.0.1:7878"))
        let secure = try #require(WebOrigin("https://nav.example.net"))
        for origin in [plain, secure] {
            let header = SessionCookie(secret: secret).header(on: origin)
            #expect(header.contains("; HttpOnly; SameSite=Strict") && header.contains("; Path=/;"))
            #expect(header.contains("; Secure") == origin.isSecure)
            let sent = "a=b; " + header.prefix { $0 != ";" }
            #expect(SessionCookie(sent, on: origin)?.secret == secret)
        }
        #expect(SessionCookie(secret: secret).header(on: secure).hasPrefix("__Host-"))
    }

    @Test("Two cookies that differ, or a secret of another form, are none")
    func otherCookies() throws {
        let origin = try #require(WebOrigin("http://127.0.0.1:7878"))
        let (one, other) = (Secret.make(), Secret.make())
        let header = "navsync-7878=\(one); navsync-7878=\(other)"
        #expect(SessionCookie(header, on: origin) == nil)
        for text in ["", "x", "../../../etc", String(one.dropLast()), one.uppercased() + "G"] {
            #expect(SessionCookie("navsync-7878=\(text)", on: origin) == nil)
            #expect(!Secret.isOne(text))
        }
        #expect(SessionCookie(nil, on: origin) == nil)
        #expect(Set((0..<100).map { _ in Secret.make() }).count == 100)
    }

    @Test("A bucket gives its tokens, and then as many as time brings")
    func bucket() {
        var bucket = TokenBucket(rate: 2, size: 3, at: .zero)
        func take(_ count: Int = 1, at time: Duration) -> Bool { bucket.take(count, at: time) }
        #expect((0..<4).map { _ in take(at: .zero) } == [true, true, true, false])
        #expect(take(at: .milliseconds(500)))
        #expect(!take(at: .milliseconds(500)))
        #expect(!take(2, at: .milliseconds(1_100)))
        #expect(take(3, at: .seconds(100)))
        #expect(!take(at: .seconds(50)))
    }
}

@Suite("Heads of requests")
struct RequestHeadTests {
    private func head(_ text: String) throws(RequestHead.Refusal) -> RequestHead {
        try RequestHead(Array(text.utf8))
    }

    @Test("A head goes on as it is, for a connection of its own")
    func plain() throws {
        let head = try head(
            "POST /join HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\nContent-Length: 12\r\n\r\n"
        )
        #expect(head.bodyLength == 12)
        #expect(
            String(decoding: head.bytes, as: UTF8.self)
                == "POST /join HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\nConnection: close\r\n\r\n"
        )
        #expect(RequestHead.end(in: Array("GET / HTTP/1.1\r\n\r\nrest".utf8)) == 18)
        #expect(RequestHead.end(in: Array("GET / HTTP/1.1\r\n".utf8)) == nil)
    }

    @Test(
        "Heads that two readers may take for two are malformed",
        arguments: [
            "\r\n\r\n", "GET /\r\n\r\n", "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET / HTTP/2\r\nHost: a\r\n\r\n", "PUT / HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\rX\r\n\r\n",
            "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\u{1}\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: ä\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1 \r\n\r\n",
        ])
    func malformed(_ text: String) {
        #expect(throws: RequestHead.Refusal.malformed) { try head(text) }
    }

    @Test("A body has a length, within the limit")
    func bodies() {
        let post = "POST / HTTP/1.1\r\nHost: a\r\n"
        #expect(throws: RequestHead.Refusal.lengthRequired) { try head(post + "\r\n") }
        #expect(throws: RequestHead.Refusal.lengthRequired) {
            try head(post + "Transfer-Encoding: chunked\r\n\r\n")
        }
        for length in ["65537", "99999999999999999999999"] {
            #expect(throws: RequestHead.Refusal.bodyTooLong) {
                try head(post + "Content-Length: \(length)\r\n\r\n")
            }
        }
        let lines = String(repeating: "X: y\r\n", count: RequestHead.lineLimit)
        #expect(throws: RequestHead.Refusal.malformed) { try head(post + lines + "\r\n") }
    }
}
