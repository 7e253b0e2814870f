import NavigationModel
import NavigationWire
import Testing

@testable import NavigationSync

/// The memory that the allocator hands out for scenes, compared with what they are estimated to
/// take.
@Suite("The memory of a scene", .serialized)
struct SceneCostTests {
    /// The history of a scene.
    struct Shape: Sendable, CustomStringConvertible {
        let description: String
        /// The number of changes.
        var changes = 0
        /// The number of devices that take turns.
        var devices: UInt64 = 1
        /// The operations of each of them, by its number, from 1 on.
        var operations: @Sendable (Int) -> [NavigationModel.Operation] = {
            [SceneCostTests.push($0)]
        }
    }

    private static let shapes = [
        Shape(description: "nothing yet"),
        Shape(description: "a few screens", changes: 4),
        Shape(description: "a day of use", changes: 300, devices: 3),
        Shape(description: "a deep stack", changes: 100) { [push($0, payload: 4)] },
        Shape(description: "many devices", changes: 200, devices: 100),
        Shape(description: "long payloads", changes: 100) { [push($0, payload: 4_000)] },
        Shape(description: "the longest payloads", changes: 20) { [push($0, payload: 32_000)] },
        Shape(description: "one text again and again", changes: 100) { [retell($0, 2_000)] },
        Shape(description: "one title again and again", changes: 200) { [retell($0, 12)] },
        Shape(description: "a stack at once", changes: 1) { _ in
            [.setItems("inbox", (1...300).map { .init(id: screen($0), attributes: route($0)) })]
        },
        Shape(description: "many pushes in a change", changes: 4) { change in
            (1...100).map { push(1_000 * change + $0) }
        },
        Shape(description: "many tabs", changes: 60) { number in
            [.declareTab(TabID(unchecked: "tab-\(number)"), at: .between(nil, nil), attributes: [])]
        },
        Shape(description: "many modals", changes: 16) { number in
            [.presentModal(ModalID(unchecked: "modal-\(number)"), attributes: route(number))]
        },
        Shape(description: "screens with much to say", changes: 50) { number in
            [push(number), .updateScreen(screen(number), attributes: properties(5))]
        },
        Shape(description: "some properties", changes: 20) { [describe($0, with: 48)] },
        Shape(description: "many properties", changes: 20) { [describe($0, with: 94)] },
    ]

    /// Bytes that the scenes of a shape take together, about.
    private static let taken = 524_288

    @Test(
        "The estimate is not less than it, and at most twice of it", arguments: [false, true])
    func estimate(isLoaded: Bool) async {
        // Memory is counted of a process: one of its own, in which no other test runs.
        await #expect(processExitsWith: .success) { [isLoaded] in
            for shape in Self.shapes { try Self.compare(shape, isLoaded) }
        }
    }

    /// Holds the estimate of a shape to what many scenes of it take.
    private static func compare(_ shape: Shape, _ isLoaded: Bool) throws {
        var scenes: [SceneAuthority] = []
        // The first one warms up what is allocated once.
        let scene = try isLoaded ? loaded(shape) : made(shape)
        // So many of them that what else is allocated meanwhile hardly shows.
        let count = max(10, min(1_000, Self.taken / scene.cost))
        scenes.reserveCapacity(count)
        let before = try Allocator.bytesInUse()
        for _ in 0..<count { scenes.append(try isLoaded ? loaded(shape) : made(shape)) }
        let taken = (try Allocator.bytesInUse() - before) / count
        print(
            "\(shape), \(isLoaded ? "loaded" : "made"): \(taken) bytes, estimated \(scene.cost); "
                + "\(scene.state.totals.records) records, \(scene.state.totals.registers) registers of "
                + "\(scene.state.totals.length), tail \(scene.tailCost), settled \(scene.settled.cost)"
        )
        #expect(scene.cost >= taken, "\(shape)")
        #expect(scene.cost <= 2 * taken + 2 * SceneAuthority.ownCost, "\(shape)")
    }

    @Test(
        "A snapshot is between half and twice as long as estimated", arguments: shapes.dropFirst())
    func snapshotLength(_ shape: Shape) {
        let scene = Self.made(shape)
        let length = scene.state.snapshot.count
        print("\(shape): \(length) bytes, estimated \(scene.snapshotLength)")
        #expect(scene.snapshotLength <= 2 * length && 2 * scene.snapshotLength >= length)
    }

    @Test("The sum over all scenes follows every change of one")
    func sum() throws {
        var cache = SceneCache()
        for number in 0..<10 {
            let key = SceneKey(user: "ann", scene: SceneID(unchecked: "s\(number)"))
            cache[key] = try Self.loaded(Self.shapes[1])
        }
        let each = try Self.loaded(Self.shapes[1]).cost
        #expect(cache.cost == 10 * each && cache.count == 10)
        let key = SceneKey(user: "ann", scene: "s3")
        let slot = try #require(cache.slot(of: key))
        Self.admit([Self.push(9)], 9, Self.shapes[1], &cache[slot])
        let grown = cache[slot].cost
        #expect(cache.cost == 9 * each + grown && grown > each)
        cache.touch(slot, at: .seconds(1))
        #expect(cache.cost == 9 * each + grown && cache[slot].used == .seconds(1))
        cache.update(key) { $0.used = .zero }
        #expect(cache.cost == 9 * each + grown)
        cache[key] = nil
        cache[key] = nil
        #expect(cache.cost == 9 * each)
    }

    /// A scene in which all has happened since the daemon has it.
    private static func made(_ shape: Shape) -> SceneAuthority {
        var scene = SceneAuthority(
            key: SceneKey(user: "ann", scene: .main), stored: nil,
            freshEpoch: Epoch(rawValue: 1))
        guard shape.changes > 0 else { return scene }
        admit([.declareTab("inbox", at: .between(nil, nil), attributes: [])], 0, shape, &scene)
        for number in 1...shape.changes { admit(shape.operations(number), number, shape, &scene) }
        return scene
    }

    /// The same, as a daemon has it that has just read it.
    private static func loaded(_ shape: Shape) throws -> SceneAuthority {
        let scene = made(shape)
        let snapshot = scene.state.snapshot
        return SceneAuthority(
            key: scene.key,
            stored: StoredScene(
                epoch: scene.epoch, revision: scene.revision,
                state: try SceneState(snapshot: snapshot), snapshotRevision: scene.revision,
                last: [:], snapshotLength: snapshot.count),
            freshEpoch: scene.epoch)
    }

    private static func screen(_ number: Int) -> ScreenID {
        ScreenID(unchecked: "screen-\(number)")
    }

    private static func route(_ number: Int) -> [Attribute] {
        [Attribute(field: ScreenField.route, value: .text("mail://\(number)"))]
    }

    private static func push(_ number: Int, payload: Int = 40) -> NavigationModel.Operation {
        let payload = Value.text(String(repeating: "p", count: payload))
        return .push(
            screen(number), onto: "inbox", on: nil,
            attributes: route(number) + [Attribute(field: ScreenField.payload, value: payload)])
    }

    private static func retell(_ number: Int, _ length: Int) -> NavigationModel.Operation {
        let text = "\(number)" + String(repeating: "t", count: length)
        return .updateTab(
            "inbox", attributes: [Attribute(field: TabField.icon, value: .text(text))])
    }

    private static func describe(_ number: Int, with count: Int) -> NavigationModel.Operation {
        .declareBar(
            StandaloneBarID(unchecked: "bar-\(number)"), attributes: properties(count))
    }

    private static func properties(_ count: Int) -> [Attribute] {
        (0..<count).map {
            Attribute(
                field: ItemField.property(PropertyName(unchecked: "property-\($0)")),
                value: .text("value"))
        }
    }

    private static func admit(
        _ operations: [NavigationModel.Operation], _ number: Int, _ shape: Shape,
        _ scene: inout SceneAuthority
    ) {
        let number = UInt64(number)
        let change = Change(
            device: DeviceID(high: 1, low: number % shape.devices),
            sequence: SequenceNumber(rawValue: number + 1),
            base: .init(revision: scene.revision, latest: scene.state.latest),
            operations: operations)
        _ = scene.admit(
            change, hash: Digest(hashing: change.encoded), author: "phone", age: 0,
            at: Timestamp(rawValue: Int64(number + 1) * 1_000_000))
    }
}
