internal import NavigationSync

extension RetentionPolicy {
    /// The settings of the section `retention`, in the order of the reference.
    static let settings: [Setting] = [
        .one(
            "retention.horizon", \.retention.horizon, .duration(in: hour...decade), isLive: true,
            "After this time what can no longer be seen is forgotten, and changes that a device made "
                + "on what it saw before are refused as expired. It runs only while the daemon "
                + "does."),
        .one(
            "retention.historyAge", \.retention.historyAge, .duration(in: hour...decade),
            isLive: true, "Commits older than this are compacted away."),
        .one(
            "retention.historyCommits", \.retention.historyCommits,
            .number(of: "commits", in: 1_000...10_000_000), isLive: true,
            "Commits of one scene beyond which the oldest are compacted away."),
        .one(
            "retention.historyLength", \.retention.historyLength,
            .bytes(in: 1 << 20...1 << 34), isLive: true,
            "Bytes of one scene's commits beyond which the oldest are compacted away."),
        .one(
            "retention.recentLength", \.retention.recentLength,
            .bytes(in: 1 << 16...1 << 30), isLive: true,
            "Bytes in memory of what is gone from a scene, the newest first, that are kept in any case: it "
                + "can be taken back. What is older is forgotten where all devices have seen more."),
        .one(
            "retention.awaitedLength", \.retention.awaitedLength,
            .bytes(in: 1 << 17...1 << 32), isLive: true,
            "Bytes in memory of what is gone from a scene that are kept for devices that were not heard "
                + "of since. Beyond it the older half is forgotten, and changes that they made on "
                + "what they saw before are refused as expired."),
    ]

    private static let hour = Duration.seconds(3_600)
    private static let decade = Duration.seconds(3_650 * 86_400)
}
