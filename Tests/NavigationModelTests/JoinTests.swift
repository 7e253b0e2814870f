@testable import NavigationModel
import SeededRandom
import Testing

/// The state is a join: order, duplication and delay of effects make no difference.
@Suite struct JoinTests {
    @Test("Effects one by one, in any order, give the same as commits")
    func effectsAlone() {
        Property { fleet in
            var generator = SeededGenerator(seed: 5)
            let effects = fleet.commits.flatMap { commit in
                commit.effects.map { ($0, commit.revision) }
            }
            var mirror = SceneState()
            for (effect, revision) in effects.shuffled(using: &generator) {
                mirror.join([effect], at: revision)
            }
            guard mirror == fleet.state else { return "effects out of order differ" }
            return mirror.scene == fleet.state.scene ? nil : "they show another scene"
        }.check()
    }

    @Test("Commits at once give the same as one by one, with the same stacks")
    func commitsAtOnce() {
        Property(Schedule.Flavour.allCases) { fleet in
            var generator = SeededGenerator(seed: 6)
            var mirror = SceneState()
            var rest = fleet.commits[...]
            while !rest.isEmpty {
                let part = rest.prefix(Int.random(in: 1...12, using: &generator))
                mirror.apply(part)
                rest = rest.dropFirst(part.count)
            }
            guard mirror == fleet.state else { return "commits at once differ" }
            let stacks = [mirror, fleet.state].map { state in
                state.allStacks.map { "\($0.key): \($0.value.entries)" }
            }
            guard stacks[0] == stacks[1] else { return "they make other stacks" }
            return mirror.scene == fleet.state.scene ? nil : "they show another scene"
        }.check()
    }

    @Test("Entries are the whole state, in one order")
    func entries() {
        Property(Schedule.Flavour.allCases) { fleet in
            var copy = SceneState()
            for (effect, revision) in fleet.state.entries { copy.join([effect], at: revision) }
            guard copy == fleet.state else { return "a copy from entries differs" }
            var atOnce = SceneState()
            atOnce.join(entries: fleet.state.entries)
            guard atOnce == fleet.state else { return "a copy from entries at once differs" }
            // The size of a table, which is kept once it is needed, depends on the past.
            let sums = [fleet.state, copy, atOnce].map { state in
                let totals = state.totals
                return [totals.records, totals.screens, totals.registers, totals.length]
            }
            guard Set(sums).count == 1 else { return "the sums differ: \(sums)" }
            guard copy.totals.size == atOnce.totals.size else { return "the sizes differ" }
            guard copy.scene == fleet.state.scene else { return "a copy shows another scene" }
            let order = fleet.state.entries.map { ($0.effect.record, $0.effect.field) }
            let isSorted = zip(order, order.dropFirst()).allSatisfy { $0 < $1 }
            return isSorted ? nil : "entries are not in order"
        }.check()
    }

    @Test("Equal stamps with unequal values, a fault, still end the same everywhere")
    func equalStamps() {
        let stamp = Stamp(time: Timestamp(rawValue: 1), device: .daemon, sequence: 1)
        let effects = ["a", "b"].map {
            RegisterWrite(record: .tab("t"), field: TabField.title, stamp: stamp, value: .text($0))
        }
        var one = SceneState()
        var other = SceneState()
        for effect in effects { one.join([effect], at: 1) }
        for effect in effects.reversed() { other.join([effect], at: 1) }
        #expect(one == other)
        #expect(one.digest == one.recomputedDigest)
        let changed = one.join([effects[0]], at: 2)
        #expect(changed.isEmpty)
    }

    @Test("Different registers have different digests, whichever part differs")
    func digestTellsApart() {
        let stamp = Stamp(
            time: Timestamp(rawValue: 9), device: DeviceID(high: 1, low: 2), sequence: 3)
        let variants = [
            RegisterWrite(
                record: .tab("t"), field: TabField.title, stamp: stamp, value: .text("v")),
            RegisterWrite(
                record: .screen("t"), field: TabField.title, stamp: stamp, value: .text("v")),
            RegisterWrite(
                record: .tab("u"), field: TabField.title, stamp: stamp, value: .text("v")),
            RegisterWrite(record: .tab("t"), field: TabField.icon, stamp: stamp, value: .text("v")),
            RegisterWrite(
                record: .tab("t"), field: Field(number: 16, part: "p"), stamp: stamp,
                value: .text("v")),
            RegisterWrite(
                record: .tab("t"), field: TabField.title, stamp: stamp.at(1), value: .text("v")),
            RegisterWrite(
                record: .tab("t"), field: TabField.title, stamp: stamp, value: .text("w")),
        ]
        let digests = variants.map { effect in
            var state = SceneState()
            state.join([effect], at: 1)
            return state.digest
        }
        #expect(Set(digests).count == variants.count)
        #expect(SceneState().digest == .zero)
    }

    @Test("The digest is the sum of SHA-256 over the documented encoding")
    func digestByHand() throws {
        var state = SceneState()
        let stamp = Stamp(
            time: Timestamp(rawValue: 1), device: DeviceID(high: 2, low: 3), sequence: 4, index: 5)
        state.join(
            [
                RegisterWrite(
                    record: .tab("t"), field: Field(number: 16), stamp: stamp, value: .text("x"))
            ],
            at: 1)
        let encoding: [UInt8] =
            [0, 0, 0, 1, 0, 0, 0, 1, 0x74, 0, 0, 0, 16, 0, 0, 0, 0]
            + [1, 2, 3, 4].flatMap { [0, 0, 0, 0, 0, 0, 0, $0] as [UInt8] }
            + [0, 0, 0, 5, 0, 0, 0, 1, 0x78]
        #expect(state.digest == Digest(hashing: encoding))
        #expect(Digest(state.digest.description) == state.digest)
        #expect(Digest(bytes: state.digest.bytes) == state.digest)
    }

    @Test("SHA-256 of nothing is SHA-256 of nothing")
    func hash() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        #expect(Digest(hashing: []).description == empty)
    }

    @Test("Names that are canonically equivalent but differ in bytes are two objects")
    func namesAreBytes() throws {
        let composed: TabID = "caf\u{e9}"
        let decomposed: TabID = "cafe\u{301}"
        #expect(composed != decomposed)
        #expect(RecordID.tab(composed) != RecordID.tab(decomposed))
        #expect(Field(number: 20, part: "\u{e9}") != Field(number: 20, part: "e\u{301}"))
        let effects = [composed, decomposed].enumerated().map { index, id in
            RegisterWrite(
                record: .tab(id), field: TabField.title,
                stamp: Stamp(
                    time: Timestamp(rawValue: Int64(index + 1)), device: .daemon, sequence: 1))
        }
        var one = SceneState()
        var other = SceneState()
        for effect in effects { one.join([effect], at: 1) }
        for effect in effects.reversed() { other.join([effect], at: 1) }
        #expect(one.entries.count == 2)
        #expect(one.digest == one.recomputedDigest)
        #expect(one == other)
    }

    @Test("A screen that moves to another tab leaves no trace in the state of the first")
    func indexFollowsState() {
        let device = DeviceID(high: 1, low: 1)
        let stamps = (1...2).map {
            Stamp(time: Timestamp(rawValue: $0), device: device, sequence: 1)
        }
        let placements = zip(["a", "b"] as [StackID], stamps).map { stack, stamp in
            RegisterWrite(
                record: .screen("s"), field: ScreenField.placement, stamp: stamp,
                value: Placement(stack: stack, base: .item).value)
        }
        var moved = SceneState()
        for effect in placements { moved.join([effect], at: 1) }
        var direct = SceneState()
        direct.join([placements[1]], at: 1)
        #expect(moved == direct)
    }
}
