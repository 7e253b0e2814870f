internal import Glibc
internal import NavigationServer

/// What `IPAddressDeny=` of the service's unit does to an address that the daemon listens on itself:
/// nothing comes in, and nobody is told.
///
/// Sockets that systemd listens on are exempt from it.
enum NetworkConfinement {
    /// What to do about it.
    static let reason =
        "IPAddressDeny= keeps this service to its machine: let systemd listen, by "
        + "'systemctl enable --now navsyncd-tcp.socket'"

    /// Whether the daemon, listening there, would hear nothing from other machines.
    static func cuts(off address: TCPAddress) -> Bool {
        let hosts = address.isWildcard ? MachineAddresses.current() : [address.host]
        return hosts.contains(where: mayNotSend)
    }

    /// Whether the process may not send to a host of its own machine, whom it asks by a datagram
    /// without content to the port that discards. What is no number is not asked.
    private static func mayNotSend(to host: String) -> Bool {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        unsafe hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let number = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard unsafe getaddrinfo(number, "9", &hints, &found) == 0, let found = unsafe found
        else { return false }
        defer { unsafe freeaddrinfo(found) }
        let descriptor = unsafe socket(
            found.pointee.ai_family, found.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let sent = unsafe sendto(
            descriptor, nil, 0, Int32(MSG_DONTWAIT), found.pointee.ai_addr,
            found.pointee.ai_addrlen)
        return sent < 0 && errno == EPERM
    }
}
