internal import Glibc
internal import NavigationServer
internal import POSIX

/// The effect of `IPAddressDeny=` of the service's unit on an address that the daemon listens on
/// itself: nothing comes in, and no error is reported.
///
/// Sockets that systemd listens on are exempt from it.
enum NetworkConfinement {
    /// The cause and the remedy.
    static let reason =
        "IPAddressDeny= blocks connections from other machines: let systemd listen, with "
        + "'systemctl enable navsyncd-tcp.socket' and 'systemctl restart navsyncd'"

    /// Returns whether a daemon that listens there would receive nothing from other machines.
    static func cuts(off address: TCPAddress) -> Bool {
        let hosts = address.isWildcard ? MachineAddresses.current() : [address.host]
        return hosts.contains(where: mayNotSend)
    }

    /// Returns whether the process may not send to a host of its own machine, as tested by a
    /// datagram without content to the discard port. A host that is not numeric is not tested.
    private static func mayNotSend(to host: String) -> Bool {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        unsafe hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let address = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard unsafe getaddrinfo(address, "9", &hints, &found) == 0, let found = unsafe found
        else { return false }
        defer { unsafe freeaddrinfo(found) }
        let number = unsafe socket(
            found.pointee.ai_family, found.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return false }
        let socket = FileDescriptor(number, named: host)
        let sent = unsafe sendto(
            socket.number, nil, 0, Int32(MSG_DONTWAIT), found.pointee.ai_addr,
            found.pointee.ai_addrlen)
        return sent < 0 && errno == EPERM
    }
}
