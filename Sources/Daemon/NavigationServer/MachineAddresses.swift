internal import Glibc

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
