internal import NavigationModel
internal import NavigationWire

/// The states of scenes that devices have uploaded, in memory, until a person chooses one to heal a
/// scene from. Bounded in bytes: the device with the most loses its oldest.
struct RememberedStates: Sendable {
    /// A held state, and the devices that have it.
    struct Held: Sendable {
        fileprivate(set) var handed: UploadedState
        let summary: RememberedSummary
        var devices: Set<DeviceID>
        /// The acknowledged revisions after it that these devices resubmit.
        var settled: Set<Revision>
        /// Grows with each upload.
        fileprivate let number: UInt64
    }

    /// A state uploaded part by part.
    private struct Upload: Sendable {
        let key: SceneKey
        let position: Head
        var bytes: [UInt8] = []
    }

    private var held: [Held] = []
    private var uploads: [Peer: Upload] = [:]
    private var lastNumber: UInt64 = 0

    /// The result of an uploaded part.
    enum Taken {
        case wants(Int)
        case whole(UploadedState)
        case isHeld
    }

    /// Accepts a part of a state; parts arrive in order, one state at a time on a connection.
    mutating func take(
        _ part: Remember, of key: SceneKey, by device: DeviceID, from peer: Peer
    ) -> Taken {
        if let index = held.firstIndex(where: { $0.isState(part.position, of: key) }) {
            held[index].devices.insert(device)
            held[index].settled.formUnion(part.settled)
            held[index].handed.include(part.former)
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
                UploadedState(
                    key: key, position: part.position, store: part.store, device: device,
                    bytes: upload.bytes, settled: part.settled, former: part.former))
        }
        uploads[peer] = upload
        evict()
        return .wants(uploads[peer]?.bytes.count ?? 0)
    }

    /// Holds a state that matches its digest.
    mutating func insert(_ handed: UploadedState, _ summary: RememberedSummary) {
        guard !held.contains(where: { $0.isState(handed.position, of: handed.key) }) else { return }
        lastNumber += 1
        held.append(
            Held(
                handed: handed, summary: summary, devices: [handed.device],
                settled: Set(handed.settled), number: lastNumber))
        evict()
    }

    /// Returns the held state at a head.
    func find(_ position: Head, of key: SceneKey) -> Held? {
        held.first { $0.isState(position, of: key) }
    }

    /// Returns the number of revisions after a state, up to another, that devices resubmit.
    func resubmitted(after handed: UploadedState, upTo end: Revision) -> UInt64 {
        let history = held.filter {
            $0.handed.key == handed.key && $0.handed.position.epoch == handed.position.epoch
        }
        let revisions = history.reduce(into: Set<Revision>()) { $0.formUnion($1.settled) }
        let first = handed.position.revision
        return UInt64(revisions.count { $0 > first && $0 <= end })
    }

    /// Returns the states of a user's scenes, by scene and in the order of upload.
    func states(of user: UserID) -> [Held] {
        held.filter { $0.handed.key.user == user }
            .sorted { ($0.handed.key, $0.number) < ($1.handed.key, $1.number) }
    }

    /// Drops the states that a scene contains by now.
    mutating func remove(_ key: SceneKey, in former: [FormerHistory]) {
        held.removeAll { $0.handed.key == key && former.contain($0.handed.position) }
    }

    /// Drops the unfinished upload of a connection that has ended.
    mutating func remove(_ peer: Peer) { uploads[peer] = nil }

    /// Drops all states of a user.
    mutating func remove(_ user: UserID) {
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
