import NavigationModel
import SeededRandom
import Testing

/// What happens in a run, as data: it can be replayed, printed and made smaller.
struct Schedule: CustomStringConvertible {
    enum Step {
        /// A device does something; the number decides what.
        case act(Int, UInt64)
        /// A device's oldest waiting change arrives.
        case deliver(Int)
        /// A device learns what has happened; the number decides how much of it.
        case learn(Int, UInt64)
        /// Time passes.
        case wait(Int64)
    }

    /// What devices do in a run.
    enum Flavour: CaseIterable {
        /// All intents, and operations no honest client makes.
        case wild
        /// All intents; no two screens have the same route, so there are no twins.
        case distinct
        /// Pushes and pops of few routes, so most pushes have a twin.
        case twins
    }

    var steps: [Step]
    let flavour: Flavour

    init(seed: UInt64, flavour: Flavour, length: Int = 40) {
        var generator = SeededGenerator(seed: seed)
        self.flavour = flavour
        steps = [.act(0, 1), .deliver(0), .learn(1, 0), .learn(2, 0)]
        steps += (0..<length).map { _ in
            let device = generator.below(3)
            switch generator.below(10) {
            case 0..<5: return .act(device, generator.next())
            case 5..<7: return .deliver(device)
            case 7..<9: return .learn(device, generator.next())
            default: return .wait(Int64(generator.below(1_000)))
            }
        }
    }

    var description: String {
        "\(flavour): " + steps.map { "\($0)" }.joined(separator: " ")
    }

    /// Runs the schedule until everything has arrived everywhere.
    func run() -> Fleet {
        var fleet = Fleet()
        for step in steps {
            switch step {
            case .act(let device, let choice):
                Act(choice: choice, flavour: flavour).perform(by: device, in: &fleet)
            case .deliver(let device):
                fleet.deliver(from: device)
            case .learn(let device, let choice):
                let missing = UInt64(fleet.commits.count) - fleet.devices[device].revision.rawValue
                let gained = choice % 3 == 0 ? missing : choice / 3 % (missing + 1)
                fleet.catchUp(
                    device, to: Int(fleet.devices[device].revision.rawValue + gained))
            case .wait(let time):
                fleet.wait(microseconds: time)
            }
        }
        fleet.settle()
        return fleet
    }

    /// The runs from the first seeds of each flavour: every property looks at the same ones.
    static let runs: [Flavour: [Fleet]] = Dictionary(
        uniqueKeysWithValues: Flavour.allCases.map { flavour in
            (flavour, (0..<100).map { Schedule(seed: $0, flavour: flavour).run() })
        })

    /// Looks at all runs of `flavours`; the first that breaks the property is made as small as it
    /// gets and reported with its seed.
    static func check(
        _ flavours: [Flavour] = Flavour.allCases, _ property: (Fleet) -> String?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for flavour in flavours {
            for (seed, fleet) in (runs[flavour] ?? []).enumerated() {
                guard let complaint = property(fleet) else { continue }
                let schedule = Schedule(seed: UInt64(seed), flavour: flavour)
                let smallest = schedule.shrunk { property($0.run()) != nil }
                let last = smallest.run()
                let reason = property(last) ?? complaint
                Issue.record(
                    "seed \(seed): \(reason)\n\(smallest)\n\(last.transcript)",
                    sourceLocation: sourceLocation)
                return
            }
        }
    }

    private func shrunk(while fails: (Schedule) -> Bool) -> Schedule {
        var smallest = self
        var width = steps.count / 2
        while width > 0 {
            var start = 0
            while start < smallest.steps.count {
                var candidate = smallest
                let end = min(start + width, candidate.steps.count)
                candidate.steps.removeSubrange(start..<end)
                if fails(candidate) { smallest = candidate } else { start += width }
            }
            width /= 2
        }
        return smallest
    }
}
