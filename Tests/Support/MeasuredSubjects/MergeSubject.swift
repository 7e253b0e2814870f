package import NavigationModel
import SeededRandom

/// A scene at its daemon and at a mirror of it.
package final class MergeSubject {
    private var daemon = SceneState()
    /// The state at the mirror; the daemon's is the same, or the program ends.
    package private(set) var mirror = SceneState()
    private var revision = Revision.zero
    private var sequence = SequenceNumber.zero
    private var generator = SeededGenerator(seed: 1)
    private let device = DeviceID(high: 1, low: 2)

    /// A stack of `depth` screens, each pushed on the one before.
    package init(depth: Int) {
        perform(.declareTab(TabDescription(id: "inbox", title: "Inbox"), nil))
        for number in 1...depth { perform(.push(screen(number))) }
    }

    /// A short stack after `history` commits that pushed and popped.
    package convenience init(history: Int) {
        self.init(depth: 10)
        while revision.rawValue < UInt64(history) { pushAndPop() }
    }

    /// Two changes and their commits: the stack is as deep as before.
    package func pushAndPop() {
        perform(.push(screen(Int(truncatingIfNeeded: sequence.rawValue))))
        perform(.pop())
    }

    private func screen(_ number: Int) -> ScreenDescription {
        ScreenDescription(route: "mail://inbox/\(number)", title: "Mail \(number)")
    }

    private func perform(_ intent: Intent) {
        guard let operations = try? mirror.operations(for: intent, using: &generator) else {
            preconditionFailure("the benchmark's own intents make sense")
        }
        sequence = sequence.next
        let change = Change(
            device: device, sequence: sequence,
            base: Change.Base(revision: revision, latest: mirror.latest), operations: operations)
        let time = daemon.latest.next
        let admission = daemon.execute(change, at: time, revision: revision.next)
        revision = revision.next
        mirror.apply(
            Commit(
                revision: revision, stamp: change.stamp(at: time), author: "phone",
                operations: operations, outcomes: admission.outcomes, effects: admission.effects))
        precondition(mirror.digest == daemon.digest, "the mirror follows the daemon")
    }
}
