import NavigationClient
import NavigationModel
import NavigationWire
import SeededRandom
import Testing

@Suite("Pages of the log of a real daemon", .timeLimit(.minutes(5)))
struct LogPagesTests {
    @Test("Each commit is in one of them, in order, however long others are")
    func order() async throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        let home = try Home()
        let daemon = try home.start()
        let client = try await home.client("phone")
        let mirror = try await client.mirror()
        _ = try await #require(try await mirror.perform(.replaceScene(MirrorTests.tabs))).outcome()
        // Short ones first, so that a page of them promises too many of the rest.
        var last: ChangeHandle?
        for number in 1...120 {
            let length = random.below(number < 60 ? 500 : 30_000)
            let payload = [UInt8](repeating: UInt8(number), count: length)
            let screen = ScreenDescription(route: "app://inbox/\(number)", payload: payload)
            last = try await mirror.perform(.push(screen))
        }
        let head = try #require(try await last?.outcome().revision)

        var whole: [Commit] = []
        while whole.count < Int(head.rawValue) {
            let page = try await mirror.history(
                after: whole.last?.revision ?? .zero, limit: 1)
            whole += page.commits
        }
        for limit in [1, 7, 50, WireLimits.historyPage] {
            var (commits, pages) = ([Commit](), LogPages(of: mirror, after: .zero, limit: limit))
            while let page = try await pages.next() { commits += page.commits }
            #expect(commits == whole, "seed \(seed)")
        }
        var some = LogPages(of: mirror, after: 3, upTo: 50, limit: 20)
        var commits: [Commit] = []
        while let page = try await some.next() { commits += page.commits }
        #expect(Array(commits.prefix(47)) == Array(whole[3..<50]))
        #expect(commits.count < 47 + 20)
        await client.close()
        try await daemon.stop()
    }
}
