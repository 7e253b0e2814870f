import NavigationModel
import SeededRandom

/// A daemon and its devices without the world between them: changes are made on what a device has
/// seen, wait, arrive in some order, and every commit reaches every device sooner or later.
struct Fleet {
    private let subject: Subject
    /// The daemon's state.
    private(set) var raw = SceneState()
    private(set) var records: [Arrival] = []
    private(set) var commits: [Commit] = []
    private(set) var devices: [Device]
    private(set) var now = Timestamp(rawValue: 1_000_000)

    /// A change that has arrived, and what it came to.
    struct Arrival {
        let change: Change
        let stamp: Stamp
        let outcomes: [Outcome]
        let commit: Commit?
        /// The daemon's state before and after.
        let rawBefore: SceneState
        let rawAfter: SceneState
        /// The same, as it is shown.
        let before: SceneState
        let after: SceneState

        var isRejected: Bool { outcomes.contains { $0.kind == .rejected } }

        /// The operations with the stamps they have, if the change was taken.
        var taken: [(stamp: Stamp, operation: Operation)] {
            isRejected ? [] : Fleet.stamped(change.operations, from: stamp)
        }
    }

    /// A client: what it has seen, and its own changes that have not arrived.
    struct Device {
        let id: DeviceID
        var seen = SceneState()
        var revision: Revision = .zero
        var waiting: [(change: Change, made: Timestamp)] = []
        var sequence: SequenceNumber = .zero
        var done: Timestamp = .zero
    }

    init(devices count: Int = 3, subject: Subject = .product) {
        self.subject = subject
        devices = (1...count).map { Device(id: DeviceID(high: UInt64($0), low: 7)) }
    }

    /// The daemon's state, as it is shown.
    var state: SceneState { subject.show(raw) }

    /// What a device shows: what it has seen, with its own changes on top.
    func view(of index: Int) -> SceneState {
        let device = devices[index]
        var view = device.seen
        for (change, made) in device.waiting {
            let time = EffectiveTime.of(
                received: made, age: 0, seen: change.base.latest, done: view.latest)
            _ = subject.admit(&view, change, time, device.revision.next)
        }
        return subject.show(view)
    }

    /// What a mirror comes to that gets `commits`, in their order.
    func mirror(of commits: [Commit]) -> SceneState {
        commits.reduce(into: SceneState()) { state, commit in take(commit, to: &state) }
    }

    /// A mirror takes a commit.
    func take(_ commit: Commit, to state: inout SceneState) { subject.apply(&state, commit) }

    mutating func wait(microseconds: Int64) {
        now = now.advanced(byMicroseconds: microseconds)
    }

    /// A device makes a change on what it sees; nothing if there are no operations.
    @discardableResult
    mutating func make(_ operations: [Operation], on index: Int) -> Change? {
        guard !operations.isEmpty else { return nil }
        wait(microseconds: 10)
        devices[index].sequence = devices[index].sequence.next
        let device = devices[index]
        let change = Change(
            device: device.id, sequence: device.sequence,
            base: Change.Base(revision: device.revision, latest: device.seen.latest),
            operations: operations)
        devices[index].waiting.append((change, now))
        return change
    }

    /// A device does what somebody wants, if that makes sense to it.
    mutating func make(
        _ intent: Intent, on index: Int, using generator: inout SeededGenerator
    ) throws(IntentError) {
        make(try view(of: index).operations(for: intent, using: &generator), on: index)
    }

    /// The oldest waiting change of a device arrives.
    mutating func deliver(from index: Int) {
        guard !devices[index].waiting.isEmpty else { return }
        let (change, made) = devices[index].waiting.removeFirst()
        wait(microseconds: 10)
        now = max(now, raw.latest.next)
        let time = EffectiveTime.of(
            received: now, age: now.rawValue - made.rawValue,
            seen: min(change.base.latest, raw.latest), done: devices[index].done)
        let before = raw
        let revision = Revision(rawValue: UInt64(commits.count + 1))
        let admission = subject.admit(&raw, change, time, revision)
        devices[index].done = time
        let stamp = change.stamp(at: time)
        let commit =
            admission.effects.isEmpty
            ? nil
            : Commit(
                revision: revision, stamp: stamp, author: "device", operations: change.operations,
                outcomes: admission.outcomes, effects: admission.effects)
        if let commit { commits.append(commit) }
        records.append(
            Arrival(
                change: change, stamp: stamp, outcomes: admission.outcomes, commit: commit,
                rawBefore: before, rawAfter: raw, before: subject.show(before),
                after: subject.show(raw)))
        // Its own commit it learns with the receipt, and all before it.
        catchUp(index, to: commits.count)
    }

    /// A device learns all commits up to a revision.
    mutating func catchUp(_ index: Int, to revision: Int) {
        for commit in commits where commit.revision > devices[index].revision {
            guard commit.revision.rawValue <= UInt64(revision) else { break }
            subject.apply(&devices[index].seen, commit)
            devices[index].revision = commit.revision
        }
    }

    /// Everything arrives everywhere.
    mutating func settle() {
        for index in devices.indices {
            while !devices[index].waiting.isEmpty { deliver(from: index) }
        }
        for index in devices.indices { catchUp(index, to: commits.count) }
    }

    static func stamped(
        _ operations: [Operation], from stamp: Stamp
    ) -> [(stamp: Stamp, operation: Operation)] {
        var index = stamp.index
        return operations.map { operation in
            let own = stamp.at(index)
            if case .setItems(_, let items) = operation { index += UInt32(items.count) }
            index += 1
            return (own, operation)
        }
    }
}
