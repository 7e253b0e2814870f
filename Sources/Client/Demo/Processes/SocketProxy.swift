internal import CommandLine
internal import Glibc
internal import NavigationText
internal import POSIX
internal import ZeroMQ

/// A connection that can be cut: passes bytes between sockets of its own and the daemon's.
///
/// Neither side knows of it. Hello names the feed's socket relative to control's directory, so a
/// directory with sockets of the same names is as good as the daemon's.
final class SocketProxy: Sendable {
    private struct State {
        var listeners: [FileDescriptor] = []
        var ends: [ObjectIdentifier: FileDescriptor] = [:]
        var isCut = true
    }

    private let directory: String
    private let target: String
    private let names: [String]
    private let state = Locked(State())

    /// A proxy from sockets in `directory` to those of the same names in `target`; cut until
    /// ``connect()``.
    init(from directory: String, to target: String, names: [String]) {
        self.directory = directory
        self.target = target
        self.names = names
    }

    /// Listens, from now until ``cut()``.
    func connect() throws(CommandError) {
        guard state.withLock({ $0.isCut }) else { return }
        state.withLock { $0.isCut = false }
        for name in names {
            let path = "\(directory)/\(name)"
            let listener = try FileDescriptor.socket(.bound, at: path)
            guard listen(listener.number, 16) == 0 else { throw .system("listen at '\(path)'") }
            state.withLock { $0.listeners.append(listener) }
            try start { [self] in accept(on: listener, to: "\(target)/\(name)") }
        }
    }

    /// Drops every connection, and accepts no more: bytes in flight are lost.
    func cut() {
        let (listeners, ends) = state.withLock { state in
            let all = (state.listeners, Array(state.ends.values))
            state = State()
            return all
        }
        for name in names { try? DurableFiles.remove("\(directory)/\(name)") }
        for descriptor in listeners + ends { shutdown(descriptor.number, Int32(SHUT_RDWR)) }
    }

    private func accept(on listener: FileDescriptor, to path: String) {
        while true {
            let number = Glibc.accept(listener.number, nil, nil)
            if number < 0 {
                guard errno == EINTR || errno == ECONNABORTED else { return }
                continue
            }
            let near = FileDescriptor(number, named: path)
            guard let far = try? FileDescriptor.socket(.connected, at: path) else { continue }
            guard keep([near, far], of: listener) else { return }
            try? start { [self] in copy(from: near, to: far) }
            try? start { [self] in copy(from: far, to: near) }
        }
    }

    /// Records the two ends of a connection, for ``cut()``; returns `false` if that came first.
    private func keep(_ ends: [FileDescriptor], of listener: FileDescriptor) -> Bool {
        state.withLock { state in
            guard state.listeners.contains(where: { $0 === listener }) else { return false }
            for end in ends { state.ends[ObjectIdentifier(end)] = end }
            return true
        }
    }

    private func copy(from source: FileDescriptor, to destination: FileDescriptor) {
        while let bytes = try? source.read(atMost: 65_536), !bytes.isEmpty,
            (try? destination.write(bytes)) != nil
        {}
        for end in [source, destination] {
            shutdown(end.number, Int32(SHUT_RDWR))
            state.withLock { $0.ends[ObjectIdentifier(end)] = nil }
        }
    }

    private func start(_ body: @escaping @Sendable () -> Void) throws(CommandError) {
        do { try startThread(named: "demo-relay", body) } catch {
            throw CommandError(message: "can't start the socket proxy: \(error)")
        }
    }
}

extension FileDescriptor {
    /// The calls that take a socket and a path.
    enum Use {
        /// The socket listens there: others connect to it.
        case bound
        /// The socket is connected to the one that listens there.
        case connected
    }

    /// A stream socket that is bound or connected to a path.
    static func socket(
        _ use: Use, at path: String
    ) throws(CommandError) -> FileDescriptor {
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { throw .system("create a socket") }
        let descriptor = FileDescriptor(number, named: path)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            unsafe room.copyBytes(from: path.utf8)
            return true
        }
        guard fits else {
            throw CommandError(message: "the path '\(path)' is too long for a socket")
        }
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                let length = socklen_t(MemoryLayout<sockaddr_un>.size)
                return switch use {
                case .bound: unsafe bind(number, $0, length)
                case .connected: unsafe Glibc.connect(number, $0, length)
                }
            }
        }
        guard result == 0 else { throw .system("use the socket '\(path)'") }
        return descriptor
    }
}
