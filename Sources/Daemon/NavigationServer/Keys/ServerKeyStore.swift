internal import POSIX
internal import Dispatch
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire
internal import ZeroMQ

/// The daemon's own keys while it runs: one action at a time, on a queue of its own, since each
/// blocks for the disk.
final class ServerKeyStore: Sendable {
    private let keys: Locked<ServerKeys>
    private let queue = DispatchQueue(label: "navsyncd.keys")

    /// Creates a store of these keys.
    init(_ keys: ServerKeys) {
        self.keys = Locked(keys)
    }

    /// Returns the public halves of the present keys.
    func entry() throws(ServerError) -> ServerKeysInfo {
        try ServerKeyStore.entry(of: keys.withLock { $0 })
    }

    /// Performs an action, and returns the public halves of the keys afterwards.
    func perform(
        _ action: ServerKeyAction
    ) async -> Result<ServerKeysInfo, Failure> {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                let result = Result { () throws(ServerError) in
                    // Only this queue changes them, so nothing is lost between reading and writing.
                    var changed = keys.withLock { $0 }
                    try changed.perform(action)
                    keys.withLock { $0 = changed }
                    return try ServerKeyStore.entry(of: changed)
                }
                continuation.resume(
                    returning: result.mapError { Failure(.unavailable, $0.description) })
            }
        }
    }

    /// Performs an action on the keys of a node of a fleet, and announces them to the others. No key
    /// is activated that another node does not announce, since devices know all nodes by one.
    func perform(
        _ action: ServerKeyAction, in fleet: (any Fleet)?
    ) async -> Result<ServerKeysInfo, Failure> {
        guard let fleet else { return await perform(action) }
        do {
            if case .switchOver = action { try await fleet.checkAnnounce(entry().next) }
        } catch {
            return .failure(error as? Failure ?? Failure(.unavailable, "\(error)"))
        }
        let result = await perform(action)
        if case .success(let keys) = result { fleet.announce(keys) }
        return result
    }

    private static func entry(of keys: ServerKeys) throws(ServerError) -> ServerKeysInfo {
        guard let key = PublicKey(bytes: keys.current.publicKey.bytes) else {
            throw ServerError(.keys, "the server key is invalid")
        }
        return ServerKeysInfo(
            key: key, next: keys.next.flatMap { PublicKey(bytes: $0.publicKey.bytes) },
            switchesAtRestart: keys.isSwitchDue)
    }
}

extension Fleet {
    /// Throws the refusal of a next key that another node neither announces nor uses.
    fileprivate func checkAnnounce(_ next: PublicKey?) async throws {
        guard let next else { return }
        let map = try await map()
        if let away = map.others.first(where: { $0.absence != nil }) {
            throw Failure(
                .unavailable,
                "the database of shards \(away.range) does not answer, and with it which key its "
                    + "nodes announce",
                advice: "try again when it does")
        }
        let other = map.nodes.first { other in
            other.id != node && other.isAlive && other.serverKey != nil
                && other.serverKey != next && other.nextServerKey != next
        }
        guard let other else { return }
        throw Failure(
            .unavailable, "node \(other.name) does not announce the next server key",
            advice: "copy the file of the next key there, and prepare it there")
    }
}

extension ServerKeys {
    fileprivate mutating func perform(_ action: ServerKeyAction) throws(ServerError) {
        switch action {
        case .show: break
        case .prepare: try prepareNext()
        case .switchOver: try scheduleSwitch()
        case .cancel: try cancelNext()
        }
    }
}
