import NavigationModel
import NavigationWire
import Testing

/// Messages of newer versions: fields are ignored or carried through, steps are known as unknown.
@Suite struct UnknownTests {
    /// Field 1000 with the varint 1.
    private let unknownField: [UInt8] = [0xc0, 0x3e, 1]

    @Test("A field of a newer version changes nothing", arguments: Message.allCases)
    func unknownFields(_ message: Message) throws {
        for seed in UInt64(0)..<200 {
            let bytes = message.encoded(seed: seed)
            #expect(try message.recoded(bytes + unknownField) == message.recoded(bytes))
        }
    }

    @Test("A step of a newer version is known as unknown, among others that are known")
    func unknownOperation() throws {
        var samples = Samples(seed: 1)
        let known = Change(
            device: samples.device(), sequence: 1,
            base: Change.Base(revision: 1, latest: samples.time()),
            operations: [.selectTab("a")])
        // operations = 5, with field 99 of Operation as a message of two bytes; and with nothing.
        let newer: [UInt8] = [0x2a, 5, 0x9a, 0x06, 2, 0x08, 1]
        let change = try Change(encoded: known.encoded + newer + [0x2a, 0])
        #expect(change.operations == [.selectTab("a"), .unknown, .unknown])
        var state = SceneState()
        let admission = state.admit(change, at: Timestamp(rawValue: 9), revision: 1)
        #expect(admission.outcomes.gravest == .rejected(.unknownTab))
    }

    @Test("P12: registers of unknown kinds and fields reach a mirror, digests included")
    func unknownRegisters() throws {
        let stamp = Stamp(
            time: Timestamp(rawValue: 5), device: DeviceID(high: 1, low: 2), sequence: 3)
        let effects = [
            Effect(
                record: .tab("t"), field: Field(number: 4_000_000, part: "new"), stamp: stamp,
                value: Value(bytes: [0, 255])),
            Effect(
                record: RecordID(kind: RecordID.Kind(rawValue: 77), name: "thing"),
                field: Field(number: 1), stamp: stamp.at(1), value: .none),
        ]
        var daemon = SceneState()
        for effect in effects { daemon.join([effect], at: 1) }
        let commit = Commit(
            revision: 1, stamp: stamp, author: "new", operations: [], outcomes: [],
            effects: effects)
        var mirror = SceneState()
        mirror.apply(try Commit(encoded: commit.encoded))
        #expect(mirror == daemon)
        let copy = try SceneState(snapshot: mirror.snapshot)
        #expect(copy == daemon)
        #expect(copy.recomputedDigest == daemon.digest)
    }

    @Test("P12: an attribute that this version does not know is admitted and carried through")
    func unknownAttribute() throws {
        let attribute = Attribute(
            field: Field(number: 900, part: "shape"), value: Value(bytes: [1, 2, 3]))
        let sent = Change(
            device: DeviceID(high: 1, low: 2), sequence: 1,
            base: Change.Base(revision: .zero, latest: .zero),
            operations: [.declareTab("t", at: .between(nil, nil), attributes: [attribute])])
        let change = try Change(encoded: sent.encoded)
        var daemon = SceneState()
        let admission = daemon.admit(change, at: Timestamp(rawValue: 1), revision: 1)
        let commit = Commit(
            revision: 1, stamp: change.stamp(at: Timestamp(rawValue: 1)), author: "new",
            operations: change.operations, outcomes: admission.outcomes,
            effects: admission.effects)
        var mirror = SceneState()
        mirror.apply(try Commit(encoded: commit.encoded))
        #expect(mirror[.tab("t"), attribute.field]?.value == attribute.value)
        #expect(mirror.digest == daemon.digest)
    }

    @Test("Reasons and failures of a newer version read as unspecified")
    func unknownReasons() throws {
        // Receipt.outcomes = 2: kind 5, reason 999.
        let outcomes = try [Outcome](encoded: [0x12, 5, 0x08, 5, 0x18, 0xe7, 0x07])
        #expect(outcomes == [.rejected(.unspecified)])
        // Reply.failure = 2: code 999.
        let reply = try Reply(encoded: [0x08, 1, 0x12, 3, 0x08, 0xe7, 0x07])
        #expect(reply == Reply(id: 1, result: .failure(Failure(.unspecified, ""))))
    }
}
