import NavigationApp
import NavigationClient
import NavigationModel
import NavigationSync
import Observation
import Testing

@MainActor @Suite("A scene for views") struct ObservedSceneTests {
    /// Returns once what `read` reads has changed.
    private func change<Value>(of read: @MainActor () -> Value, after body: () -> Void) async {
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = read()
            } onChange: {
                continuation.resume()
            }
            body()
        }
        // The tracker is called before the value is set, on the same actor.
        await Task.yield()
    }

    @Test("A reader of the scene is notified of a change")
    func tracked() async throws {
        let observed = ObservedScene(try InMemoryScene(.sampleClock))
        #expect(observed.scene.selectedTab == "world" && observed.status == .live)
        await change(of: { observed.scene }) { observed.change(.selectTab("timers")) }
        #expect(observed.scene.selectedTab == "timers")
        #expect(observed.pendingCount == 0 && observed.error == nil)
    }

    @Test("An impossible change is its error")
    func impossible() async throws {
        let observed = ObservedScene(try InMemoryScene(.sampleClock))
        await change(of: { observed.error }) { observed.change(.selectTab("nowhere")) }
        #expect(observed.error?.code == .impossible)
    }

    @Test("It is released though it follows a scene")
    func released() throws {
        let memory = try InMemoryScene(.sampleClock)
        weak var observed: ObservedScene?
        do {
            let scene = ObservedScene(memory)
            observed = scene
        }
        #expect(observed == nil)
    }
}
