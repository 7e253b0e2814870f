import Testing

@Suite("Many processes of one device", .inTurns)
struct ManyPushesTests {
    /// More than the 64 that a device hands over before the first of them is answered.
    private static let pushes = 70

    @Test("Many pushes at once are as many screens, once each, without a hole")
    func manyAtOnce() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            let first = try await place.ask("log")
            let declared = try #require(first["commits"]?.array?.last?["sequence"]?.integer)

            let pushes = try (1...Self.pushes).map { number in
                // Two cores, many processes: none is to give up because it is slow.
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
            #expect(routes.count == Self.pushes + 1)
            #expect(Set(routes) == Set(["mail://"] + (1...Self.pushes).map { "mail://\($0)" }))
            #expect(Set(stack.compactMap { $0["id"]?.string }).count == Self.pushes + 1)

            let log = try await place.ask("log", "--limit", "1000")
            let commits = try #require(log["commits"]?.array)
            #expect(
                commits.compactMap { $0["revision"]?.integer } == Array(1...Int64(commits.count)))
            let sequences = commits.compactMap { $0["sequence"]?.integer }
            #expect(sequences == Array(1...(declared + Int64(Self.pushes))))
        }
    }
}
