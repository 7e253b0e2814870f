package import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import SeededRandom

/// A daemon and its devices with everything between them and under them, from one seed: the very
/// cores that the real processes run, on virtual clocks, a network and disks that do all that real
/// ones do, watched by oracles at every step.
///
/// The core is ``step()``: it takes the next event of the future and lets it happen. Everything
/// random comes from the schedule's seed, and nothing depends on the order of a dictionary, so the
/// same schedule gives the same trace, in every process.
package struct Simulation {
    /// Virtual time since the beginning.
    package internal(set) var now = Duration.zero
    /// The events.
    package internal(set) var trace: Trace
    /// The violation of a promise: the run ends there.
    package internal(set) var violation: Violation?

    let seed: UInt64
    /// A Boolean value indicating whether all messages take the least time, as stories want it.
    var isSteady = false
    /// The bug that is planted.
    let bug: PlantedBug?
    var queue = EventQueue()
    /// The daemon, or the nodes of a fleet.
    var nodes: [SimulatedDaemon]
    /// The place of the one whose event happens.
    var turn = 0
    /// The daemon whose event happens.
    var daemon: SimulatedDaemon {
        _read { yield nodes[turn] }
        _modify { yield &nodes[turn] }
    }
    /// The number of starts of daemons.
    var incarnations: UInt64 = 0
    /// The store of the daemon, or of all nodes.
    var disk = DaemonDisk()
    /// The bytes that the daemon allows.
    var budgets = Budgets()
    /// The rows of a fleet; `nil` for one daemon.
    var table: ShardTable?
    /// The knowledge of the fleet's oracles.
    var fleetRecord = FleetRecord()
    /// The app of each device, then the command of each in the same order.
    var devices: [SimulatedDevice]
    /// The places of the apps.
    var apps: Range<Int> { 0..<devices.count / 2 }
    var connections: [ConnectionID: Connection] = [:]
    var lastConnection: UInt64 = 0
    var lastSubscription: SubscriptionID = 0
    var lastTimer: UInt64 = 0
    /// The delays of messages, and the network's own doings.
    var network: SeededGenerator

    var chronicles: [SceneKey: Chronicle] = [:]
    /// The store that is not served, once there is another, and whether that is the devices' own.
    var storeAside: StoreAside?
    var servesOther = false
    /// The content that was durable when the daemon was backed up.
    var backedUp: [SceneKey: Chronicle] = [:]
    var ledger = Ledger()
    /// The outcomes of changes by the daemon's word, and the form that they had.
    var acknowledged: [Acknowledgement] = []
    /// The times when each form of a change reached the daemon, and the age that it said.
    var inboundRequests: [Digest: [Arrival]] = [:]
    /// The time when the daemon's clock was set, and what it showed before and after.
    var clockSettings: [(time: Duration, walls: [Timestamp])] = []
    var answersToGarbage = 0
    /// The time when the daemon's budgets were last changed, and the least that it kept for devices that
    /// were away.
    var budgetsChanged = Duration.zero
    var leastAwaited = Int.max
    /// A Boolean value indicating whether there ever was a budget of a scene.
    var hasLimited = false
    /// The states that each device was seen to keep, as a daemon may have lost them.
    var remembered: [Int: [Remembered]] = [:]
    /// A Boolean value indicating whether people bring back all that devices remember.
    var healsAll = false
    /// The same as the schedule has it for the end of a run.
    private let healsAllAtRest: Bool
    /// The times when people last began to heal a scene.
    var lastHealed: [SceneKey: Duration] = [:]
    /// The stores that there have been in the place of the devices' own.
    var storesBegun: UInt64 = 0
    /// The devices that have access, and what the administrator waits for: whom an invitation is
    /// for.
    var access = Access()
    var backedUpAccess = Access()
    var lastErrand: UInt64 = 0
    var errands: [UInt64: Int] = [:]
    /// The history that a story has last heard of.
    var knownEpoch = Epoch.none
    /// Topics that somebody has subscribed to, until something is published there: at which node, and
    /// when.
    var unansweredTopics: [[UInt8]: (node: Int, time: Duration)] = [:]
    /// The keys that publications are opened with, and the nonces that they used.
    var seals = Seals()
    /// The memory of planted bugs.
    var tap = Tap()

    /// The answers to a device.
    struct Acknowledgement {
        let key: SceneKey
        let epoch: Epoch
        let device: DeviceID
        let receipt: Receipt
    }

    /// The time when a change came, and its age.
    struct Arrival {
        let received: Timestamp
        let age: Int64?
        /// The true time of it.
        let time: Duration
    }

    /// A world in which nothing has happened yet: the daemon is up, the devices start to connect.
    package init(_ schedule: Schedule, bug: PlantedBug? = nil, linesKept: Int = 400) {
        seed = schedule.seed
        healsAllAtRest = schedule.healsAll
        self.bug = bug
        trace = Trace(limit: linesKept)
        var generator = SeededGenerator(seed: schedule.seed)
        network = SeededGenerator(seed: generator.next())
        nodes = [SimulatedDaemon(generator: SeededGenerator(seed: generator.next()))]
        let apps = schedule.devices.enumerated().map { index, name in
            let isStranger = index >= schedule.devices.count - schedule.unknownUIDs
            let key = SceneKey(user: isStranger ? "ben" : "ann", scene: .main)
            let id = DeviceID(high: 0xd0 + UInt64(index), low: generator.next())
            var disk = DeviceDisk(device: id, key: key)
            disk.neverSyncs = bug == .deviceNeverSyncs
            let clock = DeviceClock(reading: .seconds(1 + generator.below(40_000_000)))
            return SimulatedDevice(
                name: name, key: key, machine: Machine(disk: disk, clock: clock),
                isCommand: false, generator: SeededGenerator(seed: generator.next()))
        }
        let commands = apps.map { app in
            SimulatedDevice(
                name: app.name, key: app.key, machine: app.machine, isCommand: true,
                generator: SeededGenerator(seed: generator.next()))
        }
        devices = apps + commands
        // One of three or more, so that there is something to see.
        if apps.count > 2 { devices[1].isHidden = true }
        for device in devices { chronicles[device.key] = Chronicle(key: device.key) }
        if schedule.nodes > 1 { formFleet(of: schedule.nodes) }
        for step in schedule.steps { queue.add(.scheduled(step.happening), at: step.time) }
    }

    /// Runs the schedule to its end, mends everything, and waits for rest; returns what is wrong.
    package mutating func run() -> Violation? {
        startNodes()
        for index in apps { start(index) }
        while violation == nil, hasScheduled { step() }
        comeToRest(healing: healsAllAtRest)
        if violation == nil { checkAtRest() }
        return violation
    }

    /// Lets the next event happen.
    package mutating func step() {
        guard let (due, event) = queue.next() else { return }
        now = max(now, due)
        checkSubscriptions()
        switch event {
        case .request(let id, let bytes): arrive(bytes, on: id)
        case .reply(let id, let bytes): deliver(bytes, on: id)
        case .feed(let index, let id, let bytes): deliverFeed(bytes, id, to: index)
        case .subscription(let index, let id): subscribe(index, id)
        case .unsubscription(let topic, let node): noteUnsubscription(from: topic, at: node)
        case .connecting(let index, let attempt): connect(index, attempt)
        case .outboxChanged(let index): stepDevice(index, [outbox(of: index)])
        case .senderFree(let index): becomeSender(index)
        case .errand(let index, let number): repeatErrand(index, number)
        case .handingOver(let index): heal(index, decided: false, onlyHandsOver: true)
        case .commandTimeout(let index, let number): endCommand(index, number)
        case .broken(let id): learnOfBreak(id)
        case .deviceTick(let index, let number): tick(index, number)
        case .daemonTick(let node, let number): tickDaemon(node, number)
        case .disk(let incarnation, let work): finish(work, of: incarnation)
        case .fleet(let incarnation, let event): handle(event, of: incarnation)
        case .landing(let write): land(write)
        case .scheduled(let happening): happen(happening)
        }
    }

    /// Lets everything happen that is due until `end`.
    package mutating func run(until end: Duration) {
        while violation == nil, let due = queue.nextDue, due <= end { step() }
        if violation == nil { now = max(now, end) }
    }

    private var hasScheduled: Bool { queue.scheduledCount > 0 }

    mutating func note(_ line: String) {
        trace.add(line, at: now)
    }

    mutating func fail(_ oracle: Violation.Oracle, _ text: String) {
        guard violation == nil else { return }
        violation = Violation(oracle: oracle, text: text, time: now)
        note("VIOLATION \(oracle.rawValue): \(text)")
    }

    /// A time between the two, by chance; the first of them if nothing is left to chance.
    mutating func chance(_ low: Duration, _ high: Duration) -> Duration {
        guard !isSteady else { return low }
        let span = Int((high - low).wholeMicroseconds)
        return low + .microseconds(network.below(max(1, span)))
    }

    /// The device with this name.
    package func index(of name: DeviceName) -> Int? { devices.firstIndex { $0.name == name } }
}
