import CAcceptGuard
import Glibc
@testable import NavigationTransport
import Testing

/// A connection to a listener of this process, which reads it as libzmq would.
final class Stream {
    /// The end that was accepted.
    let accepted: Int32
    private let peer: Int32

    /// Connects, and greets.
    init() throws {
        let name = "navsync-stream-\(UInt64.random(in: 0 ... .max))"
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // Of no file system: the first byte is none.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
            unsafe path.dropFirst().copyBytes(from: Array(name.utf8))
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
        let listener = Self.make()
        defer { close(listener) }
        peer = Self.make()
        let peer = peer
        let isConnected = unsafe withUnsafeBytes(of: &address) { bytes in
            let address = unsafe bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            return unsafe bind(listener, address, length) == 0 && listen(listener, 1) == 0
                && connect(peer, address, length) == 0
        }
        try #require(isConnected)
        TrafficGuard.start()
        accepted = accept(listener, nil, nil)
        _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
        try #require(accepted >= 0 && trafficguard_accepted(accepted))
        try #require(bring([UInt8](repeating: 0, count: 64)))
    }

    deinit {
        close(accepted)
        close(peer)
    }

    /// Writes and reads these bytes; returns a Boolean value indicating whether all were read.
    func bring(_ bytes: [UInt8]) -> Bool { Self.bring(bytes, from: peer, to: accepted) }

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

    private static func make() -> Int32 { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }

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

    /// Two ends that nobody has accepted.
    final class Pair {
        private let first: Int32
        private let second: Int32

        /// Connects two; the first has this number, which is free.
        init(having number: Int32) throws {
            var ends: [Int32] = [-1, -1]
            try #require(
                unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            try #require(!ends.contains(number) && dup2(ends[0], number) == number)
            close(ends[0])
            (first, second) = (number, ends[1])
        }

        deinit {
            close(first)
            close(second)
        }

        func bring(_ bytes: [UInt8]) -> Bool { Stream.bring(bytes, from: second, to: first) }
    }
}
