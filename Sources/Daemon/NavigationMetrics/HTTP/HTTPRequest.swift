/// A client's request: a method and a path. The rest of it is ignored.
package struct HTTPRequest: Hashable, Sendable {
    /// The method, such as `GET` or `HEAD`.
    package let method: String
    /// The part of the target before the first `?`.
    package let path: String

    /// Joins the parts.
    package init(method: String, path: String) {
        self.method = method
        self.path = path
    }

    /// Parses the first line of a request's head; `nil` if it is not of HTTP/1.
    package init?(head: some Collection<UInt8>) {
        let line = head.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard line.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 3, !words[0].isEmpty, words[1].hasPrefix("/"),
            ["HTTP/1.0", "HTTP/1.1"].contains(words[2])
        else { return nil }
        method = words[0]
        path = String(words[1].prefix { $0 != "?" })
    }

    /// Returns a Boolean value indicating whether the received bytes hold a whole head: it ends
    /// with an empty line.
    package static func isWhole(_ bytes: some Sequence<UInt8>) -> Bool {
        var isLineEmpty = false
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n") where isLineEmpty: return true
            case UInt8(ascii: "\n"): isLineEmpty = true
            case UInt8(ascii: "\r"): break
            default: isLineEmpty = false
            }
        }
        return false
    }
}

/// The response to a client's request.
package struct HTTPResponse: Hashable, Sendable {
    /// The status codes, with their reason phrases.
    package enum Status: String, Hashable, Sendable {
        /// The request succeeded.
        case ok = "200 OK"
        /// The request is malformed.
        case badRequest = "400 Bad Request"
        /// The path does not exist.
        case notFound = "404 Not Found"
        /// The method is not supported: nothing can be changed here.
        case methodNotAllowed = "405 Method Not Allowed"
        /// The request's head is too long.
        case headTooLarge = "431 Request Header Fields Too Large"
        /// The response can't be made now.
        case unavailable = "503 Service Unavailable"
    }

    /// The status code.
    package let status: Status
    /// The media type of the body.
    package let contentType: String
    /// The body.
    package let body: String

    /// Joins the parts.
    package init(_ status: Status, _ body: String, as contentType: String = plainText) {
        self.status = status
        self.body = body
        self.contentType = contentType
    }

    /// The media type of text for people.
    package static let plainText = "text/plain; charset=utf-8"

    /// Returns the response in HTTP/1.1; the connection ends with it.
    ///
    /// - Parameter hasBody: A Boolean value indicating whether to send the body, or only its
    ///   length.
    func encoded(hasBody: Bool) -> [UInt8] {
        let head = """
            HTTP/1.1 \(status.rawValue)\r
            Content-Type: \(contentType)\r
            Content-Length: \(body.utf8.count)\r
            Cache-Control: no-store\r
            Connection: close\r
            \(status == .methodNotAllowed ? "Allow: GET, HEAD\r\n" : "")\r

            """
        return Array(head.utf8) + (hasBody ? Array(body.utf8) : [])
    }
}
