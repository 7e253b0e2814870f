import NavigationModel
import NavigationSync
import NavigationWire

/// The events to come, each at its virtual time.
enum Event {
    /// A frame reaches the daemon on a connection.
    case request(ConnectionID, [UInt8])
    /// A frame reaches a device on a connection.
    case reply(ConnectionID, [UInt8])
    /// A message of the feed reaches a device.
    case feed(device: Int, SubscriptionID, [UInt8])
    /// A subscription reaches the daemon.
    case subscription(device: Int, SubscriptionID)
    /// The end of a subscription reaches the daemon at this place.
    case unsubscription(Topic, node: Int)
    /// A device tries to connect.
    case connecting(device: Int, attempt: UInt64)
    /// A process learns that another of its device has had to do with the outbox.
    case outboxChanged(device: Int)
    /// A process that waited for the right to send has it.
    case senderFree(device: Int)
    /// A person asks again what the daemon was too busy for.
    case errand(device: Int, number: UInt64)
    /// A person who has healed a scene hands over what the device remembers, once more.
    case handingOver(device: Int)
    /// A command has waited long enough.
    case commandTimeout(device: Int, number: UInt64)
    /// A device learns that its connection is gone.
    case broken(ConnectionID)
    /// A device's timer is due.
    case deviceTick(device: Int, timer: UInt64)
    /// The daemon's timer is due.
    case daemonTick(node: Int, timer: UInt64)
    /// The daemon's disk is done with something.
    case disk(incarnation: UInt64, DiskWork)
    /// Something happens at a node of a fleet.
    case fleet(incarnation: UInt64, FleetEvent)
    /// A write that was on its way comes to the store late, whatever has become of its node.
    case landing(LateWrite)
    /// A step of the schedule is due.
    case scheduled(Happening)
}

/// The orders of the daemon to its disk.
enum DiskWork {
    case load(SceneKey)
    case commit([SceneWrite], [RegistryChange])
    case fetch(StoreRead, ReadID)
    case encode(SceneCapture)
    case prune(Pruning)
    case compact(SceneKey, upTo: Revision)
}

/// The future, in order of time; what is due at the same time keeps the order in which it was added.
struct EventQueue {
    private struct Entry {
        let due: Duration
        let number: UInt64
        let event: Event
    }

    /// Latest first, so that the next is taken from the end.
    private var entries: [Entry] = []
    private var lastNumber: UInt64 = 0
    /// The number of steps of the schedule that are still to come.
    private(set) var scheduledCount = 0

    /// The time when the next event is due.
    var nextDue: Duration? { entries.last?.due }

    mutating func add(_ event: Event, at due: Duration) {
        lastNumber += 1
        if case .scheduled = event { scheduledCount += 1 }
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].due > due { low = middle + 1 } else { high = middle }
        }
        entries.insert(Entry(due: due, number: lastNumber, event: event), at: low)
    }

    mutating func next() -> (due: Duration, event: Event)? {
        guard let entry = entries.popLast() else { return nil }
        if case .scheduled = entry.event { scheduledCount -= 1 }
        return (entry.due, entry.event)
    }
}
