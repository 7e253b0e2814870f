import NavigationClient
import NavigationModel
import Testing

@Suite("A mirror whose connection can't be opened", .timeLimit(.minutes(1)))
struct MirrorStartTests {
    @Test("It is refused each time it is asked for, and not kept as one that never connects")
    func refusedEachTime() async throws {
        let home = try Home()
        let client = try await home.client("phone")
        var kept: [SceneMirror] = []
        var refused: SceneID?
        // Each takes sockets of the client's, of which there are so many.
        for number in 0..<1_200 where refused == nil {
            let scene = try #require(SceneID(rawValue: "scene-\(number)"))
            do { kept.append(try await client.mirror(of: scene)) } catch {
                #expect(error.code == .configuration, "\(error)")
                refused = scene
            }
        }
        let scene = try #require(refused, "sockets without end")
        for _ in 0..<2 {
            await #expect(throws: NavigationClientError.self) {
                try await client.mirror(of: scene)
            }
        }
        // Those that were there before still are.
        #expect(try await client.mirror(of: "scene-0").current.pendingCount == 0)
        await client.close()
    }
}
