import NavigationProto
import NavigationText
import Testing

@testable import NavigationModel

@Suite("The registry of operations")
struct OperationRegistryTests {
    /// One of each kind; of those with two forms, both.
    static let samples: [Operation] = {
        let title = [Attribute(field: TabField.title, value: .text("T"))]
        let route = [Attribute(field: ScreenField.route, value: .text("/r"))]
        let device = DeviceID(high: 1, low: 2)
        let stamp = Stamp(time: Timestamp(rawValue: 9), device: device, sequence: 3)
        let screens: ObservedScreens = [ObservedScreen(id: "s", placement: stamp)]
        let number = ObservedSpan.Number(sequence: 3, index: 0)
        let spans = ObservedScreens.spans([
            ObservedSpan(device: device, first: number, last: number)
        ])
        let additions = ObservedAdditions(device: device, stamp: stamp, total: 4)
        return [
            .declareTab("t", at: .between(nil, nil), attributes: title),
            .updateTab("t", attributes: title), .moveTab("t", to: .between(nil, nil)),
            .removeTab("t"), .selectTab("t"), .refreshTab("t"),
            .setBadge("t", .text("2"), seen: [additions]), .addToBadge("t", -1),
            .push("n", onto: "t", on: "s", attributes: route), .pop(screens, from: "t"),
            .pop(spans, from: .modal("m")), .restore(screens, to: "t"),
            .restore(spans, to: .bar("p")),
            .setItems("t", [Operation.Item(id: "s", attributes: route)]),
            .updateScreen("s", attributes: title), .presentModal("m", attributes: route),
            .updateModal("m", attributes: title), .dismissModal("m"), .answerModal("m", .cancel),
            .setBar("app.tint", "red"), .declareBar("p", attributes: []),
            .updateBar("p", attributes: []), .removeBar("p"), .prune(through: 5), .rekey,
            .deviceRevoked(device, "phone"), .devicePaired(device, "phone"),
            .setSelection(of: device, .shared), .setSelection(of: device, .own("t")),
            .setSelection(of: device, .following(DeviceID(high: 2, low: 1))),
        ]
    }()

    @Test("Every kind has a name and fields of its own, and a sample here")
    func distinct() {
        let kinds = OperationRegistry.standard.kinds
        let names = kinds.map { $0.name }
        #expect(Set(names).count == kinds.count)
        #expect(Set(Self.samples.map(\.name)) == Set(names))
        let numbers = kinds.flatMap { $0.fields }.map(\.number)
        #expect(Set(numbers).count == numbers.count)
        #expect(Set(Self.samples.map(\.number)) == Set(numbers))
        #expect(!numbers.contains(0))
    }

    @Test("Every field of the protobuf message is read by a kind")
    func complete() {
        let fields = KnownFields.numbers { bytes in
            (try? Navsync_V1_Operation(decoding: bytes, as: "Operation"))?.kind != nil
        }
        #expect(OperationRegistry.standard.numbers == fields)
        #expect(Operation.knownNumbers == fields)
    }

    @Test("Every operation is read as it was written, and has words and facts", arguments: samples)
    func roundTrip(_ operation: Operation) throws {
        let bytes = operation.encoded
        let message = try Navsync_V1_Operation(decoding: bytes, as: "Operation")
        #expect(message.firstMessageNumber == operation.number)
        #expect(message.encodedBytes == bytes && !message.hasUnknownFields)
        var reader = ProtobufReader(bytes)
        let again = try Operation(from: &reader)
        #expect(again == operation && again.hashValue == operation.hashValue)
        #expect(reader.isPlain && !reader.hasUnknownFields)
        #expect(Self.samples.count { $0 == operation } == 1)
        #expect(!operation.text.isEmpty && !operation.unchangedText(by: nil).isEmpty)
        #expect(operation.facts["kind"] == nil)
        #expect(operation.stampCount > 0)
        #expect(operation.renumbered([:], by: .daemon) == operation)
    }

    @Test("The daemon's own are refused to devices, and so is what is unknown")
    func refused() {
        for operation in Self.samples + [.unknown] {
            var state = SceneState()
            let change = Change(
                device: DeviceID(high: 1, low: 2), sequence: 1,
                base: .init(revision: .zero, latest: .zero), operations: [operation])
            let result = state.execute(change, at: Timestamp(rawValue: 1), revision: 1)
            let isDaemons = operation.body is any DaemonOperation
            #expect((result.outcomes == [.rejected(.notPermitted)]) == isDaemons)
            #expect((result.outcomes == [.rejected(.unsupported)]) == (operation == .unknown))
        }
    }

    @Test("The small scope has an operation of every kind")
    func smallScope() throws {
        let names = Set(try SmallScope().operations(of: 0).map(\.name))
        let missing = Set(Self.samples.map(\.name)).subtracting(names)
        #expect(missing == ["deviceRevoked", "devicePaired"])
    }
}
