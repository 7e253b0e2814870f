internal import ArgumentParser

/// The origin of the pages: scheme, host and port, as browsers send them.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    /// A Boolean value indicating whether the scheme is https.
    package let isSecure: Bool
    /// The host in lower case, an IPv6 address in brackets.
    package let host: String
    /// The port.
    package let port: UInt16

    /// Joins the parts; `nil` for a host that no browser would send.
    package init?(isSecure: Bool, host: String, port: UInt16) {
        let host = host.lowercased()
        let address = host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : nil
        let characters = address ?? host[...]
        guard !characters.isEmpty, host.utf8.count <= Self.longestHost,
            characters.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "."):
                    true
                case UInt8(ascii: "-"), UInt8(ascii: "_"): address == nil
                case UInt8(ascii: ":"): address != nil
                default: false
                }
            })
        else { return nil }
        self.isSecure = isSecure
        self.host = host
        self.port = port
    }

    /// Reads `https://nav.example.net` or `http://127.0.0.1:7878`; `nil` for anything more or less.
    package init?(_ text: String) {
        let isSecure = text.hasPrefix("https://")
        guard isSecure || text.hasPrefix("http://") else { return nil }
        var rest = text.dropFirst(isSecure ? 8 : 7)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        self.init(isSecure: isSecure, authority: String(rest))
    }

    /// Reads the value of a `Host` header.
    package init?(isSecure: Bool, authority: String) {
        let bracket = authority.lastIndex(of: "]") ?? authority.startIndex
        guard let colon = authority[bracket...].lastIndex(of: ":") else {
            self.init(isSecure: isSecure, host: authority, port: isSecure ? 443 : 80)
            return
        }
        let digits = authority[authority.index(after: colon)...]
        guard let port = UInt16(digits), port > 0, digits.allSatisfy(\.isNumber) else { return nil }
        self.init(isSecure: isSecure, host: String(authority[..<colon]), port: port)
    }

    /// The longest name of a host (RFC 1035, 2.3.4).
    private static let longestHost = 255

    /// The origin as browsers write it: without the usual port.
    package var description: String {
        let isUsual = port == (isSecure ? 443 : 80)
        return "\(isSecure ? "https" : "http")://\(host)" + (isUsual ? "" : ":\(port)")
    }
}

extension WebOrigin: ExpressibleByArgument {
    package init?(argument: String) {
        self.init(argument)
    }
}
