import Foundation
import Glibc

/// A TCP line to a daemon that delays a client's bytes for a while, and loses the delayed ones when
/// the client hangs up. The daemon's bytes pass at once.
final class SlowLine: Sendable {
    /// The port that clients connect to.
    let port: UInt16
    private let listener: Int32
    private let daemon: UInt16
    private let hold: Duration

    /// Opens a line to the daemon's control port.
    init(to daemon: UInt16, holding hold: Duration) throws {
        self.daemon = daemon
        self.hold = hold
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = RawSocket.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, length) + listen(descriptor, 8)
                    + getsockname(descriptor, $0, &length)
            }
        }
        guard result == 0 else { throw NeverCame("a port for the line: error \(errno)") }
        listener = descriptor
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// Stops listening: no more clients are connected.
    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func acceptAll() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { break }
            Thread.detachNewThread { [self] in
                carry(client)
                Glibc.close(client)
            }
        }
        Glibc.close(listener)
    }

    /// Carries the bytes of both sides, until one of them hangs up.
    private func carry(_ client: Int32) {
        let daemon = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { Glibc.close(daemon) }
        var address = RawSocket.loopback(self.daemon)
        let result = unsafe withUnsafeBytes(of: &address) { buffer in
            unsafe connect(
                daemon, buffer.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(buffer.count))
        }
        guard result == 0 else { return }
        var held: [UInt8] = []
        let milliseconds = Int32(hold / .milliseconds(1))
        while true {
            var waiting = [
                pollfd(fd: client, events: Int16(POLLIN), revents: 0),
                pollfd(fd: daemon, events: Int16(POLLIN), revents: 0),
            ]
            guard unsafe poll(&waiting, 2, held.isEmpty ? -1 : milliseconds) > 0 else {
                RawSocket.write(held, to: daemon)
                held = []
                continue
            }
            if waiting[1].revents != 0 {
                guard let bytes = read(daemon) else { return }
                RawSocket.write(bytes, to: client)
            }
            if waiting[0].revents != 0 {
                guard let bytes = read(client) else { return }
                held += bytes
            }
        }
    }

    private func read(_ descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}
