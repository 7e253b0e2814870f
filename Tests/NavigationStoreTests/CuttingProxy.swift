import DatabaseHarness
import Foundation
import Glibc
import Synchronization

/// A proxy between a store and its server, by local sockets: it cuts a connection after a number of
/// bytes, whichever way they go.
final class CuttingProxy: Sendable {
    /// The failure of a system call.
    struct Failure: Error {
        let call: String
        let code = errno
    }

    private let scratch: Scratch
    private let server: String
    private let listener: Int32
    private let state = Mutex(State())

    private struct State {
        var bytesLeft: Int?
        var cuts = 0
        var isRefusing = false
        /// The clients' sockets, with the number of directions that are still forwarded.
        var open: [Int32: Int] = [:]
    }

    /// The name of a server's socket in its directory.
    private static let socketName = ".s.PGSQL.5432"

    /// Starts to forward connections to the server in a directory.
    init(to directory: String) throws {
        scratch = try Scratch()
        server = "\(directory)/\(Self.socketName)"
        listener = try unsafe Self.socket(at: scratch(Self.socketName)) { unsafe bind($0, $1, $2) }
        guard listen(listener, 64) == 0 else { throw Failure(call: "listen") }
        Thread.detachNewThread { [self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                forward(client)
            }
        }
    }

    /// The directory with the proxy's socket.
    var directory: String { scratch.path }
    /// The number of connections that were cut.
    var cuts: Int { state.withLock { $0.cuts } }

    /// Cuts the connection that forwards the last of the next so many bytes, once.
    func cut(after bytes: Int) {
        state.withLock { $0.bytesLeft = bytes }
    }

    /// Cuts all connections and refuses further ones, or accepts them again.
    func refuse(_ isRefusing: Bool) {
        let open = state.withLock { state in
            state.isRefusing = isRefusing
            return Array(state.open.keys)
        }
        for socket in open { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    /// Ends it: no further connection is accepted.
    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func forward(_ client: Int32) {
        let isRefusing = state.withLock { state in
            if !state.isRefusing { state.open[client] = 2 }
            return state.isRefusing
        }
        let upstream = try? unsafe Self.socket(at: server, { unsafe connect($0, $1, $2) })
        guard !isRefusing, let upstream else {
            state.withLock { $0.open[client] = nil }
            Glibc.close(client)
            return
        }
        for (source, target) in [(client, upstream), (upstream, client)] {
            Thread.detachNewThread { [self] in
                pump(from: source, to: target)
                let isLast = state.withLock { state in
                    let left = (state.open[client] ?? 1) - 1
                    state.open[client] = left > 0 ? left : nil
                    return left == 0
                }
                guard isLast else { return }
                Glibc.close(client)
                Glibc.close(upstream)
            }
        }
    }

    /// Forwards bytes in one direction; ends both when one ends.
    private func pump(from source: Int32, to target: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = unsafe read(source, &buffer, buffer.count), count > 0 {
            let (allowed, isCut) = state.withLock { state -> (Int, Bool) in
                guard let left = state.bytesLeft else { return (count, false) }
                state.bytesLeft = left > count ? left - count : nil
                if left <= count { state.cuts += 1 }
                return (min(left, count), left <= count)
            }
            var sent = 0
            while sent < allowed {
                let written = unsafe send(
                    target, Array(buffer[sent..<allowed]), allowed - sent, Int32(MSG_NOSIGNAL))
                guard written > 0 else { break }
                sent += written
            }
            if isCut || sent < allowed { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }

    private static func socket(
        at path: String,
        _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(call: "socket") }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            unsafe buffer.copyBytes(from: path.utf8)
        }
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw Failure(call: path) }
        return descriptor
    }
}
