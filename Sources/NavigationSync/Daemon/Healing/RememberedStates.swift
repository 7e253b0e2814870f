internal import NavigationModel
internal import NavigationWire

/// The states of scenes that devices have handed over, in memory, until a person has one of them put in
/// the place of what the daemon has. Bounded in bytes: who has handed over the most loses the oldest.
struct RememberedStates: Sendable {
    /// A state, and who has it.
    struct Held: Sendable {
        let handed: HandedOver
        let summary: RememberedSummary
        var devices: Set<DeviceID>
        /// The acknowledged revisions after it that these devices submit anew.
        var settled: Set<Revision>
        /// Grows with each that is taken.
        fileprivate let number: UInt64
    }

    /// A state that comes part by part.
    private struct Upload: Sendable {
        let key: SceneKey
        let position: Head
        var bytes: [UInt8] = []
    }

    private var held: [Held] = []
    private var uploads: [Peer: Upload] = [:]
    private var lastNumber: UInt64 = 0

    /// The fate of a part.
    enum Taken {
        case wants(Int)
        case whole(HandedOver)
        case isHeld
    }

    /// Takes a part of a state; parts come in their order, one state at a time on a connection.
    mutating func take(
        _ part: Remember, of key: SceneKey, by device: DeviceID, from peer: Peer
    ) -> Taken {
        if let index = held.firstIndex(where: { $0.isState(part.position, of: key) }) {
            held[index].devices.insert(device)
            held[index].settled.formUnion(part.settled)
            uploads[peer] = nil
            return .isHeld
        }
        var upload = uploads.removeValue(forKey: peer) ?? Upload(key: key, position: part.position)
        if upload.key != key || upload.position != part.position || part.offset == 0 {
            upload = Upload(key: key, position: part.position)
        }
        guard part.offset == upload.bytes.count else {
            uploads[peer] = upload
            return .wants(upload.bytes.count)
        }
        upload.bytes += part.content
        guard upload.bytes.count < part.length else {
            return .whole(
                HandedOver(
                    key: key, position: part.position, store: part.store, device: device,
                    bytes: upload.bytes, settled: part.settled))
        }
        uploads[peer] = upload
        evict()
        return .wants(uploads[peer]?.bytes.count ?? 0)
    }

    /// Holds a state whose digest is as it is said to be.
    mutating func hold(_ handed: HandedOver, _ summary: RememberedSummary) {
        guard !held.contains(where: { $0.isState(handed.position, of: handed.key) }) else { return }
        lastNumber += 1
        held.append(
            Held(
                handed: handed, summary: summary, devices: [handed.device],
                settled: Set(handed.settled), number: lastNumber))
        evict()
    }

    /// Finds a state.
    func find(_ position: Head, of key: SceneKey) -> Held? {
        held.first { $0.isState(position, of: key) }
    }

    /// Counts the revisions of a state's history after it, up to another, that devices submit anew.
    func resubmitted(after handed: HandedOver, upTo end: Revision) -> UInt64 {
        let history = held.filter {
            $0.handed.key == handed.key && $0.handed.position.epoch == handed.position.epoch
        }
        let revisions = history.reduce(into: Set<Revision>()) { $0.formUnion($1.settled) }
        let first = handed.position.revision
        return UInt64(revisions.count { $0 > first && $0 <= end })
    }

    /// The states of a user's scenes, by scene and as they were handed over.
    func states(of user: UserID) -> [Held] {
        held.filter { $0.handed.key.user == user }
            .sorted { ($0.handed.key, $0.number) < ($1.handed.key, $1.number) }
    }

    /// Lets go of the states that a scene has all of by now.
    mutating func forget(_ key: SceneKey, in former: [FormerHistory]) {
        held.removeAll { $0.handed.key == key && former.contain($0.handed.position) }
    }

    /// Lets go of what a connection that is gone was handing over.
    mutating func forget(_ peer: Peer) { uploads[peer] = nil }

    /// Lets go of all that is of a user.
    mutating func forget(_ user: UserID) {
        held.removeAll { $0.handed.key.user == user }
    }

    private mutating func evict() {
        while length > DaemonLimits.rememberedLength || held.count > DaemonLimits.rememberedStates {
            var lengths: [UserID: Int] = [:]
            for one in held { lengths[one.handed.key.user, default: 0] += one.handed.bytes.count }
            for upload in uploads.values {
                lengths[upload.key.user, default: 0] += upload.bytes.count
            }
            guard let most = lengths.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key
            else { return }
            if let oldest = held.firstIndex(where: { $0.handed.key.user == most }) {
                held.remove(at: oldest)
            } else {
                uploads = uploads.filter { $0.value.key.user != most }
            }
        }
    }

    private var length: Int {
        held.reduce(0) { $0 + $1.handed.bytes.count }
            + uploads.values.reduce(0) { $0 + $1.bytes.count }
    }
}

extension RememberedStates.Held {
    fileprivate func isState(_ position: Head, of key: SceneKey) -> Bool {
        handed.key == key && handed.position == position
    }
}

extension [FormerHistory] {
    /// Returns a Boolean value indicating whether all of a state is in the history that took their place.
    func contain(_ position: Head) -> Bool {
        end(of: position.epoch).map { position.revision <= $0 } ?? false
    }

    /// The last revision of a history that is in the one that took their place; `nil` if none is known to
    /// be.
    func end(of epoch: Epoch) -> Revision? { first { $0.epoch == epoch }?.end }
}
