import NavigationClient
import NavigationModel
import NavigationWire
import Testing

@Suite("The choice among what devices remember of a scene")
struct HealingChoiceTests {
    private static func state(
        _ epoch: UInt64, _ revision: Revision, digest: UInt8 = 0, acknowledged: Revision? = nil
    ) -> RememberedState {
        RememberedState(
            position: Head(
                scene: .main, epoch: Epoch(rawValue: epoch), revision: revision,
                digest: Digest(hashing: [digest])),
            store: .none, latest: .zero, tabs: 0, screens: 0, devices: [],
            acknowledged: acknowledged.map {
                RememberedState.Acknowledged(revision: $0, digest: Digest(hashing: [0]))
            }, offer: RememberedState.Offer(id: 1, length: 1))
    }

    @Test("There is none among none")
    func none() {
        #expect(HealingChoice(among: []) == nil)
    }

    @Test("Of one history it is the newest, as it has all that the others have")
    func newest() {
        let states = [Self.state(1, 10), Self.state(1, 12), Self.state(1, 11)]
        #expect(HealingChoice(among: states) == .state(states[1]))
    }

    @Test("Of two histories that nothing is known of a person chooses")
    func histories() {
        let states = [Self.state(1, 10), Self.state(1, 12), Self.state(2, 30)]
        #expect(HealingChoice(among: states) == .several([states[1], states[2]]))
    }

    @Test("Of one revision with two digests a person chooses")
    func digests() {
        let states = [Self.state(1, 12, digest: 1), Self.state(1, 12, digest: 2)]
        #expect(HealingChoice(among: states) == .several(states))
    }

    @Test("One that has all that was acknowledged goes before all others")
    func acknowledged() {
        let states = [Self.state(2, 30), Self.state(1, 12, acknowledged: 12)]
        #expect(HealingChoice(among: states) == .state(states[1]))
        // What was told to nobody is not noted.
        let later = [Self.state(1, 12, acknowledged: 12), Self.state(1, 13, acknowledged: 12)]
        #expect(HealingChoice(among: later) == .state(later[1]))
    }

    @Test("Of states that all lack revisions, the newest is named as incomplete")
    func lacking() {
        let states = [Self.state(1, 10, acknowledged: 12), Self.state(1, 11, acknowledged: 12)]
        #expect(HealingChoice(among: states) == .lacking(states[1]))
    }

    @Test("One of the acknowledged revision with another digest is not what was acknowledged")
    func different() {
        let states = [
            Self.state(1, 12, digest: 1, acknowledged: 12), Self.state(1, 12, acknowledged: 12),
        ]
        #expect(HealingChoice(among: states) == .state(states[1]))
        #expect(HealingChoice(among: [states[0]]) == .lacking(states[0]))
    }
}
