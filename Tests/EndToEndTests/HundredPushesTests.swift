import Testing

@Suite("Many processes of one device", .inTurns)
struct HundredPushesTests {
    @Test("A hundred pushes at once are a hundred screens, once each, without a hole")
    func hundredAtOnce() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            let first = try await place.ask("log")
            let declared = try #require(first["commits"]?.array?.last?["sequence"]?.integer)

            let pushes = try (1...100).map { number in
                // Two cores, a hundred processes: none is to give up because it is slow.
                try place.startNavctl(
                    as: "desk", ["--timeout", "120s", "push", "mail://\(number)"])
            }
            for push in pushes {
                let result = try await push.end(within: .seconds(150))
                #expect(result.ending == .exit(0), "\(result)")
            }

            let tab = try await place.ask("show")["scene"]?["tabs"]?.array?.first
            let stack = try #require(tab?["stack"]?.array)
            let routes = stack.compactMap { $0["route"]?.string }
            #expect(routes.count == 101)
            #expect(Set(routes) == Set(["mail://"] + (1...100).map { "mail://\($0)" }))
            #expect(Set(stack.compactMap { $0["id"]?.string }).count == 101)

            let log = try await place.ask("log", "--limit", "1000")
            let commits = try #require(log["commits"]?.array)
            #expect(
                commits.compactMap { $0["revision"]?.integer } == Array(1...Int64(commits.count)))
            let sequences = commits.compactMap { $0["sequence"]?.integer }
            #expect(sequences == Array(1...(declared + 100)))
        }
    }
}
