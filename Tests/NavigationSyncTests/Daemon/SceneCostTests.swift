import NavigationModel
import NavigationWire
import Testing

@testable import NavigationSync

/// What the allocator hands out for scenes, compared with what they are estimated to take.
@Suite("What a scene takes in memory", .serialized)
struct SceneCostTests {
    /// How a scene has come about.
    struct Shape: Hashable, Sendable, CustomStringConvertible {
        let description: String
        var pushes = 0
        /// Bytes of each screen's payload.
        var payload = 40
        /// How many devices take turns.
        var devices: UInt64 = 1

        /// So many of them that what else is allocated meanwhile hardly shows.
        var count: Int { max(20, min(1_000, 2_000 / max(1, pushes))) }
    }

    private static let shapes = [
        Shape(description: "nothing yet"),
        Shape(description: "a few screens", pushes: 4),
        Shape(description: "a day of use", pushes: 300, devices: 3),
        Shape(description: "a deep stack", pushes: 100, payload: 4),
        Shape(description: "long payloads", pushes: 100, payload: 4_000),
        Shape(description: "many devices", pushes: 200, devices: 100),
    ]

    @Test(
        "The estimate is not less than it, and not much more", arguments: shapes, [false, true])
    func estimate(_ shape: Shape, _ isLoaded: Bool) throws {
        var scenes: [SceneAuthority] = []
        scenes.reserveCapacity(shape.count + 1)
        // The first one warms up what is allocated once.
        scenes.append(try isLoaded ? Self.loaded(shape) : Self.made(shape))
        let before = try Allocator.bytesInUse()
        for _ in 0..<shape.count {
            scenes.append(try isLoaded ? Self.loaded(shape) : Self.made(shape))
        }
        let taken = (try Allocator.bytesInUse() - before) / shape.count
        let scene = try #require(scenes.first)
        print(
            "\(shape), \(isLoaded ? "loaded" : "made"): \(taken) bytes, estimated \(scene.cost); "
                + "state \(scene.state.snapshot.count) of \(scene.age.stateLength), "
                + "tail \(scene.tailLength), settled \(scene.settlementsCost)")
        #expect(scene.cost >= taken)
        // Long texts are counted as if they were many registers, and twice: in the log they are both
        // in the operation and in its effect.
        let excess = shape.payload > 1_000 ? 20 : 2
        #expect(scene.cost <= excess * taken + 2 * SceneAuthority.ownCost)
    }

    @Test("What all take together is kept up to date, whatever becomes of one")
    func sum() throws {
        var cache = SceneCache()
        for number in 0..<10 {
            let key = SceneKey(user: "ann", scene: SceneID(unchecked: "s\(number)"))
            cache[key] = try Self.loaded(Self.shapes[1])
        }
        let each = try Self.loaded(Self.shapes[1]).cost
        #expect(cache.cost == 10 * each && cache.count == 10)
        let key = SceneKey(user: "ann", scene: "s3")
        let taken = cache.removeValue(forKey: key)
        var scene = try #require(taken)
        #expect(cache.cost == 9 * each)
        Self.push(1, of: Self.shapes[1], to: &scene)
        cache[key] = scene
        #expect(cache.cost == 9 * each + scene.cost && scene.cost > each)
        cache[key]?.used = .seconds(1)
        cache[key] = nil
        cache[key] = nil
        #expect(cache.cost == 9 * each)
    }

    /// A scene in which all has happened since the daemon has it.
    private static func made(_ shape: Shape) -> SceneAuthority {
        var scene = SceneAuthority(
            key: SceneKey(user: "ann", scene: .main), stored: nil,
            freshEpoch: Epoch(rawValue: 1))
        guard shape.pushes > 0 else { return scene }
        admit([.declareTab("inbox", at: .between(nil, nil), attributes: [])], 0, shape, &scene)
        for number in 1...shape.pushes { push(number, of: shape, to: &scene) }
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

    private static func push(_ number: Int, of shape: Shape, to scene: inout SceneAuthority) {
        let payload = String(repeating: "p", count: shape.payload)
        let operations: [NavigationModel.Operation] = [
            .push(
                ScreenID(unchecked: "screen-\(number)"), onto: "inbox", on: nil,
                attributes: [
                    Attribute(field: ScreenField.route, value: .text("mail://\(number)")),
                    Attribute(field: ScreenField.payload, value: .text(payload)),
                ])
        ]
        admit(operations, number, shape, &scene)
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
