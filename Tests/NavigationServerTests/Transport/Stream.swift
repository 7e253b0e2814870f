import CAcceptGuard
import Glibc
import NavigationTransport
@testable import NavigationServer
import Testing

/// A connection to a listener of this process, which reads it as libzmq would.
final class Stream {
    /// The end that was accepted.
    let accepted: Int32
    private let peer: Int32

    /// Connects, and greets.
    ///
    /// - Parameter isRemote: whether it is by tcp.
    init(isRemote: Bool = false) throws {
        let (listener, address) = try isRemote ? Self.listenOnLoopback() : Self.listen()
        defer { close(listener) }
        peer = Self.make(isRemote ? AF_INET : AF_UNIX)
        let peer = peer
        let isConnected = unsafe address.withUnsafeBytes { bytes in
            let address = unsafe bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            return unsafe connect(peer, address, socklen_t(bytes.count)) == 0
        }
        try #require(isConnected)
        TrafficGuard.start()
        accepted = accept(listener, nil, nil)
        _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
        try #require(accepted >= 0 && trafficguard_accepted(accepted))
        try #require(bring([UInt8](repeating: 0, count: 64)))
    }

    private static func listen() throws -> (listener: Int32, address: [UInt8]) {
        let name = Array("navsync-stream-\(UInt64.random(in: 0 ... .max))".utf8)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // Of no file system: the first byte is none.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
            unsafe path.dropFirst().copyBytes(from: name)
        }
        let length = MemoryLayout<sa_family_t>.size + 1 + name.count
        let bytes = unsafe withUnsafeBytes(of: address) { unsafe Array($0.prefix(length)) }
        return (try listen(at: bytes, AF_UNIX), bytes)
    }

    private static func listenOnLoopback() throws -> (listener: Int32, address: [UInt8]) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let bytes = unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
        let listener = try listen(at: bytes, AF_INET)
        // With the port that was free.
        var bound = bytes
        var length = socklen_t(bound.count)
        let isBound = unsafe bound.withUnsafeMutableBytes { bytes in
            let address = unsafe bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            return unsafe getsockname(listener, address, &length) == 0
        }
        try #require(isBound)
        return (listener, bound)
    }

    private static func listen(at address: [UInt8], _ family: Int32) throws -> Int32 {
        let listener = make(family)
        let isListening = unsafe address.withUnsafeBytes { bytes in
            let address = unsafe bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            return unsafe bind(listener, address, socklen_t(bytes.count)) == 0
                && Glibc.listen(listener, 1) == 0
        }
        try #require(isListening)
        return listener
    }

    deinit {
        close(accepted)
        close(peer)
    }

    /// Writes and reads these bytes; returns a Boolean value indicating whether all were read.
    func bring(_ bytes: [UInt8]) -> Bool {
        trafficguard_begin_turn()
        return Self.bring(bytes, from: peer, to: accepted)
    }

    /// Writes these bytes, and reads them in the turn that this thread is in; returns a Boolean value
    /// indicating whether they were read.
    func bringInTurn(_ bytes: [UInt8]) -> Bool { Self.bring(bytes, from: peer, to: accepted) }

    /// Does what is left of a handshake that is encrypted.
    func finishHandshake() -> Bool {
        bring(Self.frame(of: 200, flags: 4) + Self.frame(of: 400, flags: 4))
    }

    /// Sends until nothing more is taken.
    func sendUntilFull() {
        let bytes = [UInt8](repeating: 1, count: 10_000)
        while unsafe send(accepted, bytes, bytes.count, 0) > 0 {}
    }

    /// Reads some of what was sent.
    func drain() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        _ = unsafe read(peer, &buffer, buffer.count)
    }

    /// A frame of zeros, as ZMTP writes it.
    static func frame(of length: Int, hasMore: Bool = false, flags: UInt8 = 0) -> [UInt8] {
        let flags = flags | (hasMore ? 1 : 0)
        let head: [UInt8] =
            length < 256
            ? [flags, UInt8(length)]
            : [flags | 2] + (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
        return head + Array(repeating: 0, count: length)
    }

    private static func make(_ family: Int32) -> Int32 {
        socket(family, Int32(SOCK_STREAM.rawValue), 0)
    }

    private static func bring(_ bytes: [UInt8], from peer: Int32, to end: Int32) -> Bool {
        var rest = bytes[...]
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !rest.isEmpty {
            let count = min(rest.count, 8_192)
            let written = unsafe rest.withUnsafeBytes { unsafe write(peer, $0.baseAddress, count) }
            guard written == count, unsafe recv(end, &buffer, buffer.count, 0) == count else {
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// A pair of sockets, one of which has taken the number of an accepted connection by `dup2`: the
    /// program's own `close`, which forgets a connection, did not run.
    final class Pair {
        private let first: Int32
        private let second: Int32

        /// Connects two sockets; the first replaces the connection of this stream, whose end closes
        /// it.
        init(replacing stream: Stream) throws {
            var ends: [Int32] = [-1, -1]
            try #require(
                unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            (first, second) = (stream.accepted, ends[1])
            try #require(dup2(ends[0], first) == first)
            close(ends[0])
        }

        deinit { close(second) }

        func bring(_ bytes: [UInt8]) -> Bool { Stream.bring(bytes, from: second, to: first) }
    }
}
