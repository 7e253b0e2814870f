import NavigationModel
import NavigationProto
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
        #expect(!change.isUnderstood)
        var state = SceneState()
        let admission = state.execute(change, at: Timestamp(rawValue: 9), revision: 1)
        #expect(admission.outcomes == Array(repeating: .rejected(.unsupported), count: 3))
    }

    @Test("An unknown field anywhere in a change is noticed, and what is known of it is kept")
    func unknownFieldOfChange() throws {
        // A Push of screen "s" on tab "a" with a title, and one unknown field at each depth.
        let field = unknownField
        let attribute: [UInt8] = [0x08, 16, 0x12, 1, 0x41]
        let push: [UInt8] = [0x0a, 1, 0x73, 0x12, 1, 0x61]
        let known = try change(operation: message(0x4a, push + message(0x22, attribute)))
        #expect(known.isUnderstood)
        let inChange = try change(
            operation: message(0x4a, push + message(0x22, attribute)), and: field)
        let inOperation = try change(
            operation: message(0x4a, push + message(0x22, attribute)) + field)
        let inPush = try change(operation: message(0x4a, push + message(0x22, attribute) + field))
        let inAttribute = try change(
            operation: message(0x4a, push + message(0x22, attribute + field)))
        for newer in [inChange, inOperation, inPush, inAttribute] {
            #expect(!newer.isUnderstood)
            #expect(newer.operations == known.operations)
            #expect(newer.repeatableOperations == [.unknown])
        }
        // Its stack is one that only a newer version knows: no fault of the sender's.
        let elsewhere = try change(operation: message(0x4a, [0x0a, 1, 0x73] + field))
        #expect(!elsewhere.isUnderstood)
        #expect(elsewhere.operations == [.unknown])
    }

    @Test("A journal's operation with an unknown field is unknown, the others are known")
    func unknownFieldOfJournal() throws {
        let selection: [UInt8] = message(0x2a, [0x0a, 1, 0x61])
        let journal = message(0x2a, selection) + message(0x2a, selection + unknownField)
        #expect(try [Operation](encoded: journal) == [.selectTab("a"), .unknown])
    }

    private func message(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, UInt8(content.count)] + content
    }

    private func change(operation: [UInt8], and more: [UInt8] = []) throws -> Change {
        let device: [UInt8] = [0x0a, 16] + Array(repeating: 7, count: 16)
        return try Change(encoded: device + [0x10, 1] + message(0x2a, operation) + more)
    }

    @Test("An unknown call differs from an empty request, and its id is read")
    func unknownCall() throws {
        // Request.id = 1, and field 125 as a message of nothing.
        let newer: [UInt8] = [0x08, 42, 0xea, 0x07, 0]
        let error = #expect(throws: WireError.self) { try Request(encoded: newer) }
        #expect(error?.isUnsupported == true)
        #expect(Request.id(ofUnreadable: newer) == 42)
        let empty = #expect(throws: WireError.self) { try Request(encoded: [0x08, 42]) }
        #expect(empty?.isUnsupported == false)
        // A role and an action that only a newer version knows.
        let role: [UInt8] =
            [0x08, 1, 0x8a, 0x01, 20, 0x12, 16] + Array(repeating: 7, count: 16) + [0x20, 9]
        let action: [UInt8] = [0x08, 1, 0xa2, 0x01, 2, 0x08, 9]
        for bytes in [role, action] {
            let error = #expect(throws: WireError.self) { try Request(encoded: bytes) }
            #expect(error?.isUnsupported == true)
        }
    }

    @Test("The numbers of calls and operations are those that are written")
    func knownNumbers() {
        #expect(Request.Call.knownNumbers.starts(with: 2...20))
        #expect(Operation.knownNumbers.starts(with: 1...24))
        for seed in UInt64(0)..<200 {
            var samples = Samples(seed: seed)
            #expect(Request.Call.knownNumbers.contains(samples.request().call.number))
            let operation = samples.operation()
            if operation != .unknown {
                #expect(Operation.knownNumbers.contains(operation.number))
            }
        }
        #expect(Operation.selectTab("a").number == 5)
        #expect(Operation.rekey.number == 20)
        #expect(Request.Call.audit(scene: "main").number == 10)
    }

    @Test("P12: registers of unknown kinds and fields reach a mirror, digests included")
    func unknownRegisters() throws {
        let stamp = Stamp(
            time: Timestamp(rawValue: 5), device: DeviceID(high: 1, low: 2), sequence: 3)
        let effects = [
            RegisterWrite(
                record: .tab("t"), field: Field(number: 4_000_000, part: "new"), stamp: stamp,
                value: Value(bytes: [0, 255])),
            RegisterWrite(
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
        let admission = daemon.execute(change, at: Timestamp(rawValue: 1), revision: 1)
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
