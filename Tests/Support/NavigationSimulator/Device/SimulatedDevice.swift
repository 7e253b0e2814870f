import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import SeededRandom

/// A place for one process of a device, which has two: the app that stays and follows the feed, and a
/// command that does one thing, hands over what waits if it can, and ends.
struct SimulatedDevice {
    let name: DeviceName
    let key: SceneKey
    let machine: Machine
    let isCommand: Bool
    /// A Boolean value indicating whether it hides from others that it is there.
    var isHidden = false
    var link = Link()
    /// `nil` while it is not running.
    var process: DeviceProcess?
    /// The command that runs.
    var command: UInt64 = 0
    /// Until then it is suspended: what comes meanwhile is late.
    var sleepsUntil = Duration.zero
    /// The source of its screens' ids.
    var generator: SeededGenerator
    /// The time when something was last wrong with it or its way to the daemon.
    var lastTrouble = Duration.zero
    /// A Boolean value indicating whether what it shows comes from a damaged copy, and is not
    /// repaired yet.
    var isDamaged = false

    /// Its doings since somebody last asked.
    var tally = Tally()

    /// The person's errand to have the daemon take back what it has lost.
    var errand: HealErrand?

    /// The invitation that it was last given, and when.
    var invitation: InvitationID?
    var lastInvited = Duration.zero - .seconds(60)

    var id: DeviceID { machine.disk.device }

    var hello: Hello { Hello(user: key.user, device: id, name: name) }
}

/// The number of times that a device did what a story may ask about.
struct Tally {
    var syncs = 0
    var snapshots = 0
    var connections = 0
}

/// A running process of a device: the shell's part of what `MirrorDriver` does.
struct DeviceProcess {
    var core: MirrorCore
    var unsaved = UnsavedNews()
    /// A Boolean value indicating whether the scene may have changed since its place was reported.
    var isPlaceStale = true
    var timer: (number: UInt64, due: Duration)?
    /// The store that it takes the device's directory to belong to.
    var belongs: StoreID

    init(core: MirrorCore, belongs: StoreID) {
        self.core = core
        self.belongs = belongs
    }
}

/// The knowledge of a mirror that its directory does not have yet.
struct UnsavedNews {
    var commits: [Commit] = []
    var isWhole = false
    /// The state that the disk has, or an earlier one of its history, if a whole one takes its place.
    var replaced: ConfirmedScene?
    /// A Boolean value: the daemon has told up to which of its changes all are settled.
    var isTold = false
    var receipts: [SequenceNumber: Receipt] = [:]

    /// Commits and outcomes after which to save at once.
    static let limit = 64

    var isEmpty: Bool { commits.isEmpty && !isWhole && !isTold && receipts.isEmpty }
    var isFull: Bool { max(commits.count, receipts.count) >= Self.limit }

    mutating func save(_ scene: ConfirmedScene, to disk: inout DeviceDisk) throws {
        guard !isEmpty else { return }
        let outcomes = receipts.values.sorted { $0.sequence < $1.sequence }
        let reached = try disk.appendConfirmed(
            epoch: scene.epoch, commits: isWhole ? [] : commits, settling: outcomes,
            acknowledged: (scene.lastSequence, scene.revision))
        receipts = [:]
        if isWhole || reached.map({ $0 < scene.revision }) ?? true {
            try disk.replaceConfirmed(with: scene, insteadOf: replaced)
        }
        replaced = nil
        commits = []
        isWhole = false
        isTold = false
    }
}
