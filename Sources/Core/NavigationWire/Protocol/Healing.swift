package import NavigationModel

/// A part of a state that a device uploads, since the daemon may have lost it.
package struct Remember: Hashable, Sendable {
    /// The head of the state in its history.
    package let position: Head
    /// The store that confirmed it; `StoreID.none` if the device does not know it.
    package let store: StoreID
    /// Bytes of the whole encoded state, ``longest`` at most.
    package let length: Int
    /// The offset of ``content`` in it.
    package let offset: Int
    /// The part, of ``part`` bytes at most.
    package let content: [UInt8]
    /// The revisions after the state's, ascending, of the device's own changes that were
    /// acknowledged in its history: it resubmits them. ``mostSettled`` at most.
    package let settled: [Revision]
    /// The histories that the state's contains, ``FormerHistory/most`` at most.
    package let former: [FormerHistory]

    /// The most bytes of an uploaded state: as much as a scene may take by default.
    package static let longest = 33_554_432
    /// The most bytes of one part.
    package static let part = 65_536
    /// The most revisions in ``settled``.
    package static let mostSettled = 1_024

    /// Joins the parts.
    package init(
        position: Head, store: StoreID, length: Int, offset: Int, content: [UInt8],
        settled: [Revision] = [], former: [FormerHistory] = []
    ) {
        self.settled = settled
        self.former = former
        self.position = position
        self.store = store
        self.length = length
        self.offset = offset
        self.content = content
    }
}

/// A request to replace a scene by a state that the daemon holds.
package struct Heal: Hashable, Sendable {
    /// The head of the state in its history.
    package let position: Head
    /// A Boolean value indicating whether the state may lack acknowledged changes.
    package let acceptsLoss: Bool

    /// Joins the parts.
    package init(_ position: Head, acceptsLoss: Bool = false) {
        self.position = position
        self.acceptsLoss = acceptsLoss
    }
}

/// The daemon's reply to an uploaded part of a state.
package enum RememberAnswer: Hashable, Sendable {
    /// The part at this offset is next.
    case wants(Int)
    /// The daemon holds all of the state.
    case holds
    /// The daemon's scene contains all of the state, and all of its history up to a revision.
    case contains(upTo: Revision)
}

/// A state that the daemon holds, for a person to choose.
package struct RememberedState: Hashable, Sendable {
    /// The head of the state in its history.
    package let position: Head
    /// The store that confirmed it; `StoreID.none` if it is not known.
    package let store: StoreID
    /// The latest time at which anything in it took effect.
    package let latest: Timestamp
    /// The number of tabs shown.
    package let tabs: Int
    /// The number of screens shown, on all stacks.
    package let screens: Int
    /// The devices that have uploaded it.
    package let devices: [DeviceID]
    /// The newest acknowledged revision of its history; `nil` if it is not known.
    package let acknowledged: Acknowledged?
    /// The number of acknowledged revisions after it that devices resubmit.
    package let resubmitted: UInt64
    /// The state itself, to be downloaded in parts.
    package let offer: Offer

    /// A state that can be downloaded in parts.
    package struct Offer: Hashable, Sendable {
        /// The snapshot's id.
        package let id: UInt64
        /// Its length in bytes.
        package let length: Int

        /// Joins the parts.
        package init(id: UInt64, length: Int) {
            self.id = id
            self.length = length
        }
    }

    /// The newest revision of a history known to have been acknowledged.
    package struct Acknowledged: Hashable, Sendable {
        /// Its last commit.
        package let revision: Revision
        /// The digest of the state at that commit; zero if it was not recorded.
        package let digest: Digest

        /// Joins the parts.
        package init(revision: Revision, digest: Digest) {
            self.revision = revision
            self.digest = digest
        }
    }

    /// A comparison of a state with the acknowledged revisions.
    package enum Completeness: Hashable, Sendable {
        /// The state has all that is known to have been acknowledged.
        case complete
        /// The state lacks this many acknowledged revisions.
        case behind(UInt64)
        /// The state is of the acknowledged revision, and differs from the acknowledged state.
        case different
        /// Nothing is known of its history.
        case unknown

        /// Compares a state with the newest acknowledged revision of its history.
        package init(
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

    /// A comparison of the state with the acknowledged revisions.
    package var completeness: Completeness {
        Completeness(of: position, to: acknowledged, resubmitting: resubmitted)
    }

    /// Joins the parts.
    package init(
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

/// A history of a scene that the present one has replaced.
package struct FormerHistory: Hashable, Sendable {
    /// The id of the history.
    package let epoch: Epoch
    /// The last revision of it that the present one contains; for a history that was removed, the
    /// greatest possible one.
    package let end: Revision
    /// A Boolean value indicating whether the scene was healed up to that revision: changes settled
    /// later in the history have to be resubmitted.
    package let isHealed: Bool

    /// A Boolean value indicating whether the history was removed, with all that is in it.
    package var isRemoved: Bool { end.rawValue == .max }

    /// The most former histories kept of a scene.
    package static let most = 16

    /// Joins the parts.
    package init(epoch: Epoch, end: Revision, isHealed: Bool = false) {
        self.isHealed = isHealed
        self.epoch = epoch
        self.end = end
    }

    /// Returns a history that was removed.
    package static func removed(_ epoch: Epoch) -> FormerHistory {
        FormerHistory(epoch: epoch, end: Revision(rawValue: .max))
    }
}

extension [FormerHistory] {
    /// Returns a Boolean value indicating whether the present history contains all of a state.
    package func contain(_ position: Head) -> Bool {
        end(of: position.epoch).map { position.revision <= $0 } ?? false
    }

    /// Returns the last revision of a history that the present one contains; `nil` if none is
    /// known.
    package func end(of epoch: Epoch) -> Revision? { first { $0.epoch == epoch }?.end }
}

extension [FormerHistory] {
    /// Adds a history; of one that is there already, as much as either contains.
    package mutating func include(_ history: FormerHistory) {
        guard let index = firstIndex(where: { $0.epoch == history.epoch }) else {
            return append(history)
        }
        self[index] = FormerHistory(
            epoch: history.epoch, end: Swift.max(self[index].end, history.end),
            isHealed: self[index].isHealed || history.isHealed)
    }
}
