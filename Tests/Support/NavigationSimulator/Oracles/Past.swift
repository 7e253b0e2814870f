import NavigationModel
import NavigationSync

/// All that there ever was of a scene, whatever has become of it.
struct Past {
    /// The digests of a history, revision by revision.
    private struct Lane {
        let first: Revision
        var digests: [Digest]
    }

    private var lanes: [Epoch: Lane] = [:]
    /// Every write of every commit.
    private(set) var written: Set<RegisterWrite> = []
    /// The records that were forgotten at some time.
    private var forgotten: Set<RecordID> = []
    /// The commit of each change that was taken, by its form; `nil` if it altered nothing.
    private var commits: [Digest: Commit?] = [:]

    /// Returns a Boolean value indicating whether there was such a history.
    func knows(_ epoch: Epoch) -> Bool { lanes[epoch] != nil }

    /// The digest at a place of a history; `nil` if nobody can have been there.
    func digest(of epoch: Epoch, at revision: Revision) -> Digest? {
        guard let lane = lanes[epoch], revision >= lane.first else { return nil }
        let index = revision.rawValue - lane.first.rawValue
        return index < UInt64(lane.digests.count) ? lane.digests[Int(index)] : nil
    }

    /// Notes that a history begins.
    mutating func begin(_ epoch: Epoch, at revision: Revision, _ digest: Digest) {
        lanes[epoch] = Lane(first: revision, digests: [digest])
    }

    /// Notes that a history goes on from where another is, under another name.
    mutating func rename(_ former: Epoch, to epoch: Epoch) { lanes[epoch] = lanes[former] }

    /// Notes that a history ends earlier than it did.
    mutating func cut(_ epoch: Epoch, after revision: Revision) {
        guard let lane = lanes[epoch], revision >= lane.first else { return }
        let count = Int(revision.rawValue - lane.first.rawValue) + 1
        lanes[epoch]?.digests = Array(lane.digests.prefix(count))
    }

    /// Notes a commit, and the state that it leads to.
    mutating func add(_ commit: Commit, to epoch: Epoch, _ digest: Digest) {
        lanes[epoch]?.digests.append(digest)
        written.formUnion(commit.effects)
        forgotten.formUnion(commit.prunedRecords)
    }

    /// Notes that all that was ever written is forgotten.
    mutating func forgetAll() { forgotten.formUnion(written.map(\.record)) }

    /// Notes what a change did.
    mutating func add(_ storedReceipt: StoredReceipt, _ commit: Commit?) {
        commits[storedReceipt.hash] = .some(commit)
    }

    /// Returns a Boolean value indicating whether a state is known to have what a change did: no other
    /// change writes with its stamp. A removal is stamped as what it removes, by whomever.
    func has(_ hash: Digest, in state: SceneState) -> Bool {
        guard let commit = commits[hash] ?? nil else { return false }
        return commit.effects.contains {
            $0.stamp.device == commit.stamp.device && $0.stamp.sequence == commit.stamp.sequence
                && state[$0.record, $0.field]?.stamp == $0.stamp
        }
    }

    /// Returns a Boolean value indicating whether a state lacks something that a change did, though nobody
    /// ever forgot that.
    func lacks(_ hash: Digest, in state: SceneState) -> Bool {
        commits[hash].map { missing($0?.effects ?? [], in: state) != nil } ?? false
    }

    /// Finds a write that a state has neither itself nor something newer in its place, though nobody ever
    /// forgot it.
    func missing(_ effects: some Sequence<RegisterWrite>, in state: SceneState) -> RegisterWrite? {
        effects.first { !forgotten.contains($0.record) && !$0.isIn(state) }
    }
}

extension RegisterWrite {
    /// Returns a Boolean value indicating whether a state has it, or something newer in its place.
    fileprivate func isIn(_ state: SceneState) -> Bool {
        state[record, field].map { $0.stamp >= stamp } ?? false
    }
}
