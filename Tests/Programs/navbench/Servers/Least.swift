import CZeroMQ
import Foundation
import RunningProcesses
import ZeroMQ

/// ``LeastServer`` in a process of its own, as the clients see it.
final class Least: Server {
    let name = "least server"
    private let child: RunningProcess
    private let context: RawContext
    private let requests: String
    private let feed: String
    private let serverKey: CurvePublicKey
    private let keys: CurveKeyPair
    private let isEncrypted: Bool
    /// The last revision before the slice.
    private var start: UInt64 = 0
    private var writers: [LeastWriter] = []

    /// Starts this very program anew, and waits until it serves.
    init(_ transport: Transport, in directory: String, context: RawContext) async throws {
        self.context = context
        isEncrypted = transport == .curve
        keys = try CurveKeyPair.generate()
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        child = try RunningProcess(
            own, ["least-server", directory] + (transport == .curve ? ["--curve"] : []),
            environment: [:])
        let words = try await child.wait(for: "the least server") { transcript in
            transcript.output.lines.first.map { $0.split(separator: " ").map(String.init) }
        }
        guard words.count == 4, let serverKey = CurvePublicKey(z85: words[3]) else {
            throw Fault("the least server does not say where it is")
        }
        (requests, feed, self.serverKey) = (words[1], words[2], serverKey)
    }

    var processes: [Int32] { [child.pid] }

    func begin() {
        start = max(start, writers.map(\.revision).max() ?? 0)
        writers = []
    }

    func end() {
        child.signal(15)
    }

    func makeWriter(to target: Target) throws -> any Writer {
        let writer = LeastWriter(try connect(.dealer, requests, capacity: 64))
        writers.append(writer)
        return writer
    }

    func makeMirror() throws -> any Mirror {
        let socket = try connect(.sub, feed, capacity: 1024)
        _ = try socket.await("the feed")
        return LeastMirror(socket)
    }

    func makeLatecomer() throws -> any Latecomer {
        let capacity = LeastServer.page * Work.length
        return LeastLatecomer(try connect(.dealer, requests, capacity: capacity), after: start)
    }

    private func connect(
        _ kind: RawSocket.Kind, _ endpoint: String, capacity: Int
    ) throws -> RawSocket {
        let socket = try RawSocket(kind, in: context, capacity: capacity)
        if isEncrypted { try socket.authenticate(keys, server: serverKey) }
        if kind == .sub { try socket.set(ZMQ_SUBSCRIBE, []) }
        try socket.connect(endpoint)
        return socket
    }
}

private final class LeastWriter: Writer {
    let source: Poller.Source
    /// The last revision that was acknowledged.
    private(set) var revision: UInt64 = 0
    private let socket: RawSocket
    private var request = [LeastServer.RequestKind.change] + Work.noise[..<Work.length]
    private var sequence: UInt64 = 0

    init(_ socket: RawSocket) {
        (self.socket, source) = (socket, .socket(socket))
    }

    func submit() throws {
        sequence += 1
        let offset = Work.offset(sequence)
        for index in 0..<Work.length { request[1 + index] = Work.noise[offset + index] }
        try socket.send(request)
    }

    func flush() {}

    func takeReceipts() throws -> Int {
        var count = 0
        while try socket.receive() != nil {
            revision = Fixed.read(socket.inbox, at: 0)
            count += 1
        }
        return count
    }
}

private final class LeastMirror: Mirror {
    let source: Poller.Source
    private let socket: RawSocket

    init(_ socket: RawSocket) {
        (self.socket, source) = (socket, .socket(socket))
    }

    func takeChanges() throws -> Int {
        var count = 0
        while let size = try socket.receive() {
            // Each subscriber is welcomed, and the socket subscribes again when it reconnects.
            if size == 1 + Work.length { count += 1 }
        }
        return count
    }
}

private final class LeastLatecomer: Latecomer {
    private let socket: RawSocket
    private let start: UInt64

    init(_ socket: RawSocket, after start: UInt64) {
        (self.socket, self.start) = (socket, start)
    }

    func fetch(_ count: Int) throws {
        var request = [LeastServer.RequestKind.fetch] + [UInt8](repeating: 0, count: 8)
        Fixed.write(start, to: &request, at: 1)
        try socket.send(request)
        var missing = count
        while missing > 0 { missing -= try socket.await("missed changes") / Work.length }
    }
}
