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
