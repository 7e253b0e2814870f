import NavigationApp
import NavigationClient
import NavigationModel
import NavigationSync
import Testing

@Suite("An app declares its tabs at each start", .timeLimit(.minutes(5)))
struct DeclaringTests {
    /// Declares as code does that knows neither mirrors nor scenes in memory.
    private func declare(
        _ description: SceneDescription, in scene: some NavigationScene
    ) async throws(NavigationClientError) {
        try await scene.declare(description)
    }

    @Test("A device that has never seen the scene changes nothing where another is")
    func secondDevice() async throws {
        let home = try Home()
        let daemon = try home.start()
        let first = try await home.client("phone")
        let phone = try await first.mirror()
        try await declare(MirrorTests.tabs, in: phone)
        try await phone.perform(.push(ScreenDescription(route: "app://inbox/1"), onto: "inbox"))
        try await phone.perform(.selectTab("search"))
        let place = try #require(await phone.update { $0.pendingCount == 0 && $0.revision == 3 })

        let second = try await home.client("tablet")
        let tablet = try await second.mirror()
        try await declare(MirrorTests.tabs, in: tablet)
        let seen = try #require(await tablet.update { $0.status == .live })
        #expect(seen.pendingCount == 0 && seen.revision == 3)
        #expect(seen.scene == place.scene)
        await first.close()
        await second.close()
        try await daemon.stop()
    }
}
