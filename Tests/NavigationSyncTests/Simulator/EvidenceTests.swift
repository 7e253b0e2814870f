import NavigationModel
import NavigationSimulator
import Testing

/// The oracles that look at a whole history, held against histories that were tampered with.
@Suite("The tests of the oracles that read a history")
struct EvidenceTests {
    private let device = DeviceID(high: 1, low: 1)

    /// A log by one device: each entry is one change.
    private func history(_ intents: Intent...) -> (commits: [Commit], state: SceneState) {
        var state = SceneState()
        var commits: [Commit] = []
        var generator = SystemRandomNumberGenerator()
        for (index, intent) in intents.enumerated() {
            let operations = (try? state.operations(for: intent, using: &generator)) ?? []
            let number = UInt64(index + 1)
            let change = Change(
                device: device, sequence: SequenceNumber(rawValue: number),
                base: Change.Base(
                    revision: Revision(rawValue: number - 1), latest: state.latest),
                operations: operations)
            let time = state.latest.next
            let admission = state.execute(change, at: time, revision: Revision(rawValue: number))
            commits.append(
                Commit(
                    revision: Revision(rawValue: number), stamp: change.stamp(at: time),
                    author: "phone", operations: operations, outcomes: admission.outcomes,
                    effects: admission.effects))
        }
        return (commits, state)
    }

    private var sample: (commits: [Commit], state: SceneState) {
        history(
            .replaceScene(
                SceneDescription(tabs: [
                    TabDescription(
                        id: "inbox", title: "Inbox", stack: [ScreenDescription(route: "root")])
                ])),
            .push(ScreenDescription(route: "a"), onto: "inbox"),
            .push(ScreenDescription(route: "b"), onto: "inbox"),
            .pop(from: "inbox"))
    }

    @Test("An honest history has nothing wrong with it")
    func honest() {
        let (commits, state) = sample
        let evidence = Evidence(commits: commits, scene: state.scene)
        #expect(evidence.wrongs.isEmpty, "\(evidence.wrongs)")
    }

    @Test("P3: a push that vanished is noticed")
    func vanished() {
        let (commits, state) = sample
        var evidence = Evidence(commits: commits, scene: state.scene)
        let inbox = Tab(id: "inbox", title: "Inbox", stack: [])
        evidence.scene = Scene(selectedTab: "inbox", tabs: [inbox])
        #expect(evidence.wrongs.contains { $0.oracle == .pushKept })
    }

    @Test("P2: a pop of screens popped before, and one of more than it names")
    func poppedTwice() throws {
        let (commits, state) = sample
        let pop = try #require(commits.last)
        let again = Commit(
            revision: pop.revision.next, stamp: pop.stamp, author: "tablet",
            operations: pop.operations, outcomes: [.applied], effects: [])
        let twice = Evidence(commits: commits + [again], scene: state.scene)
        #expect(twice.wrongs.contains { $0.oracle == .popOnce })

        let id = try #require(commits[1].operations[0].payload as? PushOperation).id
        let stamp = try #require(commits[1].effects.first).stamp
        let more = Commit(
            revision: pop.revision, stamp: pop.stamp, author: "phone",
            operations: pop.operations, outcomes: pop.outcomes,
            effects: pop.effects + [
                RegisterWrite(record: .screen(id), field: ScreenField.popped, stamp: stamp)
            ])
        let greedy = Evidence(commits: commits.dropLast() + [more], scene: state.scene)
        #expect(greedy.wrongs.contains { $0.oracle == .popOnce })
    }
}
