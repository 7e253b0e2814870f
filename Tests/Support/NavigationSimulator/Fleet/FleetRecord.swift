import NavigationModel
import NavigationSync
import NavigationWire

/// The knowledge of the oracles that watch a fleet.
struct FleetRecord {
    /// The start of the node that the store has last given each shard to.
    var owners: [Shard: UInt64] = [:]
    /// The newest revision of each scene that anybody was told.
    var told: [SceneKey: Revision] = [:]
    /// The newest that anybody was told when a question was asked.
    var asked: [Question: Revision] = [:]

    /// A request on a connection.
    struct Question: Hashable {
        let connection: ConnectionID
        let request: UInt64
    }
}

/// An answer is no older than its question: a node that has lost a shard does not answer from what it
/// remembers.
extension Simulation {
    /// Notes that somebody was told of a revision.
    mutating func noteTold(_ revision: Revision?, of key: SceneKey) {
        guard table != nil, let revision else { return }
        fleetRecord.told[key] = max(fleetRecord.told[key] ?? .zero, revision)
    }

    /// Notes what was known when a question was asked.
    mutating func noteQuestion(_ request: Request, on id: ConnectionID, about key: SceneKey) {
        guard table != nil else { return }
        switch request.call {
        case .sync, .presence:
            let question = FleetRecord.Question(connection: id, request: request.id)
            fleetRecord.asked[question] = fleetRecord.told[key] ?? .zero
        default: break
        }
    }

    /// Expects that an answer has all that was known when it was asked for.
    mutating func checkAge(of reply: Reply, on id: ConnectionID, about key: SceneKey) {
        let question = FleetRecord.Question(connection: id, request: reply.id)
        guard let known = fleetRecord.asked.removeValue(forKey: question) else { return }
        let revision: Revision? =
            switch reply.result {
            case .synced(let synced): synced.head.revision
            case .heads(let reply): reply.heads.first { $0.scene == key.scene }?.revision
            default: nil
            }
        guard let revision, revision < known else { return }
        fail(.current, "node \(turn + 1) answers at \(revision) of \(key), and \(known) was told")
    }
}
