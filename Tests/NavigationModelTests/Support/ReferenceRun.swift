@testable import NavigationModel
import NavigationReference

/// The naive reference beside a daemon, commit by commit.
struct ReferenceRun {
    private var reference = ReferenceScene()
    private var registers = Registers()
    private var scene = Scene.empty
    private var selections: [DeviceID: Value] = [:]

    /// Takes what the daemon has done and compares what it shows then; `nil` if it is right.
    mutating func complaint(about commit: Commit, after: SceneState) -> String? {
        reference.apply(commit)
        registers = reference.registers
        scene = registers.scene
        selections = registers.selections
        return complaint(about: after)
    }

    /// Takes a change that has arrived, and compares its outcome, too.
    mutating func complaint(about arrival: Fleet.Arrival) -> String? {
        let (before, formerScene, former) = (registers, scene, selections)
        if let commit = arrival.commit {
            if let complaint = complaint(about: commit, after: arrival.after) { return complaint }
        } else if let complaint = complaint(about: arrival.after) {
            return complaint
        }
        guard arrival.change.operations.count == 1 else { return nil }
        let outcome = arrival.outcomes[0]
        if let commit = arrival.commit, outcome.by == commit.revision {
            return "explained by itself: \(outcome)"
        }
        guard !arrival.isRejected else { return nil }
        let allowed = ReferenceOutcome.kinds(
            of: arrival.change.operations[0], before: before, after: registers,
            isSeen: scene != formerScene || selections != former)
        guard !allowed.contains(outcome.kind) else { return nil }
        return "\(outcome.kind), not \(allowed): \(arrival.change.operations[0])"
    }

    private func complaint(about state: SceneState) -> String? {
        guard state.scene == scene else { return "shows \(state.scene)\n  not \(scene)" }
        let strayed = selections.keys.sorted().first { device in
            state.selectedTab(of: device) != registers.selectedTab(of: device)
        }
        return strayed.map { device in
            "\(device) shows \(state.selectedTab(of: device) as TabID?, default: "no tab")"
                + ", not \(registers.selectedTab(of: device) as TabID?, default: "no tab")"
        }
    }

    /// Returns a description of the difference to the state's registers; `nil` if they are the
    /// same.
    func complaint(aboutRegistersOf state: SceneState) -> String? {
        var held = Registers()
        for (effect, revision) in state.entries {
            held[effect.record, effect.field] = Register(
                stamp: effect.stamp, value: effect.value, revision: revision)
        }
        guard held == registers else { return "the registers differ" }
        return state.digest == state.recomputedDigest ? nil : "the digest is off"
    }
}
