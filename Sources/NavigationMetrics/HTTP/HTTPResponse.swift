/// What a client is answered.
package struct HTTPResponse: Hashable, Sendable {
    /// The status, with its words.
    package enum Status: String, Hashable, Sendable {
        /// As asked.
        case ok = "200 OK"
        /// It can't be read.
        case badRequest = "400 Bad Request"
        /// There is nothing of this path.
        case notFound = "404 Not Found"
        /// Nothing can be changed here.
        case methodNotAllowed = "405 Method Not Allowed"
        /// The head is too long.
        case headTooLarge = "431 Request Header Fields Too Large"
        /// Not now.
        case unavailable = "503 Service Unavailable"
    }

    /// The status.
    package let status: Status
    /// What the body is.
    package let contentType: String
    /// The body.
    package let body: String

    /// Joins the parts.
    package init(_ status: Status, _ body: String, as contentType: String = plainText) {
        self.status = status
        self.body = body
        self.contentType = contentType
    }

    /// Text for people.
    package static let plainText = "text/plain; charset=utf-8"

    /// As it goes over the connection, which ends with it.
    ///
    /// - Parameter hasBody: whether the body is sent, and not only told of.
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
