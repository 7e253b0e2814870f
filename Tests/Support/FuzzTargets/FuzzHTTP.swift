import NavigationMetrics

/// Reads what somebody sends to the address of the figures: whole or in part.
func fuzzHTTP(_ bytes: [UInt8]) throws {
    let head = Array(bytes.prefix(HTTPLimits.head))
    let isWhole = HTTPRequest.isWhole(head)
    try require(
        !isWhole || HTTPRequest.isWhole(head + [0x41]), "what is whole stays so, whatever follows")
    guard let request = HTTPRequest(head: head) else { return }
    try require(request.path.hasPrefix("/") && !request.path.contains("?"), "a path is one")
    try require(
        (request.method + request.path).utf8.allSatisfy { (0x21...0x7e).contains($0) },
        "what is read of a head is in one line")
}

/// Heads as clients send them.
let httpSeeds: [[UInt8]] = [
    "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD /ready?x HTTP/1.0\n\n",
    "GET / HTTP/2\r\n\r\n",
    "GET http://a/ HTTP/1.1\r\n\r\n", "\r\n\r\n",
].map { Array($0.utf8) }
