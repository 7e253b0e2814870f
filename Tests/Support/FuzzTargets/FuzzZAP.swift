import ZeroMQ

/// Reads the frames that a ZAP handler gets of a connection, as a script has them.
func fuzzZAP(_ bytes: [UInt8]) throws {
    var script = Script(bytes)
    var frames: [[UInt8]] = []
    var isTruncated = false
    while let step = script.next() {
        frames.append(step.content)
        isTruncated = step.kind & 1 == 1
    }
    let message = Multipart(frames: frames, isTruncated: isTruncated)
    let request: ZAPRequest
    let envelope: ZAPEnvelope
    do throws(ZAPRequest.Problem) { (request, envelope) = try ZAPRequest.read(message) } catch {
        switch error {
        case .unanswerable: break
        case .malformed(let envelope), .mechanism(let envelope):
            try require(frames.contains(envelope.requestID), "an answer repeats the request's id")
        }
        return
    }
    try require(!isTruncated, "what is cut off is no request")
    try require(envelope.domain == request.domain, "an answer knows its service")
    try require((1...255).contains(request.domain.name.utf8.count), "a domain has a name")
    if case .curve(let key) = request.mechanism {
        try require(frames.last == key.bytes && key.bytes.count == 32, "a key is as it was shown")
    }
    if let process = request.localProcess {
        let words = "localhost:\(process.uid):\(process.gid):\(process.pid)"
        let again = PeerCredentials(zapAddress: words)
        try require(
            request.address.hasPrefix("localhost:") && again == process,
            "only the kernel's words name a process")
    }
}

/// A good request of each kind, and some that lack something.
let zapSeeds: [[UInt8]] = {
    func request(
        _ domain: String, _ address: String, _ mechanism: String, _ credentials: [UInt8]...
    ) -> [[UInt8]] {
        [[0, 1, 2, 3, 4], [], Array("1.0".utf8), Array("1".utf8)]
            + [domain, address, "", mechanism].map { Array($0.utf8) } + credentials
    }
    let key = [UInt8](repeating: 7, count: 32)
    let requests = [
        request("navsync.control", "localhost:1000:1000:4242", "NULL"),
        request("navsync.feed", "127.0.0.1", "CURVE", key),
        request("navsync.feed", "::1", "CURVE", key, key),
        request("navsync.control", "192.0.2.1", "PLAIN", Array("me".utf8), Array("word".utf8)),
        request("", "fe80::1000:100:4242", "GSSAPI", Array("me".utf8)),
        Array(request("navsync.feed", "127.0.0.1", "NULL").prefix(3)),
    ]
    return requests.map { Script.bytes($0.map { Script.Step(0, $0) }) }
}()
