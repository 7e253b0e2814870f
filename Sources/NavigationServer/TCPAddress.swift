/// A host and the port of control; the feed is on the next port.
public struct TCPAddress: Hashable, Sendable, CustomStringConvertible {
    /// A name or a number; IPv6 in brackets.
    public let host: String
    /// The port of control.
    public let port: UInt16

    /// Joins the parts.
    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `host:port`; `nil` for anything else.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...]),
            port > 0, colon > text.startIndex
        else { return nil }
        self.init(host: String(text[..<colon]), port: port)
    }

    /// The same host with the next port.
    var next: TCPAddress { TCPAddress(host: host, port: port &+ 1) }

    /// Whether only this machine can connect.
    var isLoopback: Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// `host:port`.
    public var description: String { "\(host):\(port)" }
}
