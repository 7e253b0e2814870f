internal import ArgumentParser
internal import Glibc

/// The tcp address for devices on other machines: an address of this machine, or `*` for all of
/// them, with the port of control; the feed has the next one.
struct ListenAddress: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
    /// An IPv4 address, an IPv6 address in brackets, or `*`.
    let host: String
    /// The port of control.
    let port: UInt16

    /// The port of the feed.
    var feedPort: UInt16 { port + 1 }

    /// The form of an address, for messages.
    static let form = "*:7311, 192.0.2.7:7311 or [2001:db8::7]:7311"

    init?(argument: String) {
        guard let colon = argument.lastIndex(of: ":"),
            let port = UInt16(argument[argument.index(after: colon)...]),
            (1..<UInt16.max).contains(port)
        else { return nil }
        let host = String(argument[..<colon])
        guard host == "*" || Self.isNumeric(host) else { return nil }
        (self.host, self.port) = (host, port)
    }

    /// Systemd looks no names up, so that an address holds before there is a network.
    private static func isNumeric(_ host: String) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]") {
            var address = in6_addr()
            return unsafe inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address) == 1
        }
        var address = in_addr()
        return unsafe inet_pton(AF_INET, host, &address) == 1
    }

    var description: String { "\(host):\(port)" }

    /// The address of a port as a socket unit has it.
    func listenStream(_ port: UInt16) -> String { host == "*" ? "\(port)" : "\(host):\(port)" }
}
