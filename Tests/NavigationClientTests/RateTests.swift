import NavigationClient
import NavigationModel
import NavigationServer
import NavigationSync
import Testing

@Suite("A client with more to change than the daemon takes at once", .timeLimit(.minutes(5)))
struct RateTests {
    private static let changes = 40

    @Test("A rate-limited client backs off as requested, loses nothing, and converges")
    func changes() async throws {
        let home = try Home()
        let phone = try await home.client("phone")
        let mirror = try await phone.mirror()
        try await mirror.perform(.replaceScene(MirrorTests.tabs))
        for number in 1..<Self.changes {
            try await mirror.perform(.push(ScreenDescription(route: "app://inbox/\(number)")))
        }
        let daemon = try home.start(quotas: Quotas(changeRate: 20, changeBurst: 5))
        let start = ContinuousClock.now
        let settled = try #require(
            await mirror.update {
                $0.pendingCount == 0 && $0.status == .live && $0.revision.rawValue >= Self.changes
            })
        // Five at once, and one every 50 ms.
        #expect(ContinuousClock.now - start > .milliseconds(50) * (Self.changes - 5 - 1))
        #expect(settled.revision.rawValue == UInt64(Self.changes))
        let routes = settled.scene.selected?.stack.map(\.route) ?? []
        #expect(routes == ["app://inbox"] + (1..<Self.changes).map { "app://inbox/\($0)" })
        #expect(try await mirror.shelf.changes.isEmpty)
        // After each wait there is room for one at least, so it was told to wait for all that it
        // has left at most so often.
        let metrics = await daemon.server.metrics(requestedAt: .now).core
        let most = UInt64(Self.changes * (Self.changes + 1) / 2)
        #expect((1...most).contains(metrics.changesOverRate), "\(metrics.changesOverRate)")

        let tablet = try await home.client("tablet")
        let other = try await tablet.mirror()
        let seen = await other.update { $0.revision == settled.revision }
        #expect(seen?.digest == settled.digest)
        #expect(seen?.scene == settled.scene)
        let visit = try await home.visit("desk")
        _ = await visit.fetchScene()
        let limits = await visit.limits
        #expect(limits["changeRate"] == 20 && limits["changeBurst"] == 5, "announced at hello")
        await visit.client.close()
        for client in [phone, tablet] { await client.close() }
        try await daemon.stop()
    }
}
