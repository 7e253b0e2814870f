import NavigationModel
import SeededRandom

/// A daemon and its devices without the world between them: changes are made on what a device has
/// seen, wait, arrive in some order, and every commit reaches every device sooner or later.
struct Fleet {
    private let subject: Subject
    /// The daemon's state.
    private(set) var raw = SceneState()
    /// The daemon's state, as it is shown.
    private(set) var state: SceneState
    /// All that has happened at the daemon.
    private(set) var events: [Event] = []
    /// The changes that have arrived.
    private(set) var records: [Arrival] = []
    private(set) var commits: [Commit] = []
    private(set) var devices: [Device]
    private(set) var now = Timestamp(rawValue: 1_000_000)

    /// A change that has arrived, with its outcome.
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

    enum Event {
        case arrival(Arrival)
        case upkeep(Upkeep)
    }

    /// A commit of the daemon's own.
    struct Upkeep {
        let commit: Commit
        /// The state before and after, as it is shown.
        let before: SceneState
        let after: SceneState
    }

    /// A client: what it has seen, and its own changes that have not arrived.
    struct Device {
        let id: DeviceID
        var seen = SceneState()
        var revision: Revision = .zero
        var waiting: [(change: Change, made: Timestamp)] = []
        var sequence: SequenceNumber = .zero
        var done: Timestamp = .zero
        /// The inverse changes for undo.
        var reversals: [InverseChange] = []
    }

    init(devices count: Int = 3, subject: Subject = .product) {
        self.subject = subject
        state = subject.show(raw)
        devices = (0..<count).map { Device(id: Self.id(of: $0)) }
    }

    /// Returns the id of a device.
    static func id(of index: Int) -> DeviceID { DeviceID(high: UInt64(index + 1), low: 7) }

    /// Returns the state that a device shows: its confirmed state, with its own changes on top.
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

    /// Returns the state of a mirror that receives `commits`, in their order.
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

    /// A device performs an intent, if that makes sense in its state.
    mutating func make(
        _ intent: Intent, on index: Int, using generator: inout SeededGenerator
    ) throws(IntentError) {
        make(
            try view(of: index).operations(for: intent, by: devices[index].id, using: &generator),
            on: index)
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
        let (before, shownBefore) = (raw, state)
        let revision = Revision(rawValue: UInt64(commits.count + 1))
        let admission = subject.admit(&raw, change, time, revision)
        state = subject.show(raw)
        devices[index].done = time
        let stamp = change.stamp(at: time)
        let commit =
            admission.effects.isEmpty
            ? nil
            : Commit(
                revision: revision, stamp: stamp, author: "device", operations: change.operations,
                outcomes: admission.outcomes, effects: admission.effects)
        if let commit { commits.append(commit) }
        let arrival = Arrival(
            change: change, stamp: stamp, outcomes: admission.outcomes, commit: commit,
            rawBefore: before, rawAfter: raw, before: shownBefore, after: state)
        records.append(arrival)
        events.append(.arrival(arrival))
        // Its own commit it learns with the receipt, and all before it.
        catchUp(index, to: commits.count)
    }

    /// A device's act is recorded, so that it can be undone.
    mutating func remember(_ reversal: InverseChange?, on index: Int) {
        if let reversal { devices[index].reversals.append(reversal) }
    }

    /// The daemon prunes the tombstones that devices with all but the newest commits do not need.
    mutating func prune(keeping newest: Int) {
        let horizon = Revision(rawValue: UInt64(max(0, commits.count - newest)))
        let prune = subject.prune
        keepUp { state, time, revision in prune(&state, horizon, time, revision) }
    }

    /// The daemon shortens position keys.
    mutating func rekey() {
        keepUp { state, time, revision in
            state.rekey(at: time, as: revision, by: "daemon").map { [$0] } ?? []
        }
    }

    private mutating func keepUp(
        _ work: (inout SceneState, Timestamp, Revision) -> [Commit]
    ) {
        wait(microseconds: 10)
        now = max(now, raw.latest.next)
        var worked = raw
        let made = work(&worked, now, Revision(rawValue: UInt64(commits.count + 1)))
        for commit in made {
            let before = state
            if commit.revision == made.last?.revision { raw = worked } else { raw.apply(commit) }
            commits.append(commit)
            state = subject.show(raw)
            events.append(.upkeep(Upkeep(commit: commit, before: before, after: state)))
        }
    }

    /// All commits in some other order, some of them twice: but none over a prune.
    func shuffledCommits(_ generator: inout SeededGenerator) -> [Commit] {
        var shuffled: [Commit] = []
        for era in commits.split(omittingEmptySubsequences: false, whereSeparator: \.isPrune) {
            let twice = era + era.filter { _ in generator.oneIn(2) }
            shuffled += twice.shuffled(using: &generator)
            if commits.indices.contains(era.endIndex) { shuffled.append(commits[era.endIndex]) }
        }
        return shuffled
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
            if let setting = operation.payload as? SetItemsOperation {
                index += UInt32(setting.items.count)
            }
            index += 1
            return (own, operation)
        }
    }
}

extension Commit {
    /// A Boolean value indicating whether the commit is one that other commits can't be moved over.
    fileprivate var isPrune: Bool { !prunedRecords.isEmpty }
}
