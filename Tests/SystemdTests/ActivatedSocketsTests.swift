import Glibc
import NavigationServer
import Testing

@testable import navsyncd

@Suite("The sockets that systemd hands over")
struct ActivatedSocketsTests {
    private static func descriptors(_ variables: [String: String]) throws -> [String: [Int32]] {
        try ActivatedSockets.descriptors(variables: { variables[$0] }, process: 42)
    }

    @Test("They are distinguished by the names of their units, each unit's in their order")
    func names() throws {
        let found = try Self.descriptors([
            "LISTEN_PID": "42", "LISTEN_FDS": "4", "LISTEN_FDNAMES": "tcp:tcp:ipc:ipc",
        ])
        #expect(found == ["tcp": [3, 4], "ipc": [5, 6]])
    }

    @Test(
        "Leaves sockets for another process, and none, alone",
        arguments: [
            [:], ["LISTEN_PID": "41", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "ipc:ipc"],
            ["LISTEN_PID": "42"], ["LISTEN_PID": "42", "LISTEN_FDS": "0"],
            ["LISTEN_PID": "42", "LISTEN_FDS": "many"], ["LISTEN_PID": "42", "LISTEN_FDS": "-1"],
        ])
    func others(variables: [String: String]) throws {
        #expect(try Self.descriptors(variables) == [:])
    }

    @Test("Sockets without a name each are refused", arguments: ["", "ipc", "ipc:ipc:ipc"])
    func unnamed(names: String) {
        #expect(throws: ActivationError.self) {
            try Self.descriptors(["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": names])
        }
    }

    @Test("A name that is not known, and one socket too few or too many, are refused")
    func wrongUnits() {
        let wrong: [[String: [Int32]]] = [
            ["http": [90, 91]], ["ipc": [90]], ["tcp": [90, 91, 92]],
        ]
        for units in wrong {
            #expect(throws: ActivationError.self) { try ActivatedSockets.pairs(of: units) }
        }
    }

    @Test("Of each it is known where it listens, in the words of an endpoint")
    func addresses() throws {
        let four = try Listener(family: AF_INET)
        let six = try Listener(family: AF_INET6)
        defer { [four, six].forEach { $0.close() } }
        let pairs = try ActivatedSockets.pairs(of: ["tcp": [four.descriptor, six.descriptor]])
        let tcp = try #require(pairs.tcp)
        #expect(pairs.ipc == nil)
        #expect(tcp.control.address.wholeMatch(of: /127\.0\.0\.1:\d+/) != nil)
        #expect(tcp.feed.address.wholeMatch(of: /\[::1\]:\d+/) != nil)
        #expect(fcntl(four.descriptor, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(four.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test("Refuses sockets that do not listen, or are of another kind than their name")
    func wrongKinds() throws {
        let tcp = try Listener(family: AF_INET)
        let deaf = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer {
            tcp.close()
            close(deaf)
        }
        for units in [
            ["ipc": [tcp.descriptor, tcp.descriptor]], ["tcp": [tcp.descriptor, deaf]],
            ["tcp": [tcp.descriptor, 0]], ["ipc": [-1, -1]],
        ] {
            #expect(throws: ActivationError.self) { try ActivatedSockets.pairs(of: units) }
        }
    }
}

/// A tcp socket that listens on a loopback address, at a port of the system's choice.
private struct Listener {
    let descriptor: Int32

    init(family: Int32) throws {
        descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        // IPv6 is bound to its loopback address; IPv4's needs to be written down.
        var result: Int32
        if family == AF_INET {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            result = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        } else {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_addr = in6addr_loopback
            result = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        }
        if result == 0 { result = listen(descriptor, 1) }
        try #require(result == 0)
    }

    func close() {
        Glibc.close(descriptor)
    }
}
