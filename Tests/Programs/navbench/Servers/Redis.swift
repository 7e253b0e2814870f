import Foundation
import RunningProcesses

/// Redis, with its log synced before each reply: a stream is the log, and every slice has its own.
final class Redis: Server {
    let name = "Redis"
    private let child: RunningProcess
    private let socket: String
    private var slices = 0

    /// The paths at which Debian and others install it.
    private static let binaries = ["/usr/bin/redis-server", "/usr/local/bin/redis-server"]

    /// The installed binary; `nil` if there is none.
    static var binary: String? {
        binaries.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Starts a binary, and waits until it serves.
    init(_ binary: String, in directory: String) async throws {
        socket = "\(directory)/redis.sock"
        child = try RunningProcess(
            binary,
            [
                "--port", "0", "--unixsocket", socket, "--dir", directory, "--appendonly", "yes",
                "--appendfsync", "always", "--save", "", "--daemonize", "no",
            ], environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"])
        try await child.wait(for: "Redis") { transcript in
            let isReady = transcript.output.lines.contains {
                $0.lowercased().contains("ready to accept connections")
            }
            return isReady ? true : nil
        }
    }

    var processes: [Int32] { [child.pid] }

    private var stream: String { "log\(slices)" }

    func begin() {
        slices += 1
    }

    func end() {
        child.signal(15)
    }

    func makeWriter(to target: Target) throws -> any Writer {
        RedisWriter(try RedisConnection(socket), stream)
    }

    func makeMirror() throws -> any Mirror {
        try RedisMirror(try RedisConnection(socket), stream)
    }

    func makeLatecomer() throws -> any Latecomer {
        RedisLatecomer(try RedisConnection(socket), stream)
    }
}

/// A connection to Redis that never blocks when it reads.
private final class RedisConnection {
    let descriptor: Int32
    /// The end of a word.
    static let lineEnd: [UInt8] = [13, 10]
    private var unsent: [UInt8] = []
    private var unread: [UInt8] = []
    private var chunk = [UInt8](repeating: 0, count: 1 << 18)
    private var scanner = RESPScanner()

    init(_ path: String) throws {
        descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let text = Array(path.utf8)
        guard text.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Fault("the path of the socket is too long: \(path)")
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { target in
            unsafe target.copyBytes(from: text)
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe Glibc.connect(descriptor, address, size)
            }
        }
        guard result == 0 else { throw Fault("can't connect to Redis") }
    }

    deinit {
        close(descriptor)
    }

    /// Returns a command as it is sent, up to its last word's length of `rest` bytes, if there is one.
    static func command(_ words: [String], rest: Int? = nil) -> [UInt8] {
        let count = words.count + (rest == nil ? 0 : 1)
        let texts = words.map { "$\($0.utf8.count)\r\n\($0)\r\n" }
        return Array("*\(count)\r\n\(texts.joined())\(rest.map { "$\($0)\r\n" } ?? "")".utf8)
    }

    /// Adds to what ``flush()`` sends.
    func add(_ bytes: some Collection<UInt8>) {
        unsent += bytes
    }

    func flush() throws {
        var sent = 0
        while sent < unsent.count {
            let count = unsafe unsent[sent...].withUnsafeBytes { bytes in
                unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, 0)
            }
            guard count > 0 || errno == EINTR else { throw Fault("can't send to Redis") }
            sent += max(0, count)
        }
        unsent.removeAll(keepingCapacity: true)
    }

    /// Takes the elements of replies that are there.
    func take(_ body: (RESPScanner.Element, [UInt8], _ isLast: Bool) throws -> Void) throws {
        while true {
            let count = unsafe recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
            if count <= 0 {
                guard count < 0, errno == EAGAIN || errno == EINTR else {
                    throw Fault("Redis ended")
                }
                break
            }
            unread += chunk[..<count]
            if count < chunk.count { break }
        }
        var position = 0
        while position < unread.count, let next = scanner.next(in: unread, &position) {
            if case .error(let place) = next.element {
                throw Fault("Redis: \(String(decoding: unread[place], as: UTF8.self))")
            }
            try body(next.element, unread, next.isLast)
        }
        unread.removeSubrange(..<position)
    }
}

private final class RedisWriter: Writer {
    let source: Poller.Source
    private let connection: RedisConnection
    /// The command up to the text.
    private let head: [UInt8]
    private var sequence: UInt64 = 0

    init(_ connection: RedisConnection, _ stream: String) {
        self.connection = connection
        head = RedisConnection.command(["XADD", stream, "*", "c"], rest: Work.length)
        source = .descriptor(connection.descriptor)
    }

    func submit() {
        sequence += 1
        let offset = Work.offset(sequence)
        connection.add(head)
        connection.add(Work.noise[offset..<offset + Work.length])
        connection.add(RedisConnection.lineEnd)
    }

    func flush() throws { try connection.flush() }

    func takeReceipts() throws -> Int {
        var count = 0
        try connection.take { _, _, isLast in count += isLast ? 1 : 0 }
        return count
    }
}

private final class RedisMirror: Mirror {
    let source: Poller.Source
    private let connection: RedisConnection
    private let stream: String
    /// The id of the last change that it got.
    private var last = "0-0"

    init(_ connection: RedisConnection, _ stream: String) throws {
        (self.connection, self.stream) = (connection, stream)
        source = .descriptor(connection.descriptor)
        try ask()
    }

    private func ask() throws {
        connection.add(
            RedisConnection.command(["XREAD", "BLOCK", "0", "STREAMS", stream, last]))
        try connection.flush()
    }

    func takeChanges() throws -> Int {
        var count = 0
        var replies = 0
        try connection.take { element, bytes, isLast in
            if case .text(let place) = element {
                if place.count == Work.length {
                    count += 1
                } else if bytes[place].contains(UInt8(ascii: "-")) {
                    last = String(decoding: bytes[place], as: UTF8.self)
                }
            }
            replies += isLast ? 1 : 0
        }
        if replies > 0 { try ask() }
        return count
    }
}

private final class RedisLatecomer: Latecomer {
    private let connection: RedisConnection
    private let stream: String

    init(_ connection: RedisConnection, _ stream: String) {
        (self.connection, self.stream) = (connection, stream)
    }

    func fetch(_ count: Int) throws {
        connection.add(
            RedisConnection.command(["XRANGE", stream, "-", "+", "COUNT", String(count)]))
        try connection.flush()
        let poller = Poller([.descriptor(connection.descriptor)])
        var (got, isComplete) = (0, false)
        while !isComplete {
            try poller.wait(milliseconds: 1000)
            guard poller.isReadable(0) else { throw Fault("Redis does not answer") }
            try connection.take { element, _, isLast in
                if case .text(let place) = element, place.count == Work.length { got += 1 }
                isComplete = isLast
            }
        }
        guard got == count else { throw Fault("\(got) changes instead of \(count)") }
    }
}
