import NavigationModel
import NavigationSync

extension DaemonCore {
    /// One step; what it wants to know of users is answered at once: all are there, with nothing.
    mutating func stepAlone(_ event: Event, at now: ClockReading) -> [Effect] {
        var effects: [Effect] = []
        for effect in step(event, at: now) {
            guard case .fetch(.account(let user), let ticket) = effect else {
                effects.append(effect)
                continue
            }
            let row = RegisteredUser(name: user, uid: nil, added: .zero)
            let nobody = StoreReadResult.account(UserAccount(user: row), UserUsage(), of: user)
            effects += step(.fetched(ticket, .success(nobody)), at: now)
        }
        return effects
    }
}
