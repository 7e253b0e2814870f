/// The floors of stacks as they were raised one after the other, of which a state has the newest
/// alone.
///
/// With it a prune knows where a floor was at its horizon, however often it was raised since. It is
/// kept beside a state and is no part of it: without it less is pruned.
package struct FloorHistory: Sendable {
    private struct Raising {
        let revision: Revision
        let floor: Stamp
    }

    /// Raisings of one stack that are known; beyond it every second is left out.
    private static let most = 64

    /// The raisings of each stack, in the order of their revisions.
    private var raisings: [StackID: [Raising]] = [:]

    package init() {}

    /// Records the floors that a commit has raised.
    package mutating func note(_ commit: Commit) {
        for effect in commit.effects where effect.field == StackField.floor {
            guard let stack = StackID(of: effect.record) else { continue }
            var known = raisings[stack] ?? []
            known.append(Raising(revision: commit.revision, floor: effect.stamp))
            if known.count > Self.most {
                known = known.indices.compactMap { $0.isMultiple(of: 2) ? nil : known[$0] }
            }
            raisings[stack] = known
        }
    }

    /// Drops the raisings that no later horizon needs.
    package mutating func forget(before horizon: Revision) {
        for (stack, known) in raisings {
            let first = known.lastIndex { $0.revision <= horizon } ?? 0
            raisings[stack] = first > 0 ? Array(known[first...]) : known
        }
    }

    /// Returns the highest floor that a stack is known to have had at a revision.
    func floor(of stack: StackID, at horizon: Revision) -> Stamp? {
        raisings[stack]?.last { $0.revision <= horizon }?.floor
    }
}
