import NavigationModel
import NavigationWire
import Testing

@testable import NavigationSync

@Suite("Cached registry rows")
struct RegistryTests {
    private static func user(_ number: Int) -> UserID { UserID(unchecked: "user-\(number)") }

    private static func usage(_ count: Int) -> UserUsage {
        UserUsage(scenes: Set((0..<count).map { SceneID(unchecked: "scene-\($0)") }))
    }

    @Test("It is bounded in users, and in what they have; those used last, and being written, stay")
    func bounds() {
        let scenes = 1_000
        for each in [0, scenes] {
            var registry = Registry()
            let most = each == 0 ? DaemonLimits.users : DaemonLimits.registryRows / each
            for number in 0..<3 * most {
                // The first is being written, and the second used again and again.
                registry.touch(Self.user(1), at: .seconds(number))
                registry.insert(
                    Self.user(number), nil, Self.usage(each), at: .seconds(number)
                ) { $0 == Self.user(0) }
                #expect(registry.count <= most)
            }
            #expect(registry.count > most * 9 / 10, "\(registry.count) of \(most)")
            for number in [0, 1, 3 * most - 1] { #expect(registry[Self.user(number)] != nil) }
            #expect(registry[Self.user(2)] == nil)
        }
    }

    @Test("Only created rows need space: removed, erased and existing ones do not")
    func accounts() {
        var registry = Registry()
        let half = DaemonLimits.registryRows / 2
        func learn(_ number: Int, _ count: Int) {
            registry.insert(
                Self.user(number), nil, Self.usage(count), at: .seconds(number)
            ) { _ in false }
        }
        learn(0, half)
        learn(1, half - 1)
        registry.erase(Self.user(1))
        learn(2, half - 2)
        registry.remove(Self.user(2))
        learn(3, half - 2)
        #expect(registry.count == 3)
        let device = DeviceID(high: 1, low: 1)
        for scene in ["scene-0", "scene-1", "new"] as [SceneID] {
            registry.settle(device, in: SceneKey(user: Self.user(3), scene: scene))
        }
        // Now there are as many as there may be.
        learn(4, 0)
        #expect(registry.count == 3 && registry[Self.user(0)] == nil)
        learn(5, 0)
        #expect(registry.count == 4)
    }
}

extension Registry {
    fileprivate mutating func erase(_ user: UserID) {
        apply(.erase(user), of: user)
    }
}
