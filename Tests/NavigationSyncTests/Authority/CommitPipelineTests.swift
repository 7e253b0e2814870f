import NavigationModel
import NavigationWire
import Testing

@testable import NavigationSync

@Suite("The way of a change to the disk")
struct CommitPipelineTests {
    private static let key = SceneKey(user: "ann", scene: .main)

    private var pipeline = CommitPipeline(store: nil, budget: .max)
    private var effects: [DaemonCore.Effect] = []

    private mutating func keep(_ key: SceneKey = key) {
        pipeline.insert(SceneAuthority(key: key, stored: nil, freshEpoch: Epoch(rawValue: 1)))
    }

    @Test("A scene is read once, however many need it, and not while it is replaced")
    mutating func loading() {
        #expect(pipeline.load(Self.key, &effects))
        #expect(pipeline.load(Self.key, &effects))
        #expect(effects.count == 1 && pipeline.loading == [Self.key])
        _ = pipeline.endLoading(Self.key)
        pipeline.batches.add(.eraseScene(Self.key, epoch: nil, by: .sample), of: "ann")
        #expect(!pipeline.load(Self.key, &effects))
        #expect(effects.count == 1 && pipeline.loading.isEmpty)
    }

    @Test("So many scenes are read at once, and no more")
    mutating func bound() {
        for number in 0..<DaemonLimits.reads {
            let user = UserID(unchecked: "user\(number)")
            #expect(pipeline.load(SceneKey(user: user, scene: .main), &effects))
        }
        #expect(!pipeline.load(Self.key, &effects))
    }

    @Test("A scene is known to be indeterminate until it has been read")
    mutating func indeterminate() {
        pipeline.reload(Self.key, &effects)
        let failed = pipeline.endLoading(Self.key).isIndeterminate
        let failedAgain = pipeline.endLoading(Self.key).isIndeterminate
        #expect(failed && failedAgain)
        keep()
        let read = pipeline.endLoading(Self.key).isIndeterminate
        #expect(!read)
    }

    @Test("A registry change that all scenes announce needs them in memory, but no damaged one")
    mutating func inMemory() throws {
        let usage = UserUsage(scenes: ["main", "other"])
        let other = SceneKey(user: "ann", scene: "other")
        keep()
        var missing: Dependency?
        do throws(RequestError) {
            _ = try pipeline.scenesInMemory(of: "ann", usage)
        } catch {
            if case .needs(let need) = error { missing = need }
        }
        #expect(missing == .scene(other))
        _ = pipeline.damages.add(Damage(of: other, "torn"))
        #expect(try pipeline.scenesInMemory(of: "ann", usage) == [Self.key])
    }

    @Test("A commit of the daemon's own is in the open batch, and durable with it")
    mutating func ownCommits() throws {
        keep()
        let other = SceneKey(user: "ann", scene: "other")
        pipeline.add(to: [Self.key, other]) {
            $0.pair((DeviceID(high: 1, low: 1), "tv"), at: .zero)
        }
        #expect(pipeline.scenes[Self.key]?.revision == 1 && pipeline.scenes[other] == nil)
        let started = pipeline.batches.start()
        let (writes, changes) = try #require(started)
        #expect(writes.map(\.key) == [Self.key] && changes.isEmpty)
        #expect(writes.first?.commits.map(\.revision) == [1])
        let second = pipeline.batches.start()
        #expect(second == nil)
        #expect(pipeline.scenes[Self.key]?.durableHead.revision == .zero)
        var metrics = DaemonMetrics()
        let completed = pipeline.batches.complete()
        let batch = try #require(completed)
        pipeline.confirm(batch, &metrics)
        #expect(pipeline.scenes[Self.key]?.durableHead.revision == 1)
        #expect(metrics.commits == 1)
        let counted = [pipeline.takeCompletedBatch(), pipeline.takeCompletedBatch()]
        #expect(counted.map { $0?.commits } == [1, nil])
    }

    @Test("An erased scene has another epoch than the store's")
    mutating func epochs() {
        let store = StoreIdentity(id: .none, epochSeed: 7, acknowledged: [:])
        pipeline = CommitPipeline(store: store, budget: .max)
        var generator = SystemRandomNumberGenerator()
        let epoch = pipeline.freshEpoch(of: Self.key, using: &generator)
        #expect(pipeline.freshEpoch(of: Self.key, using: &generator) == epoch)
        pipeline.erase("ann")
        #expect(pipeline.freshEpoch(of: Self.key, using: &generator) != epoch)
        let bob = SceneKey(user: "bob", scene: .main)
        #expect(pipeline.freshEpoch(of: bob, using: &generator) == store.epoch(of: bob))
        pipeline.remove(bob)
        #expect(pipeline.freshEpoch(of: bob, using: &generator) != store.epoch(of: bob))
    }
}

extension Attribution {
    fileprivate static let sample = Attribution(
        device: nil, name: nil, uid: 0, origin: "", time: .zero)
}
