@testable import NavigationModel
import NavigationReference
import SeededRandom
import Testing

/// The product's state beside the naive reference, after every step.
@Suite struct ReferenceTests {
    @Test("The daemon shows what the text of the design says, after every commit")
    func daemon() {
        Schedule.check { fleet in
            var reference = ReferenceScene()
            for arrival in fleet.records {
                if let commit = arrival.commit { reference.apply(commit) }
                if let complaint = reference.complaint(about: arrival.after) { return complaint }
            }
            return nil
        }
    }

    @Test("P1: a mirror that gets the commits in any order shows it too, after each of them")
    func mirrors() {
        Schedule.check { fleet in
            var generator = SeededGenerator(seed: UInt64(fleet.commits.count))
            var reference = ReferenceScene()
            var mirror = SceneState()
            for commit in (fleet.commits + fleet.commits).shuffled(using: &generator) {
                reference.apply(commit)
                mirror.apply(commit)
                if let complaint = reference.complaint(about: mirror) { return complaint }
            }
            return nil
        }
    }
}
