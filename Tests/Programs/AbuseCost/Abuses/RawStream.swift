import Glibc
import RunningProcesses

/// A stream socket without any protocol on it, which never blocks.
final class RawStream {
    private let descriptor: Int32

    /// Begins to connect to a port of this machine.
    init?(port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK, 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        _ = unsafe withUnsafeBytes(of: &address) { buffer in
            unsafe connect(
                descriptor, buffer.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(buffer.count))
        }
    }

    /// Connects to a socket in the file system.
    init?(path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
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
        guard result == 0 else { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// Writes as much as the other side takes now; `nil` if it has hung up.
    func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        let sent = unsafe bytes.withUnsafeBytes { buffer in
            unsafe send(
                descriptor, buffer.baseAddress, buffer.count,
                Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        if sent >= 0 { return sent }
        return errno == EAGAIN || errno == ENOTCONN ? 0 : nil
    }

    /// Writes a request, and returns all that comes until the other side hangs up. Blocks.
    func ask(_ question: String) throws -> String {
        let end = ContinuousClock.now + Line.timeout
        var rest = Array(question.utf8)[...]
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while ContinuousClock.now < end {
            guard let sent = write(rest) else { break }
            rest = rest.dropFirst(sent)
            let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count == 0 { return String(decoding: answer, as: UTF8.self) }
            if count > 0 { answer += buffer[..<count] } else { Pause.wait(.milliseconds(1)) }
        }
        throw NeverCame("no answer to \(question)")
    }

    /// A Boolean value indicating whether the other side has hung up; the bytes that it sent are
    /// dropped.
    var isOver: Bool {
        var buffer = [UInt8](repeating: 0, count: 1_024)
        while true {
            let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 { continue }
            return count == 0 || (errno != EAGAIN && errno != ENOTCONN)
        }
    }
}
