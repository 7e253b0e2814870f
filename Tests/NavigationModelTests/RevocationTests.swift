import Testing

@testable import NavigationModel

@Suite("A revocation in the scene")
struct RevocationTests {
    private let phone = DeviceID(high: 1, low: 1)
    private let tablet = DeviceID(high: 1, low: 2)

    @Test("P1: it joins like every write, changes nothing that is shown, and is never pruned")
    func joins() {
        var state = SceneState()
        let change = Change(
            device: phone, sequence: 1, base: Change.Base(revision: .zero, latest: .zero),
            operations: [.declareTab("a", at: .between(nil, nil), attributes: [])])
        let made = state.execute(change, at: Timestamp(rawValue: 5), revision: 1)
        let scene = state.scene
        let commit = state.revoke(
            [(phone, "phone"), (tablet, "tablet")], at: Timestamp(rawValue: 6), as: 2,
            by: "navsyncd")
        #expect(
            commit.operations == [.deviceRevoked(phone, "phone"), .deviceRevoked(tablet, "tablet")])
        #expect(commit.outcomes == [.applied, .applied])
        #expect(commit.stamp.device == .daemon)
        #expect(state.scene == scene)
        #expect(state.recomputedDigest == state.digest)

        var other = SceneState()
        other.apply(commit)
        other.join(made.effects, at: 1)
        other.apply(commit)
        #expect(other == state)

        _ = state.prune(
            through: 2, limit: 100, most: 1, at: Timestamp(rawValue: 9), as: 3, by: "navsyncd")
        #expect(state[.device(phone), DeviceField.revoked]?.revision == 2)
        #expect(state[.device(tablet), DeviceField.revoked]?.stamp == commit.stamp)
    }

    @Test("No device can set it for another")
    func refused() {
        var state = SceneState()
        let change = Change(
            device: phone, sequence: 1, base: Change.Base(revision: .zero, latest: .zero),
            operations: [.deviceRevoked(tablet, "tablet")])
        let admission = state.execute(change, at: Timestamp(rawValue: 5), revision: 1)
        #expect(admission.outcomes.mostSevere.kind == .rejected)
        #expect(state[.device(tablet)].isEmpty)
    }
}
