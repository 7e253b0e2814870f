import NavigationModel
import SeededRandom

/// The events of a run, as data: it can be replayed, printed and made smaller.
struct Schedule: Sendable, CustomStringConvertible {
    enum Step: Hashable, Sendable {
        /// A device makes one change of these steps; the number gives what is fresh its names.
        case act(Int, [Act], fresh: UInt64)
        /// A device's oldest waiting change arrives.
        case deliver(Int)
        /// A device learns so many more commits; all if there is no number.
        case learn(Int, Int?)
        /// Time passes.
        case wait(Int64)
        /// The daemon forgets what nobody needs who has seen all but the newest commits.
        case prune(keeping: Int)
        /// The daemon shortens position keys.
        case rekey
    }

    /// The acts of devices in a run.
    enum Flavour: CaseIterable, Sendable {
        /// All there is, and operations that no honest client makes.
        case wild
        /// All there is; no two screens have the same route, so there are no twins.
        case distinct
        /// Pushes and pops of few routes and few titles, so most pushes have a twin, and most of the
        /// others one of their route that says something else.
        case twins
        /// All there is, and the daemon's own commits in between.
        case upkeep

        /// Runs in which nothing is forgotten.
        static let withoutUpkeep: [Flavour] = [.wild, .distinct, .twins]
    }

    var steps: [Step]
    let flavour: Flavour

    init(steps: [Step], flavour: Flavour) {
        self.steps = steps
        self.flavour = flavour
    }

    /// The schedule of a seed: risks one after the other, with what is left open in between.
    init(seed: UInt64, flavour: Flavour) {
        var maker = ScheduleMaker(seed: seed, flavour: flavour)
        self.init(steps: maker.steps(), flavour: flavour)
    }

    /// Runs the schedule until everything has arrived everywhere.
    ///
    /// - Parameter rewriting: the operations of a change as a device with this state submits them.
    func run(
        on subject: Subject = .product,
        rewriting: ([Operation], SceneState) -> [Operation] = { operations, _ in operations }
    ) -> Fleet {
        var fleet = Fleet(subject: subject)
        for step in steps {
            switch step {
            case .act(let device, let acts, let fresh):
                var generator = SeededGenerator(seed: fresh)
                let view = fleet.view(of: device)
                let operations = Act.operations(
                    acts, by: fleet.devices[device], in: view, generator: &generator)
                let own = fleet.devices[device]
                let reversal = view.reversal(
                    of: operations, by: own.id, as: own.sequence.next)
                let rewritten = rewriting(operations, view)
                if fleet.make(rewritten, on: device) != nil {
                    fleet.remember(reversal.isPossible ? reversal : nil, on: device)
                }
            case .deliver(let device):
                fleet.deliver(from: device)
            case .learn(let device, let count):
                let known = Int(fleet.devices[device].revision.rawValue)
                fleet.catchUp(device, to: count.map { known + $0 } ?? fleet.commits.count)
            case .wait(let time):
                fleet.wait(microseconds: time)
            case .prune(let newest): fleet.prune(keeping: newest)
            case .rekey: fleet.rekey()
            }
        }
        fleet.settle()
        return fleet
    }

    var description: String {
        steps.map { "  \($0)" }.joined(separator: "\n")
    }
}

extension Schedule.Step: CustomStringConvertible {
    var description: String {
        switch self {
        case .act(let device, let acts, _):
            "device \(device) " + acts.map(\.description).joined(separator: ", and ")
        case .deliver(let device): "device \(device)'s oldest change arrives"
        case .learn(let device, nil): "device \(device) learns all"
        case .learn(let device, .some(let count)): "device \(device) learns \(count) commits"
        case .wait(let time): "\(time) µs pass"
        case .prune(let newest): "the daemon prunes all but the newest \(newest) revisions"
        case .rekey: "the daemon shortens position keys"
        }
    }
}
