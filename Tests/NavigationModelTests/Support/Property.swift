import FoundationEssentials
import NavigationModel
import Testing

/// Something that holds in every run, and the runs it is about.
struct Property: Sendable {
    let flavours: [Schedule.Flavour]
    /// A function that returns a description of a violation in a run; `nil` if there is none.
    let complaint: @Sendable (Fleet) -> String?

    init(
        _ flavours: [Schedule.Flavour] = Schedule.Flavour.withoutUpkeep,
        _ complaint: @escaping @Sendable (Fleet) -> String?
    ) {
        self.flavours = flavours
        self.complaint = complaint
    }

    /// The seeds of the runs of each flavour: `NAVSYNC_MODEL_SEEDS=500..<600` runs others.
    static let seeds: Range<UInt64> = {
        let given = ProcessInfo.processInfo.environment["NAVSYNC_MODEL_SEEDS"] ?? ""
        let bounds = given.split(separator: "..<").compactMap { UInt64($0) }
        return bounds.count == 2 && bounds[0] < bounds[1] ? bounds[0]..<bounds[1] : 0..<50
    }()

    /// The product's runs: every property looks at the same ones.
    private static let runs: [Schedule.Flavour: [Fleet]] = Dictionary(
        uniqueKeysWithValues: Schedule.Flavour.allCases.map { flavour in
            (flavour, seeds.map { Schedule(seed: $0, flavour: flavour).run() })
        })

    static var allRuns: [Fleet] { Schedule.Flavour.allCases.flatMap { runs[$0] ?? [] } }

    /// Looks at the product's runs and reports the first that breaks the property, made small.
    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        for flavour in flavours {
            for (seed, fleet) in zip(Property.seeds, Property.runs[flavour] ?? []) {
                guard complaint(fleet) != nil else { continue }
                let schedule = Schedule(seed: seed, flavour: flavour)
                let failure = Failure(of: self, with: .product, seed: seed, schedule)
                Issue.record("\(failure)", sourceLocation: sourceLocation)
                return
            }
        }
    }

    /// The first run of a subject that breaks the property, made small.
    func failure(of subject: Subject, seeds: Range<UInt64> = Property.seeds) -> Failure? {
        for seed in seeds {
            for flavour in flavours {
                let schedule = Schedule(seed: seed, flavour: flavour)
                guard complaint(schedule.run(on: subject)) != nil else { continue }
                return Failure(of: self, with: subject, seed: seed, schedule)
            }
        }
        return nil
    }
}

/// A run that broke a property, as small as it gets.
struct Failure: CustomStringConvertible {
    let seed: UInt64
    let schedule: Schedule
    let fleet: Fleet
    let complaint: String

    init(of property: Property, with subject: Subject, seed: UInt64, _ schedule: Schedule) {
        self.seed = seed
        let smallest = schedule.shrunk { property.complaint($0.run(on: subject)) != nil }
        self.schedule = smallest
        fleet = smallest.run(on: subject)
        complaint = property.complaint(fleet) ?? "it does not fail again"
    }

    var description: String {
        fleet.readable(
            """
            seed \(seed) of \(schedule.flavour): \(complaint)
            \(schedule)
            what arrived:
            \(fleet.transcript)
            """)
    }
}
