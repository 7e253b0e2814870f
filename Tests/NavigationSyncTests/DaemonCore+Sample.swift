import NavigationModel
import NavigationSync
import NavigationWire

extension ServerKeysInfo {
    /// A key that is nobody's.
    static let sample = ServerKeysInfo(key: .sample(0), next: nil, switchesAtRestart: false)
}

extension PublicKey {
    /// One of many keys that are nobody's.
    static func sample(_ number: UInt8) -> PublicKey {
        let bytes = [UInt8](repeating: number, count: PublicKey.length)
        return PublicKey(bytes: bytes) ?? sample(number)
    }
}

extension DaemonIdentity {
    /// A daemon of tests: of ann's, on a machine's feed socket.
    static func sample(
        _ instance: UInt64 = 1, owner: UInt32 = 0, started: Duration = .zero
    ) -> DaemonIdentity {
        DaemonIdentity(
            instance: instance, version: "test", started: started,
            feed: FeedAddress(socket: "feed.sock", port: nil), owner: owner, ownerName: "ann",
            keys: .sample)
    }
}

extension DaemonCore {
    /// One step; what it wants to know of users is answered at once: all are there, with nothing.
    mutating func stepAlone(_ event: Event, at now: ClockReading) -> [Effect] {
        var effects: [Effect] = []
        for effect in step(event, at: now) {
            guard case .fetch(.account(let user), let readID) = effect else {
                effects.append(effect)
                continue
            }
            let row = RegisteredUser(name: user, uid: nil, added: .zero)
            let nobody = StoreReadResult.account(UserAccount(user: row), UserUsage(), of: user)
            effects += step(.fetched(readID, .success(nobody)), at: now)
        }
        return effects
    }
}
