internal import DequeModule
internal import NavigationModel
internal import NavigationWire

/// The changes that devices have made in one scene, by their numbers: the newest outcomes, and the
/// numbers that were left out. Each change is taken once, whatever is sent how often.
struct SettledChanges: Sendable {
    /// The standing of a change that is handed over.
    enum SequenceCheck {
        /// It is next.
        case next
        /// It was taken, and this is what it came to.
        case settled(StoredReceipt)
        /// Another change has its number.
        case reused
        /// It was taken, or another was; only the store still knows, if anybody.
        case forgotten
        /// One behind it was taken without it.
        case skipped(last: SequenceNumber)
        /// The change before it is missing.
        case missing(after: SequenceNumber)
        /// It is next, but would leave out one range of numbers too many.
        case tooSparse(after: SequenceNumber)
    }

    /// One device's: never empty, the last change is always there.
    private struct Changes {
        var newest: Deque<StoredReceipt>
        /// In their order.
        var skipped: [ClosedRange<SequenceNumber>]

        var last: SequenceNumber { newest.last?.sequence ?? .zero }

        /// Returns `true` for a number that was left out. Costs the logarithm of the number of
        /// ranges.
        func hasSkipped(_ sequence: SequenceNumber) -> Bool {
            var (low, high) = (0, skipped.count)
            while low < high {
                let middle = (low + high) / 2
                if skipped[middle].upperBound < sequence { low = middle + 1 } else { high = middle }
            }
            return low < skipped.count && skipped[low].contains(sequence)
        }

        /// Bytes that it takes in memory. Costs a look at all.
        var cost: Int {
            newest.reduce(0) { $0 + SceneAuthority.cost(of: $1) }
                + skipped.count * MemoryLayout<ClosedRange<SequenceNumber>>.stride
        }
    }

    private var devices: [DeviceID: Changes] = [:]
    /// Bytes that all of it takes in memory: what goes in and out below, and nothing else, changes it.
    private(set) var cost = 0

    init(last: [DeviceID: StoredReceipt], skipped: [SkippedSequences]) {
        for (device, storedReceipt) in last {
            devices[device] = Changes(newest: [storedReceipt], skipped: [])
        }
        for numbers in skipped { devices[numbers.device]?.skipped.append(numbers.range) }
        cost = devices.values.reduce(0) { $0 + $1.cost }
    }

    /// The devices that have made changes.
    var authors: Set<DeviceID> { Set(devices.keys) }

    /// Forgets a device that never comes back.
    mutating func forget(_ device: DeviceID) {
        guard let changes = devices.removeValue(forKey: device) else { return }
        cost -= changes.cost
    }

    /// A device's last change.
    func last(of device: DeviceID) -> StoredReceipt? { devices[device]?.newest.last }

    /// Returns the standing of a change: new, known, or out of order.
    func standing(
        of sequence: SequenceNumber, after: SequenceNumber, hash: Digest, by device: DeviceID
    ) -> SequenceCheck {
        guard let changes = devices[device], sequence <= changes.last else {
            let reached = devices[device]?.last ?? .zero
            guard after == reached else { return .missing(after: reached) }
            let skips = devices[device]?.skipped.count ?? 0
            return sequence > after.next && skips >= DaemonLimits.skippedRanges
                ? .tooSparse(after: reached) : .next
        }
        if changes.hasSkipped(sequence) { return .skipped(last: changes.last) }
        guard let known = changes.newest.last(where: { $0.sequence == sequence }) else {
            return .forgotten
        }
        return known.hash == hash ? .settled(known) : .reused
    }

    /// Notes a change that is taken; returns the numbers that its device has left out before it.
    mutating func add(_ storedReceipt: StoredReceipt) -> SkippedSequences? {
        let device = storedReceipt.device
        let expected = (devices[device]?.last ?? .zero).next
        devices[device, default: Changes(newest: [], skipped: [])].newest.append(storedReceipt)
        cost += SceneAuthority.cost(of: storedReceipt)
        if devices[device]?.newest.count ?? 0 > DaemonLimits.storedReceipts,
            let oldest = devices[device]?.newest.popFirst()
        {
            cost -= SceneAuthority.cost(of: oldest)
        }
        guard storedReceipt.sequence > expected else { return nil }
        let last = SequenceNumber(rawValue: storedReceipt.sequence.rawValue - 1)
        devices[device]?.skipped.append(expected...last)
        cost += MemoryLayout<ClosedRange<SequenceNumber>>.stride
        return SkippedSequences(device: device, range: expected...last)
    }
}
