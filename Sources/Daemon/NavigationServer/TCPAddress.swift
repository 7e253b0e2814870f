internal import Glibc

/// A host with a port; of a daemon's two ports this is control's, and the feed is on the next one.
public struct TCPAddress: Hashable, Sendable, CustomStringConvertible {
    /// A host name or an IP address; IPv6 in brackets.
    public let host: String
    /// The port of control.
    public let port: UInt16

    /// Joins the parts.
    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Parses `host:port`, where the host is an IP address, IPv6 in brackets, a name, or `*` for
    /// every interface; `nil` for anything else.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        let host = String(text[..<colon])
        // UInt16 alone would take a sign.
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits),
            port > 0, TCPAddress.isHost(host)
        else { return nil }
        self.init(host: host, port: port)
    }

    /// The same host with the next port.
    var next: TCPAddress { TCPAddress(host: host, port: port &+ 1) }

    /// A Boolean value indicating whether the host stands for every interface, to which nobody can
    /// connect.
    package var isWildcard: Bool { ["*", "0.0.0.0", "[::]"].contains(host) }

    /// `host:port`.
    public var description: String { "\(host):\(port)" }

    private static func isHost(_ host: String) -> Bool {
        if host == "*" { return true }
        if host.hasPrefix("["), host.hasSuffix("]") {
            var address = in6_addr()
            return unsafe inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address) == 1
        }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        // A host that ends in a number is an IPv4 address or invalid: no name does.
        if let last = labels.last, UInt64(last) != nil { return isIPv4(host) }
        return host.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-")
                    && !label.hasSuffix("-") && label.utf8.allSatisfy(isOfNames)
            }
    }

    private static func isIPv4(_ host: String) -> Bool {
        var address = in_addr()
        return unsafe inet_pton(AF_INET, host, &address) == 1
    }

    private static func isOfNames(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
