import Foundation
import Glibc

/// A tcp connection to this machine without any protocol on it.
final class TestClient: Sendable {
    private let descriptor: Int32

    init(_ port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = unsafe withUnsafeBytes(of: &address) { buffer in
            unsafe connect(
                descriptor, buffer.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(buffer.count))
        }
        guard result == 0 else {
            close(descriptor)
            throw NotConnected()
        }
    }

    deinit {
        close(descriptor)
    }

    /// Writes all, as far as the other side takes it.
    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// All that comes until the other side ends it, waited for on a thread of its own.
    func all() async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try self.read() }) }
        }
    }

    private func read() throws -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&waiting, 1, 60_000) > 0 else { throw NotConnected() }
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }
}

/// Nobody listens, or nothing comes.
struct NotConnected: Error {}

/// The events, in their order.
actor VisitLog {
    private(set) var visits: [String] = []

    func note(_ visit: String) {
        visits.append(visit)
    }
}

/// Holds up who comes until it is opened.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
