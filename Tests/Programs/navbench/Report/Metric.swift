/// A figure of a slice.
enum Metric: String, CaseIterable {
    /// Changes a second that were acknowledged, and that the mirror has got.
    case rate
    /// Changes a second that all mirrors have got, in all.
    case deliveries
    /// Microseconds of processor time of the whole server, for each change; in a fan-out for each delivery.
    case processorTime
    /// The same of its busiest thread.
    case busiestThread
    /// Microseconds from a change to its receipt: half of the changes are faster.
    case receiptMedian
    /// The same, of which 99 of 100 are faster.
    case receiptLate
    /// Microseconds from a change to the other device: half of the changes are faster.
    case mirrorMedian
    /// The same, of which 99 of 100 are faster.
    case mirrorLate
    /// Milliseconds to fetch all that was missed.
    case fetch
    /// The share of a processor that the busiest thread of the clients took: near 1 they are the limit.
    case client

    /// A Boolean value indicating whether more is better.
    var isMoreBetter: Bool { self == .rate || self == .deliveries }
}

/// Order statistics of samples.
enum Quantile {
    /// Returns the value below which `share` of the samples are, by the nearest rank; `nil` without any.
    static func value<Sample: Comparable>(_ share: Double, of samples: [Sample]) -> Sample? {
        guard !samples.isEmpty else { return nil }
        let rank = Int((share * Double(samples.count)).rounded(.up))
        return samples.sorted()[min(max(rank, 1), samples.count) - 1]
    }

    /// Returns the median: of an even number, the mean of the two in the middle.
    static func median(_ samples: [Double]) -> Double? {
        guard !samples.isEmpty else { return nil }
        let sorted = samples.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}

/// The figures of one server in one cell: each is taken once a round.
struct Row {
    /// The cell.
    let cell: Cell
    /// The server's name.
    let server: String
    /// The figures of each round.
    var rounds: [[Metric: Double]] = []

    /// Returns a figure's values, in the order of the rounds.
    func values(_ metric: Metric) -> [Double] { rounds.compactMap { $0[metric] } }

    /// Returns the best value of all rounds.
    func best(_ metric: Metric) -> Double? {
        metric.isMoreBetter ? values(metric).max() : values(metric).min()
    }

    /// Returns the median of all rounds.
    func median(_ metric: Metric) -> Double? { Quantile.median(values(metric)) }

    /// Returns the median of the ratios to another row, each of one round.
    func ratio(_ metric: Metric, to other: Row) -> Double? {
        Quantile.median(
            zip(rounds, other.rounds).compactMap { own, other in
                guard let own = own[metric], let other = other[metric], other > 0 else {
                    return nil
                }
                return own / other
            })
    }
}

/// A measurement: the same work for each server.
struct Cell: Hashable, Encodable {
    /// The kind.
    let kind: Kind
    /// The way to the servers.
    let transport: Transport
    /// The number of what its kind varies.
    let number: Int

    /// The kinds of measurements.
    enum Kind: String, CaseIterable, Encodable {
        /// Durable changes of one device, with so many outstanding, and one mirror.
        case durable
        /// The same, each second of which pops the screen that the one before has pushed.
        case steps
        /// The same of several devices that share 128 outstanding, and a polite one among them.
        case devices
        /// Durable changes to so many scenes in turn, of one device of each user.
        case scenes
        /// Durable changes of one device, to so many mirrors.
        case fanout
        /// Fetching so many changes that were missed, from the log.
        case catchup
    }

    /// Changes that several devices have outstanding together, and one with many scenes or mirrors.
    static let outstanding = 128

    /// Pushes and pops that may be outstanding: a device tells its oldest base after as many, and none
    /// of those before is outstanding then.
    static let mostSteps = 512

    /// Scenes of one user: the daemon allows a few more.
    private static let scenesOfUser = 50

    /// The targets of the devices that are busy.
    var targets: [Target] {
        switch kind {
        case .durable, .fanout, .catchup: [Target()]
        case .steps: [Target(isStepping: true)]
        case .devices: Array(repeating: Target(), count: number)
        case .scenes:
            stride(from: 0, to: number, by: Self.scenesOfUser).enumerated().map { user, first in
                Target(user: user, scenes: min(Self.scenesOfUser, number - first))
            }
        }
    }

    /// A Boolean value indicating whether its number is that of the changes outstanding.
    var isOfOutstanding: Bool { kind == .durable || kind == .steps }

    /// The number of mirrors.
    var mirrors: Int {
        switch kind {
        case .durable, .steps, .devices: 1
        case .fanout: number
        case .scenes, .catchup: 0
        }
    }

    /// The name for people.
    var title: String {
        switch kind {
        case .durable, .steps: "\(number) outstanding"
        case .devices: number == 1 ? "1 device" : "\(number) devices"
        case .scenes: number == 1 ? "1 scene" : "\(number) scenes"
        case .fanout: "\(number) mirrors"
        case .catchup: "\(number) changes"
        }
    }
}
