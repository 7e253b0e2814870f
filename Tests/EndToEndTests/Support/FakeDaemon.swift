import Foundation
import NavigationWire
import Synchronization
import ZeroMQ

/// A listener in place of a daemon that gives every reply in one way.
final class FakeDaemon: Sendable {
    /// The endpoint that it listens on.
    let endpoint: String
    private let isStopping = Atomic(false)
    private let hasEnded = AsyncStream.makeStream(of: Never.self)

    /// Replies to each request with the result of `result`.
    convenience init(
        at path: String, _ result: @escaping @Sendable (Request) -> Reply.Result
    ) throws {
        try self.init(at: path) { frame in
            (try? Request(encoded: frame)).map { Reply(id: $0.id, result: result($0)).encoded }
        }
    }

    /// Replies to each frame with the same bytes.
    convenience init(at path: String, answering bytes: [UInt8]) throws {
        try self.init(at: path, frames: { _ in bytes })
    }

    private init(at path: String, frames: @escaping @Sendable ([UInt8]) -> [UInt8]?) throws {
        endpoint = "ipc://\(path)"
        let context = try Context()
        let socket = try Socket(.router, in: context)
        try socket.bind(try Endpoint(endpoint))
        let handed = Handed(socket: socket)
        Thread.detachNewThread {
            while !self.isStopping.load(ordering: .relaxed) {
                Self.answer(on: handed.socket, frames)
            }
            handed.socket.close()
            self.hasEnded.continuation.finish()
        }
    }

    /// Closes the socket, and returns when it is closed.
    func stop() async {
        isStopping.store(true, ordering: .relaxed)
        for await _ in hasEnded.stream {}
    }

    /// A socket on its way to the one thread that uses it.
    private struct Handed: @unchecked Sendable {
        let socket: Socket
    }

    private static func answer(on socket: Socket, _ frames: ([UInt8]) -> [UInt8]?) {
        _ = try? socket.wait(for: .readable, within: .milliseconds(100))
        while let message = try? socket.receiveRouted() {
            guard let answer = frames(message.payload.copyBytes()) else { continue }
            _ = try? socket.send(answer, to: message.sender)
        }
    }
}
