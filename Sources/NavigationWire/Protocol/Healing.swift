public import NavigationModel

/// A part of a state that a device hands over, since the daemon may have lost it.
public struct Remember: Hashable, Sendable {
    /// The state's place in its history.
    public let position: Head
    /// The store that confirmed it; `StoreID.none` if the device does not know.
    public let store: StoreID
    /// Bytes of the whole encoded state, ``longest`` at most.
    public let length: Int
    /// The place of ``content`` in it.
    public let offset: Int
    /// The part, of ``part`` bytes at most.
    public let content: [UInt8]
    /// The revisions after the state's, in growing order, of the device's own changes that were
    /// acknowledged in its history: it submits them anew. ``mostSettled`` at most.
    public let settled: [Revision]

    /// The most bytes of a state that is handed over: as much as a scene may take by default.
    public static let longest = 33_554_432
    /// The most bytes of one part.
    public static let part = 65_536
    /// The most revisions that are told.
    public static let mostSettled = 1_024

    /// Joins the parts.
    public init(
        position: Head, store: StoreID, length: Int, offset: Int, content: [UInt8],
        settled: [Revision] = []
    ) {
        self.settled = settled
        self.position = position
        self.store = store
        self.length = length
        self.offset = offset
        self.content = content
    }
}

/// The wish to put a state that the daemon holds in the place of its scene.
public struct Heal: Hashable, Sendable {
    /// The state's place in its history.
    public let position: Head
    /// A Boolean value indicating whether it may lack what was acknowledged.
    public let acceptsLoss: Bool

    /// Joins the parts.
    public init(_ position: Head, acceptsLoss: Bool = false) {
        self.position = position
        self.acceptsLoss = acceptsLoss
    }
}

/// The daemon's answer to a part of a state that is handed over.
public enum RememberAnswer: Hashable, Sendable {
    /// The part from this place on is to follow.
    case wants(Int)
    /// It holds all of the state.
    case holds
    /// All of the state is in its scene, and all of its history up to a revision.
    case contains(upTo: Revision)
}

/// A state that the daemon holds, for a person to choose.
public struct RememberedState: Hashable, Sendable {
    /// The state's place in its history.
    public let position: Head
    /// The store that confirmed it; `StoreID.none` if that is not known.
    public let store: StoreID
    /// The newest time that anything in it took effect.
    public let latest: Timestamp
    /// The tabs that are shown.
    public let tabs: Int
    /// The screens that are shown, on all stacks.
    public let screens: Int
    /// The devices that have handed it over.
    public let devices: [DeviceID]
    /// The last that was acknowledged in its history; `nil` if that is not known.
    public let acknowledged: Acknowledged?
    /// Acknowledged revisions after it that devices submit anew.
    public let resubmitted: UInt64
    /// The state itself, to be fetched in parts.
    public let offer: Offer

    /// A state that can be fetched in parts.
    public struct Offer: Hashable, Sendable {
        /// The snapshot's id.
        public let id: UInt64
        /// Its bytes in all.
        public let length: Int

        /// Joins the parts.
        public init(id: UInt64, length: Int) {
            self.id = id
            self.length = length
        }
    }

    /// The newest of a history that a daemon is known to have acknowledged.
    public struct Acknowledged: Hashable, Sendable {
        /// Its last commit.
        public let revision: Revision
        /// The digest of the state at that commit; zero if nobody noted it.
        public let digest: Digest

        /// Joins the parts.
        public init(revision: Revision, digest: Digest) {
            self.revision = revision
            self.digest = digest
        }
    }

    /// The standings of a state to what was acknowledged.
    public enum Completeness: Hashable, Sendable {
        /// It has all that is known to have been acknowledged.
        case complete
        /// It lacks so many revisions of that.
        case behind(UInt64)
        /// It is of the acknowledged revision, and not what was acknowledged.
        case different
        /// Nothing is known of its history.
        case unknown

        /// Compares a state with what was acknowledged of its history.
        ///
        /// - Parameter resubmitted: the acknowledged revisions after it that devices submit anew.
        public init(
            of position: Head, to acknowledged: Acknowledged?,
            resubmitting resubmitted: UInt64
        ) {
            guard let acknowledged else {
                self = .unknown
                return
            }
            let (has, had) = (position.revision, acknowledged.revision)
            let isSame = acknowledged.digest == .zero || acknowledged.digest == position.digest
            if has < had {
                let missing = had.rawValue - has.rawValue
                self = missing > resubmitted ? .behind(missing - resubmitted) : .complete
            } else {
                self = has > had || isSame ? .complete : .different
            }
        }
    }

    /// Its standing to what was acknowledged.
    public var standing: Completeness {
        Completeness(of: position, to: acknowledged, resubmitting: resubmitted)
    }

    /// Joins the parts.
    public init(
        position: Head, store: StoreID, latest: Timestamp, tabs: Int, screens: Int,
        devices: [DeviceID], acknowledged: Acknowledged?, resubmitted: UInt64 = 0,
        offer: Offer
    ) {
        self.resubmitted = resubmitted
        self.offer = offer
        self.position = position
        self.store = store
        self.latest = latest
        self.tabs = tabs
        self.screens = screens
        self.devices = devices
        self.acknowledged = acknowledged
    }
}

/// A history of a scene that the present one took the place of.
public struct FormerHistory: Hashable, Sendable {
    /// The id of the history.
    public let epoch: Epoch
    /// The last revision of it that is in the present one; of a history that was removed, the greatest
    /// that there is.
    public let end: Revision
    /// A Boolean value indicating whether it was brought back up to there: what was settled in it later is
    /// to be done again.
    public let isHealed: Bool

    /// Former histories of a scene that are kept.
    public static let most = 16

    /// Joins the parts.
    public init(epoch: Epoch, end: Revision, isHealed: Bool = false) {
        self.isHealed = isHealed
        self.epoch = epoch
        self.end = end
    }
}
