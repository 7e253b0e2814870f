internal import CommandLine
internal import NavigationClient
internal import NavigationModel
internal import NavigationSync

/// The state of a device: one JSON line on its standard output, after every change.
struct DeviceReport: Codable, Hashable, Sendable {
    /// The displayed scene.
    var scene = ReportedScene(.empty)
    /// The last commit that its mirror has.
    var revision: UInt64 = 0
    /// The digest of its records, computed anew from all of them.
    var digest = Digest.zero.description
    /// Its changes that have no outcome yet.
    var pending = 0
    /// The state of its connection to the daemon.
    var connection = Connection.offline
    /// The actions that it received and their outcomes, read before all of the above.
    var tally = Tally()

    /// The states of a device's connection to the daemon.
    enum Connection: String, Codable, Sendable {
        /// Not connected.
        case offline
        /// Catching up, or following without the feed.
        case syncing
        /// Every commit arrives as it happens.
        case live
        /// Refused by the daemon, or diverged from it.
        case failed
    }

    /// A device's count of the actions that it received.
    struct Tally: Codable, Hashable, Sendable {
        /// The actions performed, visible in the scene if they changed anything.
        var handled = 0
        /// The changes that they made.
        var made = 0
        /// The number of changes by outcome: `applied`, `noop`, ….
        var outcomes: [String: Int] = [:]
        /// The last failure of an action.
        var failure: String?

        /// Changes whose outcome is known.
        var settled: Int { outcomes.values.reduce(0, +) }
    }

    /// The report of a device before its first update.
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

    /// A Boolean value indicating whether all its changes have outcomes and are displayed.
    var isSettled: Bool { pending == 0 && tally.settled == tally.made }
}

/// The displayed part of a scene, as a device reports it to the demo.
struct ReportedScene: Codable, Hashable, Sendable {
    private struct ReportedTab: Codable, Hashable {
        var id: String
        var title: String
        var icon: String?
        var isEnabled: Bool
        var badge: String?
        var stack: [ReportedScreen]
    }

    private struct ReportedScreen: Codable, Hashable {
        var id: String
        var route: String
        var title: String?
    }

    private var selectedTab: String?
    private var tabs: [ReportedTab]

    /// Takes the displayed parts of a scene.
    init(_ scene: Scene) {
        selectedTab = scene.selectedTab?.rawValue
        tabs = scene.tabs.map { tab in
            ReportedTab(
                id: tab.id.rawValue, title: tab.title, icon: tab.icon, isEnabled: tab.isEnabled,
                badge: tab.badge,
                stack: tab.stack.map {
                    ReportedScreen(id: $0.id.rawValue, route: $0.route, title: $0.title)
                })
        }
    }

    /// The scene, for drawing.
    var scene: Scene {
        Scene(
            selectedTab: selectedTab.flatMap(TabID.init(rawValue:)),
            tabs: tabs.compactMap { tab in
                TabID(rawValue: tab.id).map { id in
                    Tab(
                        id: id, title: tab.title, icon: tab.icon, isEnabled: tab.isEnabled,
                        badge: tab.badge,
                        stack: tab.stack.compactMap { screen in
                            ScreenID(rawValue: screen.id).map {
                                Screen(id: $0, route: screen.route, title: screen.title)
                            }
                        })
                }
            })
    }
}
