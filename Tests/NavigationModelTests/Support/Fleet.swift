import NavigationModel
import SeededRandom

/// A daemon and its devices without the world between them: changes are made on what a device has
/// seen, wait, arrive in some order, and every commit reaches every device sooner or later.
struct Fleet {
    private(set) var state = SceneState()
    private(set) var records: [Arrival] = []
    private(set) var devices: [Device]
    private(set) var now = Timestamp(rawValue: 1_000_000)

    /// A change that has arrived, and what it came to.
    struct Arrival {
        let change: Change
        let stamp: Stamp
        let outcomes: [Outcome]
        let commit: Commit?
        /// The whole state before and after.
        let before: SceneState
        let after: SceneState

        var isRejected: Bool { outcomes.contains { $0.kind == .rejected } }

        /// The operations with the stamps they have, if the change was taken.
        var taken: [(stamp: Stamp, operation: Operation)] {
            isRejected ? [] : Fleet.stamped(change.operations, from: stamp)
        }
    }

    /// A client with its view: what it has seen, and its own changes on top.
    struct Device {
        let id: DeviceID
        var seen = SceneState()
        var revision: Revision = .zero
        var waiting: [(change: Change, made: Timestamp)] = []
        var sequence: SequenceNumber = .zero
        var done: Timestamp = .zero

        /// What the device shows.
        var view: SceneState {
            var view = seen
            for (change, made) in waiting {
                let time = EffectiveTime.of(
                    received: made, age: 0, seen: change.base.latest, done: view.latest)
                _ = view.admit(change, at: time, revision: revision.next)
            }
            return view
        }
    }

    init(devices count: Int = 3) {
        devices = (1...count).map { Device(id: DeviceID(high: UInt64($0), low: 7)) }
    }

    var commits: [Commit] { records.compactMap(\.commit) }

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
        make(try devices[index].view.operations(for: intent, using: &generator), on: index)
    }

    /// The oldest waiting change of a device arrives.
    mutating func deliver(from index: Int) {
        guard !devices[index].waiting.isEmpty else { return }
        let (change, made) = devices[index].waiting.removeFirst()
        wait(microseconds: 10)
        now = max(now, state.latest.next)
        let time = EffectiveTime.of(
            received: now, age: now.rawValue - made.rawValue,
            seen: min(change.base.latest, state.latest), done: devices[index].done)
        let before = state
        let revision = Revision(rawValue: UInt64(commits.count + 1))
        let admission = state.admit(change, at: time, revision: revision)
        devices[index].done = time
        let stamp = change.stamp(at: time)
        let commit =
            admission.effects.isEmpty
            ? nil
            : Commit(
                revision: revision, stamp: stamp, author: "device", operations: change.operations,
                outcomes: admission.outcomes, effects: admission.effects)
        records.append(
            Arrival(
                change: change, stamp: stamp, outcomes: admission.outcomes, commit: commit,
                before: before, after: state))
        // Its own commit it learns with the receipt, and all before it.
        catchUp(index, to: commits.count)
    }

    /// A device learns all commits up to a revision.
    mutating func catchUp(_ index: Int, to revision: Int) {
        for commit in commits where commit.revision > devices[index].revision {
            guard commit.revision.rawValue <= UInt64(revision) else { break }
            devices[index].seen.apply(commit)
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

    /// What arrived and what came of it, for a failure's report.
    var transcript: String {
        records.map { arrival in
            let revision = arrival.commit.map { "revision \($0.revision)" } ?? "no commit"
            let steps = zip(arrival.change.operations, arrival.outcomes).map { operation, outcome in
                let by = outcome.by.map { " by \($0)" } ?? ""
                return "\n    \(outcome.kind)\(by): \(operation)"
            }
            return "  \(arrival.stamp), \(revision):" + steps.joined()
        }.joined(separator: "\n").replacing("NavigationModel.", with: "")
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
