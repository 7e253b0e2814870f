import Glibc

/// A stream socket without any protocol on it.
final class RawSocket {
    private let descriptor: Int32

    /// Connects to a socket in the file system.
    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            unsafe buffer.copyBytes(from: path.utf8.prefix(buffer.count - 1))
        }
        let result = unsafe withUnsafeBytes(of: &address) { buffer in
            unsafe connect(
                descriptor, buffer.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(buffer.count))
        }
        guard result == 0 else { throw NeverCame("can't connect to \(path): error \(errno)") }
    }

    /// Connects to a port of this machine.
    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.loopback(port)
        let result = unsafe withUnsafeBytes(of: &address) { buffer in
            unsafe connect(
                descriptor, buffer.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(buffer.count))
        }
        guard result == 0 else { throw NeverCame("can't connect to port \(port): error \(errno)") }
    }

    deinit {
        close(descriptor)
    }

    /// Writes as much as the other side takes; that it hangs up is its right. Returns whether it took all.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        Self.write(bytes, to: descriptor)
    }

    /// The same for any socket that blocks.
    @discardableResult
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes { buffer in
                unsafe send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Reads until the other side hangs up, waited for.
    func readToEnd() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let milliseconds = Int32(clamping: timeout.components.seconds * 1_000)
            guard unsafe poll(&waiting, 1, milliseconds) > 0 else {
                throw NeverCame("the end: got \(bytes.count) bytes")
            }
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// Reads so many bytes, waited for; throws if the other side hangs up before, or is silent.
    func read(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var got = 0
        while got < count {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let milliseconds = Int32(clamping: timeout.components.seconds * 1_000)
            guard unsafe poll(&waiting, 1, milliseconds) > 0 else {
                throw NeverCame("\(count) bytes: got \(got)")
            }
            let received = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe recv(descriptor, buffer.baseAddress?.advanced(by: got), count - got, 0)
            }
            guard received > 0 else { throw NeverCame("\(count) bytes: hung up at \(got)") }
            got += received
        }
        return bytes
    }

    /// Returns a Boolean value indicating whether a port of this machine is free.
    static func isFree(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port)
        return unsafe withUnsafeBytes(of: &address) { buffer in
            unsafe bind(
                descriptor, buffer.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(buffer.count))
        } == 0
    }

    /// A port of this machine.
    static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }
}
