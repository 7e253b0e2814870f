internal import DeviceStore
internal import POSIX
internal import ZeroMQ

/// The lifetime of a client's thread, connections and device directory. Every object that an app
/// has of a client holds it, and nothing that lives on the thread does.
///
/// Releasing the last reference without closing the client ends it, on whatever thread that
/// happens. The directory is closed right there: the program may end next, and should leave no
/// write-ahead log behind. The connections belong to the client's thread, and end there.
final class ClientLifetime: Sendable {
    private typealias Member = @Sendable () async -> Void

    private let host: ReactorThread
    private let device: DeviceDatabase?
    /// The closures that end the connections; `nil` once they have begun.
    private let members = Locked<[Member]?>([])

    /// Creates a lifetime without connections.
    ///
    /// - Parameter device: The directory to close at the end; `nil` for a client that keeps none
    ///   open.
    init(of host: ReactorThread, _ device: DeviceDatabase?) {
        self.host = host
        self.device = device
    }

    /// Adds a connection by the closure that ends it, which has to be idempotent and run on the
    /// client's thread.
    func add(_ close: @escaping @Sendable () async -> Void) {
        members.withLock { $0?.append(close) }
    }

    /// Ends the connections, the thread and the context. Idempotent.
    func end() async {
        await Self.end(takeMembers() ?? [], on: host)
    }

    deinit {
        guard let members = takeMembers() else { return }
        device?.close()
        Task { [host] in await Self.end(members, on: host) }
    }

    private func takeMembers() -> [Member]? {
        members.withLock { members in
            defer { members = nil }
            return members
        }
    }

    private static func end(_ members: [Member], on host: ReactorThread) async {
        for close in members { await close() }
        await host.stop()
    }
}
