internal import Dispatch
internal import NavigationSync
internal import NavigationWire
internal import ZeroMQ

/// The daemon's own keys while it runs: one step at a time, on a queue of its own, since each waits
/// for the disk.
final class ServerKeyStore: Sendable {
    private let keys: Locked<ServerKeys>
    private let queue = DispatchQueue(label: "navsyncd.keys")

    /// Keeps these.
    init(_ keys: ServerKeys) {
        self.keys = Locked(keys)
    }

    /// The public halves, as they are.
    func entry() throws(ServerError) -> ServerKeysInfo {
        try ServerKeyStore.entry(of: keys.withLock { $0 })
    }

    /// Does what is asked, and says how the keys are then.
    func perform(
        _ action: ServerKeyAction
    ) async -> Result<ServerKeysInfo, DaemonCore.PersistenceFailure> {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                let result = Result { () throws(ServerError) in
                    // Only this queue changes them, so nothing is lost between reading and keeping.
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
            throw ServerError(.keys, "the server's key is not one")
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
