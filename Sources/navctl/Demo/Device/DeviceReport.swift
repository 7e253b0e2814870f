internal import NavigationClient
internal import NavigationModel
internal import NavigationSync

/// How a device is: one JSON line on its standard output, whenever something has changed.
struct DeviceReport: Codable, Hashable, Sendable {
    /// What it shows.
    var scene = ReportedScene(.empty)
    /// The last commit that its mirror has.
    var revision: UInt64 = 0
    /// The digest of its records, computed anew from all of them.
    var digest = Digest.zero.description
    /// Its changes that have no outcome yet.
    var pending = 0
    /// How it stands to the daemon.
    var connection = Connection.offline
    /// What it has been told to do and what came of it, as it was before all of the above.
    var tally = Tally()

    /// How a device stands to the daemon.
    enum Connection: String, Codable, Sendable {
        /// Not connected.
        case offline
        /// Fetching what it missed, or following without the feed.
        case syncing
        /// Every commit arrives as it happens.
        case live
        /// Refused, or in disagreement with the daemon's digest.
        case failed
    }

    /// A device's account of what it was told to do.
    struct Tally: Codable, Hashable, Sendable {
        /// Commands carried out, seen in the scene if they changed anything.
        var handled = 0
        /// Changes that came of them.
        var made = 0
        /// How many of the changes ended in each way: `applied`, `noop`, ….
        var outcomes: [String: Int] = [:]
        /// What could not be done.
        var failure: String?

        /// Changes whose outcome is known.
        var settled: Int { outcomes.values.reduce(0, +) }
    }

    /// The report of a device of which nothing is known yet.
    init() {}

    /// Reports an update.
    init(_ update: MirrorUpdate, _ tally: Tally) {
        scene = ReportedScene(update.scene)
        revision = update.revision.rawValue
        digest = update.state.recomputedDigest.description
        pending = update.pendingCount
        connection =
            switch update.status {
            case .offline: .offline
            case .syncing, .feedBlocked: .syncing
            case .live: .live
            case .refused, .diverged: .failed
            }
        self.tally = tally
    }

    /// Whether all that it has done has its outcome and shows.
    var isSettled: Bool { pending == 0 && tally.settled == tally.made }
}
