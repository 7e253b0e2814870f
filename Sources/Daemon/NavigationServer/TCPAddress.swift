internal import Glibc

/// A host with a port; of a daemon's two ports this is control's, and the feed is on the next one.
package struct TCPAddress: Hashable, Sendable, CustomStringConvertible {
    /// A host name or an IP address; IPv6 in brackets.
    package let host: String
    /// The port of control.
    package let port: UInt16

    /// Joins the parts.
    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Parses `host:port`, where the host is an IP address, IPv6 in brackets, a name, or `*` for
    /// every interface; `nil` for anything else.
    package init?(_ text: String) {
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
    package var description: String { "\(host):\(port)" }

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

/// The names and addresses by which other machines may reach this one.
package enum MachineAddresses {
    /// Returns the host's name, then the addresses of its interfaces that are up; without loopback,
    /// and without link-local addresses. IPv6 in brackets.
    package static func current() -> [String] {
        var hosts: [String] = []
        for host in [name()].compactMap(\.self) + numbers() where !hosts.contains(host) {
            hosts.append(host)
        }
        return hosts
    }

    private static func name() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let name = string(buffer)
        // A machine without a name of its own has this one.
        return name.isEmpty || name.hasPrefix("localhost") ? nil : name
    }

    private static func numbers() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return [] }
        defer { unsafe freeifaddrs(list) }
        var numbers: [String] = []
        var entry = unsafe list
        while let interface = unsafe entry?.pointee {
            defer { unsafe entry = interface.ifa_next }
            let flags = unsafe interface.ifa_flags
            guard flags & UInt32(IFF_UP) != 0,
                flags & UInt32(IFF_LOOPBACK) == 0,
                let address = unsafe interface.ifa_addr,
                let number = unsafe text(of: address)
            else { continue }
            numbers.append(number)
        }
        return numbers
    }

    private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
        let family = unsafe Int32(address.pointee.sa_family)
        let length: Int
        switch family {
        case AF_INET: length = MemoryLayout<sockaddr_in>.size
        case AF_INET6: length = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let result = unsafe getnameinfo(
            address, socklen_t(length), &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST)
        guard result == 0 else { return nil }
        let text = string(buffer)
        guard family == AF_INET6 else { return text }
        // With a scope it is valid on this machine only.
        return text.contains("%") ? nil : "[\(text)]"
    }

    /// Returns the text before the terminating zero.
    private static func string(_ buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
