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
