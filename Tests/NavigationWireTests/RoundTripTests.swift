import NavigationModel
import NavigationWire
import Testing

/// Round trips: decoding returns the encoded value.
@Suite struct RoundTripTests {
    private static let seeds: Range<UInt64> = 0..<2_000

    private func check<Value: Equatable>(
        _ make: (inout Samples) -> Value, _ encode: (Value) -> [UInt8],
        _ decode: ([UInt8]) throws -> Value
    ) throws {
        for seed in RoundTripTests.seeds {
            var samples = Samples(seed: seed)
            let value = make(&samples)
            let decoded = try decode(encode(value))
            try #require(decoded == value, "seed \(seed)")
        }
    }

    @Test("Requests") func requests() throws {
        try check({ $0.request() }, \.encoded, Request.init(encoded:))
    }

    @Test("Replies") func replies() throws {
        try check({ $0.reply() }, \.encoded, Reply.init(encoded:))
    }

    @Test("Publications") func feeds() throws {
        try check({ $0.feed() }, \.encoded, FeedMessage.init(encoded:))
    }

    @Test("Changes") func changes() throws {
        try check({ $0.change() }, \.encoded, Change.init(encoded:))
    }

    @Test("Commits") func commits() throws {
        try check({ $0.commit() }, \.encoded, Commit.init(encoded:))
    }

    @Test("A page of the log as the daemon sends it has the bytes of its decoded form")
    func history() throws {
        for seed in RoundTripTests.seeds {
            var samples = Samples(seed: seed)
            let commits = samples.list { $0.commit() }
            let (hasMore, oldest) = (seed.isMultiple(of: 2), Revision(rawValue: seed % 3))
            let encoded = EncodedHistory(
                page: CommitPage(commits.map(EncodedCommit.init), for: .history),
                hasMore: hasMore, oldestRevision: oldest)
            let page = HistoryPage(commits: commits, hasMore: hasMore, oldestRevision: oldest)
            try #require(
                Reply(id: seed, result: .encodedHistory(encoded)).encoded
                    == Reply(id: seed, result: .historyPage(page)).encoded, "seed \(seed)")
        }
    }

    @Test("Outcomes") func outcomes() throws {
        try check(
            { samples in samples.list { $0.outcome() } }, { $0.encoded },
            [Outcome].init(encoded:))
    }

    @Test("Snapshots: the same state, digest and bytes") func snapshots() throws {
        for seed in RoundTripTests.seeds.prefix(500) {
            var samples = Samples(seed: seed)
            let state = samples.state()
            let copy = try SceneState(snapshot: state.snapshot)
            try #require(copy == state, "seed \(seed)")
            try #require(copy.digest == copy.recomputedDigest)
            try #require(copy.snapshot == state.snapshot)
        }
    }
}
