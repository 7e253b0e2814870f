internal import NavigationSync

extension RetentionPolicy {
    /// The settings of the section `retention`, in the order of the reference.
    static let settings: [Setting] = [
        .one(
            "retention.horizon", \.retention.horizon, .duration(in: hour...decade), isLive: true,
            "The age of tombstones at which they are pruned; changes based on older state are "
                + "refused as expired. Counted only while the daemon runs."),
        .one(
            "retention.historyAge", \.retention.historyAge, .duration(in: hour...decade),
            isLive: true, "The age of commits at which they are compacted."),
        .one(
            "retention.historyCommits", \.retention.historyCommits,
            .number(of: "commits", in: 1_000...10_000_000), isLive: true,
            "The number of commits of one scene beyond which the oldest are compacted."),
        .one(
            "retention.historyLength", \.retention.historyLength,
            .bytes(in: 1 << 20...1 << 34), isLive: true,
            "The bytes of one scene's commits beyond which the oldest are compacted."),
        .one(
            "retention.recentLength", \.retention.recentLength,
            .bytes(in: 1 << 16...1 << 30), isLive: true,
            "The memory of one scene's newest tombstones that are always kept, for undo. Older ones are "
                + "pruned once all devices have confirmed a later revision."),
        .one(
            "retention.awaitedLength", \.retention.awaitedLength,
            .bytes(in: 1 << 17...1 << 32), isLive: true,
            "The memory of one scene's tombstones that are kept for devices not seen since. Beyond it "
                + "the older half is pruned, and those devices' changes based on older state are "
                + "refused as expired."),
    ]

    private static let hour = Duration.seconds(3_600)
    private static let decade = Duration.seconds(3_650 * 86_400)
}
