import ArgumentParser
import Foundation
import NavigationModel
import NavigationWire

/// An abuse of a daemon: by a paired device of another user, unless it says otherwise.
enum Abuse: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// Changes without pause, 255 of them in flight, obeying each retry-after.
    case changes
    /// The same long after its burst is used up, waiting never.
    case changesBeyond = "changes-beyond"
    /// Changes as long as they may be, without pause: bytes to disk.
    case longChanges = "long-changes"
    /// Hellos without pause.
    case hellos
    /// Requests for a large scene's snapshot without pause.
    case snapshots
    /// A large scene's status, which is computed.
    case statuses
    /// A large scene's log, in the largest pages.
    case histories
    /// The state at an earlier revision.
    case states
    /// Checks of all that the store has of a scene.
    case audits
    /// Checks of the whole of a large store; by who administers it.
    case storeAudits = "store-audits"
    /// Calls that write to the registry: a device that gives itself one name after another.
    case renames
    /// Subscriptions to one topic after another.
    case subscriptions
    /// A thousand connections that never finish their handshake; unauthenticated.
    case halfOpen = "half-open"
    /// Subscribers that never read large publications.
    case silentSubscribers = "silent-subscribers"
    /// Requests for large replies that are never read.
    case unreadReplies = "unread-replies"
    /// Frames that are longer than any may be.
    case oversized
    /// Messages of frames without end on control; by a local user.
    case endless
    /// The same on the feed.
    case endlessFeed = "endless-feed"
    /// Twenty subscribers and ten devices with requests, none of which reads anything.
    case deaf
    /// One connection after another.
    case reconnects
    /// One connection after another with unknown keys; unauthenticated.
    case unknownKeys = "unknown-keys"
    /// Hellos by a local user who is no user of the daemon.
    case strangers

    /// A Boolean value indicating whether the abuser is a local user who is no user of the daemon.
    var isLocal: Bool {
        switch self {
        case .endless, .endlessFeed, .strangers: true
        default: false
        }
    }

    /// Bytes that the store has to have for it.
    var storeLength: Int { self == .storeAudits ? 768 << 20 : 0 }

    /// Returns a client that abuses the daemon in this way.
    func abuser(_ cast: Cast) throws -> any Abuser {
        switch self {
        case .changes: try ChangeFlood(cast)
        case .changesBeyond: try ChangeFlood(cast, isPatient: false)
        case .longChanges: try ChangeFlood(cast, .long)
        case .hellos:
            try RequestFlood(cast) { [device = cast.device] _, _ in
                .hello(Hello(user: nil, device: device, name: "device"))
            }
        case .snapshots:
            try RequestFlood(cast) { _, _ in
                .sync(scene: .main, epoch: .none, revision: .zero)
            }
        case .statuses: try RequestFlood(cast) { _, _ in .status(scene: .main) }
        case .histories:
            try RequestFlood(cast) { _, _ in
                .history(scene: .main, after: .zero, limit: WireLimits.historyPage)
            }
        case .states: try RequestFlood(cast) { head, _ in .state(scene: .main, at: head) }
        case .audits: try RequestFlood(cast) { _, _ in .audit(scene: .main) }
        case .storeAudits: try RequestFlood(administering: cast) { _, _ in .audit(scene: .main) }
        case .renames:
            try RequestFlood(cast) { [device = cast.device] _, number in
                let name = DeviceName(unchecked: "name \(number)")
                return .updateDevice(nil, device, name: name, role: nil)
            }
        case .subscriptions: try SubscriptionFlood(cast)
        case .halfOpen: try HalfOpen(cast)
        case .silentSubscribers: try SilentSubscribers(cast)
        case .unreadReplies: try UnreadReplies(cast)
        case .oversized: try Oversized(cast)
        case .endless: try Endless(cast, on: "control", as: "DEALER", frame: 65_536)
        // The longest frame that the feed takes.
        case .endlessFeed: try Endless(cast, on: "feed", as: "SUB", frame: 1_024)
        case .deaf: try Deaf(cast)
        case .reconnects: try Reconnects(cast)
        case .unknownKeys: try UnknownKeys(cast)
        case .strangers: try Strangers(cast)
        }
    }
}

/// A client that abuses a daemon.
protocol Abuser {
    /// Does it for a moment; returns how often.
    func act() throws -> Int
}

/// Peers that read nothing, of both kinds.
private final class Deaf: Abuser {
    private let abusers: [any Abuser]

    init(_ cast: Cast) throws {
        abusers =
            [try SilentSubscribers(cast, count: 20)]
            + (try (0..<10).map { _ in try UnreadReplies(cast) })
    }

    func act() throws -> Int {
        try abusers.reduce(0) { try $0 + $1.act() }
    }
}

/// Waiting on a thread of one's own.
enum Pause {
    static func wait(_ time: Duration) {
        Thread.sleep(forTimeInterval: time / .seconds(1))
    }
}
