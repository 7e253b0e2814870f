@testable import NavigationModel
import SeededRandom
import Testing

/// Taking back, and taking that back, by one device alone.
@Suite struct TakingBackTests {
    @Test("Of n changes: taking n back, then those n back again, shows what was shown before")
    func identity() {
        var changed = 0
        for seed in UInt64(0)..<100 {
            var maker = ScheduleMaker(seed: seed, flavour: .distinct)
            let acts = maker.acts(8)
            let complaint = complaint(about: acts, &changed)
            guard complaint != nil else { continue }
            let smallest = acts.shrunk { self.complaint(about: $0, &changed) != nil }
            Issue.record("seed \(seed): \(complaint ?? "")\nin short: \(smallest)")
            return
        }
        #expect(changed > 90, "taking back has to be seen")
    }

    /// What is wrong; `nil` if nothing is. Counts the runs in which something was taken back.
    private func complaint(about acts: [Act], _ changed: inout Int) -> String? {
        var desk = Desk()
        for (number, act) in ([.begin] + acts).enumerated() {
            desk.perform(act, fresh: UInt64(number))
        }
        let before = desk.scene
        let done = desk.journal
        desk.journal = []
        for reversal in done.reversed() { desk.takeBack(reversal) }
        let undone = desk.journal
        if desk.scene != before { changed += 1 }
        desk.journal = []
        for reversal in undone.reversed() { desk.takeBack(reversal) }
        return desk.scene == before ? nil : desk.fleet.readable(desk.fleet.transcript)
    }

    /// A device and its daemon, always in touch.
    private struct Desk {
        var fleet = Fleet(devices: 1)
        /// What takes each change back.
        var journal: [Reversal] = []

        var scene: SceneDescription { SceneDescription(fleet.state.scene) }

        mutating func perform(_ act: Act, fresh: UInt64) {
            var generator = SeededGenerator(seed: fresh)
            let operations = Act.operations(
                [act], by: fleet.devices[0], in: fleet.view(of: 0), generator: &generator)
            perform(operations)
        }

        mutating func takeBack(_ reversal: Reversal) {
            perform(fleet.state.operations(takingBack: reversal, by: fleet.devices[0].id))
        }

        /// Does it if it can be taken back.
        private mutating func perform(_ operations: [Operation]) {
            let own = fleet.devices[0]
            let reversal = fleet.state.reversal(
                of: operations, by: own.id, as: own.sequence.next)
            guard reversal.isPossible, fleet.make(operations, on: 0) != nil else { return }
            fleet.deliver(from: 0)
            journal.append(reversal)
        }
    }
}
