import SeededRandom

extension Schedule {
    /// A schedule that still fails, and of which nothing more can be left out: no step, no part of
    /// a change.
    func shrunk(while fails: (Schedule) -> Bool) -> Schedule {
        var smallest = self
        while true {
            let before = smallest.size
            smallest = smallest.withFewerSteps(fails).withShorterSteps(fails)
            if smallest.size == before { return smallest }
        }
    }

    /// The amount of text that a person has to read.
    var size: Int {
        steps.reduce(0) { sum, step in
            switch step {
            case .act(_, let acts, _): sum + 1 + acts.count
            case .learn(_, .some), .wait: sum + 2
            case .learn(_, nil), .deliver, .prune, .rekey: sum + 1
            }
        }
    }

    private func withFewerSteps(_ fails: (Schedule) -> Bool) -> Schedule {
        let steps = steps.shrunk { fails(Schedule(steps: $0, flavour: flavour)) }
        return Schedule(steps: steps, flavour: flavour)
    }

    private func withShorterSteps(_ fails: (Schedule) -> Bool) -> Schedule {
        var smallest = self
        for index in steps.indices {
            for shorter in smallest.steps[index].shorter {
                var candidate = smallest
                candidate.steps[index] = shorter
                if fails(candidate) {
                    smallest = candidate
                    break
                }
            }
        }
        return smallest
    }
}

extension Schedule.Step {
    /// The same step with less in it.
    fileprivate var shorter: [Schedule.Step] {
        switch self {
        case .act(let device, let acts, let fresh) where acts.count > 1:
            return acts.indices.map { left in
                var fewer = acts
                fewer.remove(at: left)
                return .act(device, fewer, fresh: fresh)
            }
        case .learn(let device, .some): return [.learn(device, nil)]
        default: return []
        }
    }
}
