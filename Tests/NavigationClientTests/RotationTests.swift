import NavigationClient
import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("Mirrors whose feed gets another topic and key", .timeLimit(.minutes(5)))
struct RotationTests {
    @Test("W1, W2: who stays when a device is revoked learns the new pair, and misses nothing")
    func revocation() async throws {
        let home = try Home()
        let daemon = try home.start()
        let names: [DeviceName] = ["phone", "tablet", "desk"]
        var clients: [NavigationClient] = []
        for name in names { clients.append(try await home.client(name)) }
        let phone = try await clients[0].mirror()
        let tablet = try await clients[1].mirror()
        let desk = try await clients[2].mirror()
        _ = try await #require(try await desk.perform(.replaceScene(MirrorTests.tabs))).outcome()
        for mirror in [phone, tablet] {
            _ = await mirror.update { $0.status == .live && $0.revision == 1 }
        }

        let administration = try await home.client("phone").administration()
        let devices = try await administration.devices().devices
        let revoked = try #require(devices.first { $0.name == "desk" })
        let answer = try await administration.revoke(revoked.device)
        #expect(answer.heads.map(\.revision) == [2])
        // While hello goes back and forth, there is more to miss.
        for number in 1...20 {
            let screen = ScreenDescription(route: "app://inbox/\(number)")
            let change = try #require(try await phone.perform(.push(screen)))
            #expect(try await change.outcome().outcomes == [.applied])
        }
        let seen = await tablet.update { $0.revision == 22 && $0.status == .live }
        let own = await phone.update {
            $0.revision == 22 && $0.status == .live && $0.pendingCount == 0
        }
        #expect(seen?.digest == own?.digest)
        #expect(seen?.scene.selected?.stack.count == 21)
        let refused = await desk.update {
            if case .refused(_) = $0.status { true } else { false }
        }
        #expect(refused.map { $0.revision <= 2 } == true, "who was revoked follows no more")
        await administration.client.close()
        for client in clients { await client.close() }
        try await daemon.stop()
    }
}
