import NavigationModel
import NavigationReference
import NavigationSync
import NavigationWire

/// All that is durable of one scene, kept beside the system: what everybody is compared with.
struct Chronicle {
    let key: SceneKey
    private(set) var epoch = Epoch.none
    private(set) var commits: [Commit] = []
    /// The state after all of them, from the log alone.
    private(set) var state = SceneState()
    /// The same by the text of the design, worked out anew each time.
    private var reference = ReferenceScene()
    private(set) var settlements: [DeviceID: [SequenceNumber: Settlement]] = [:]
    /// The scene's revision when a change was settled.
    private var heads: [Digest: Revision] = [:]
    /// Up to here the log has been compacted away, and what came of changes with it.
    var retained = Revision.zero
    /// The times when revisions became durable.
    private var times: [Duration] = []
    /// The digest at every revision of every history that there ever was.
    private var digests: [Epoch: [Digest]] = [:]

    init(key: SceneKey) {
        self.key = key
    }

    var revision: Revision { commits.last?.revision ?? .zero }

    /// The digest that a mirror at this place must have; `nil` if nobody can be there.
    func digest(of epoch: Epoch, at revision: Revision) -> Digest? {
        guard revision > .zero else { return .zero }
        guard let known = digests[epoch], revision.rawValue < UInt64(known.count) else {
            return nil
        }
        return known[Int(revision.rawValue)]
    }

    /// The last revision that was durable at `time`.
    func revision(at time: Duration) -> Revision {
        Revision(rawValue: UInt64(times.count { $0 <= time }))
    }

    /// Returns the time when a revision became durable; `nil` if there is none yet.
    func time(of revision: Revision) -> Duration? {
        guard revision > .zero, revision.rawValue <= UInt64(times.count) else { return nil }
        return times[Int(revision.rawValue) - 1]
    }

    func commit(at revision: Revision) -> Commit? {
        guard revision > .zero, revision.rawValue <= UInt64(commits.count) else { return nil }
        return commits[Int(revision.rawValue) - 1]
    }

    func settlement(of sequence: SequenceNumber, by device: DeviceID) -> Settlement? {
        settlements[device]?[sequence]
    }

    /// Returns `true` if the state at a revision has the effects of a device's change.
    func contains(_ change: PendingChange, at revision: Revision, of epoch: Epoch) -> Bool {
        let settlement = settlement(of: change.change.sequence, by: change.change.device)
        guard let settlement, settlement.hash == Digest(hashing: change.bytes),
            let committed = settlement.revision
        else { return false }
        return epoch == self.epoch && committed <= revision
    }

    /// Returns a Boolean value indicating whether the store may have let go of what the change came
    /// to.
    func mayBeForgotten(_ settlement: Settlement) -> Bool {
        let last = settlements[settlement.device]?.keys.max()
        return settlement.sequence != last && (heads[settlement.hash] ?? .zero) <= retained
    }

    /// Adds what has become durable; returns what is wrong with it.
    mutating func add(_ write: SceneWrite, at now: Duration) -> [(Violation.Oracle, String)] {
        var wrongs: [(Violation.Oracle, String)] = []
        if epoch == .none {
            epoch = write.epoch
            digests[epoch] = [.zero]
        }
        if write.epoch != epoch {
            wrongs.append((.replay, "a write of epoch \(write.epoch) to one of \(epoch)"))
        }
        for commit in write.commits {
            if commit.revision != revision.next {
                wrongs.append((.gapless, "revision \(commit.revision) after \(revision)"))
            }
            state.apply(commit)
            reference.apply(commit)
            if reference.scene != state.scene {
                wrongs.append((.replay, "revision \(commit.revision) is not what the design says"))
            }
            commits.append(commit)
            times.append(now)
            digests[epoch, default: []].append(state.digest)
        }
        for settlement in write.settlements {
            let known = settlements[settlement.device]?[settlement.sequence]
            if known != nil {
                wrongs.append(
                    (.exactlyOnce, "change \(settlement.sequence) was settled a second time"))
            }
            settlements[settlement.device, default: [:]][settlement.sequence] = settlement
            heads[settlement.hash] = settlement.revision ?? revision
        }
        if let snapshot = write.snapshot,
            (try? SceneState(snapshot: snapshot.bytes))?.digest
                != digest(of: epoch, at: snapshot.mark.revision)
        {
            wrongs.append((.replay, "the snapshot at \(snapshot.mark.revision) is not the replay"))
        }
        return wrongs
    }

    /// The same history under another epoch, with what is known of all the epochs before it.
    func renewed(as epoch: Epoch, knowing later: Chronicle?) -> Chronicle {
        var renewed = self
        renewed.digests = later?.digests ?? digests
        renewed.digests[epoch] = epoch == .none ? nil : digests[self.epoch]
        renewed.epoch = epoch
        return renewed
    }

    /// The hashes of all changes that have an outcome in this history.
    var settledHashes: Set<Digest> {
        Set(settlements.values.flatMap { $0.values.map(\.hash) })
    }
}
