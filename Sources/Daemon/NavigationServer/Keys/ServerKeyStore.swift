internal import POSIX
internal import Dispatch
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
    ) async -> Result<ServerKeysInfo, DaemonCore.PersistenceFailure> {
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
                    returning: result.mapError { .failed($0.description) })
            }
        }
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
