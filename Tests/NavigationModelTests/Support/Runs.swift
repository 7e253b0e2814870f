@testable import NavigationModel

/// Runs on one stack: screens of one device, each pushed on the one before.
struct Runs {
    struct Run {
        let pushes: [Oracle.Entry]
        let ids: Set<ScreenID>

        /// Returns a Boolean value indicating whether neither device had observed anything of the
        /// other's run.
        func isUnseen(by other: Run) -> Bool {
            guard pushes[0].stamp.device != other.pushes[0].stamp.device else { return false }
            return pushes.allSatisfy { own in
                other.pushes.allSatisfy { foreign in
                    !Oracle.hasSeen(own, foreign) && !Oracle.hasSeen(foreign, own)
                }
            }
        }
    }

    private(set) var all: [Run] = []

    /// All runs on `stack` of screens that are where their push put them.
    init(on stack: StackID, _ oracle: Oracle) {
        var open: [ScreenID: [Oracle.Entry]] = [:]
        for entry in oracle.log {
            guard let push = entry.operation.payload as? PushOperation, push.stack == stack,
                oracle.placements[push.id]?.stamp == entry.stamp
            else { continue }
            let before = push.below.flatMap { open[$0] } ?? []
            let isNext = before.last?.stamp.device == entry.stamp.device
            open[push.id] = (isNext ? before : []) + [entry]
        }
        all = open.values.map { pushes in
            let ids = pushes.compactMap { ($0.operation.payload as? PushOperation)?.id }
            return Run(pushes: pushes, ids: Set(ids))
        }
    }
}
