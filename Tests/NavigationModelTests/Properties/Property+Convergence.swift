import NavigationReference
import SeededRandom

@testable import NavigationModel

extension Property {
    /// P1: the same commits between two prunes, in any order, twice, give byte-equal state.
    static let convergence = Property(Schedule.Flavour.allCases) { fleet in
        var generator = SeededGenerator(seed: UInt64(fleet.commits.count))
        for _ in 0..<2 {
            let mirror = fleet.mirror(of: fleet.shuffledCommits(&generator))
            guard mirror == fleet.raw else { return "a mirror differs from the daemon" }
            guard mirror.digest == mirror.recomputedDigest else { return "digest is off" }
        }
        for device in fleet.devices where device.seen != fleet.raw {
            return "device \(device.id) has not converged"
        }
        return nil
    }

    /// P1: the daemon shows what the text of the design says, after every change, and says of each
    /// what has become of it.
    static let reference = Property(Schedule.Flavour.allCases) { fleet in
        var reference = ReferenceRun()
        for event in fleet.events {
            switch event {
            case .arrival(let arrival):
                if let complaint = reference.complaint(about: arrival) { return complaint }
            case .upkeep(let upkeep):
                let complaint = reference.complaint(about: upkeep.commit, after: upkeep.after)
                if let complaint { return complaint }
            }
        }
        return reference.complaint(aboutRegistersOf: fleet.raw)
    }

    /// P1: a mirror that gets the commits in any order shows it too, after each of them.
    static let referenceInAnyOrder = Property(Schedule.Flavour.allCases) { fleet in
        var generator = SeededGenerator(seed: UInt64(fleet.commits.count))
        var reference = ReferenceRun()
        var mirror = SceneState()
        for commit in fleet.shuffledCommits(&generator) {
            fleet.take(commit, to: &mirror)
            if let complaint = reference.complaint(about: commit, after: mirror) {
                return complaint
            }
        }
        return reference.complaint(aboutRegistersOf: mirror)
    }

    /// P11: a change is taken whole, in one commit, or nothing of it is seen.
    static let whole = Property(Schedule.Flavour.allCases) { fleet in
        for arrival in fleet.records {
            guard arrival.outcomes.count == arrival.change.operations.count else {
                return "\(arrival.outcomes.count) outcomes"
            }
            var mirror = arrival.rawBefore
            if let commit = arrival.commit { mirror.apply(commit) }
            guard mirror == arrival.rawAfter else { return "the commit is not the whole change" }
            guard arrival.isRejected else { continue }
            guard arrival.before.scene == arrival.after.scene else { return "half taken" }
            guard Set(arrival.outcomes).count == 1 else { return "half refused" }
        }
        return nil
    }

    /// P12: fields of a newer version are in every mirror what the newest write made them.
    static let unknownFields = Property([.wild]) { fleet in
        let mirror = fleet.mirror(of: fleet.commits)
        for entry in Oracle(fleet).log {
            guard let update = entry.operation.payload as? UpdateTabOperation else { continue }
            let tab = update.id
            for attribute in update.attributes where attribute.field.number > 100 {
                guard let kept = mirror[.tab(tab), attribute.field], kept.stamp >= entry.stamp
                else { return "\(attribute.field) of \(tab) is lost" }
            }
        }
        return mirror.digest == fleet.raw.digest ? nil : "digests differ"
    }
}

extension Property {
    /// The daemon's own commits change nothing that people see.
    static let unseenUpkeep = Property([.upkeep]) { fleet in
        for case .upkeep(let upkeep) in fleet.events where upkeep.before.scene != upkeep.after.scene
        {
            return "\(upkeep.commit.operations) is seen"
        }
        return nil
    }
}
