internal import DequeModule
internal import NavigationModel
internal import NavigationWire

/// The changes of devices in one scene, by sequence number: the newest receipts, and the skipped
/// numbers. Each change is accepted once, however often it is sent.
struct SettledChanges: Sendable {
    /// The result of checking a change's sequence number.
    enum SequenceCheck {
        /// The change is next.
        case next
        /// It was accepted, with this receipt.
        case settled(StoredReceipt)
        /// Another change has its number.
        case reused
        /// It or another change was accepted under the number; the receipt is at most in the store.
        case compacted
        /// A later one was accepted without it.
        case skipped(last: SequenceNumber)
        /// The change before it is missing.
        case missing(after: SequenceNumber)
        /// The change is next, but would skip one range of numbers too many.
        case tooSparse(after: SequenceNumber)
    }

    /// The changes of one device: never empty, the last is always there.
    private struct Changes {
        var newest: Deque<StoredReceipt>
        /// The skipped ranges, sorted.
        var skipped: [ClosedRange<SequenceNumber>]

        var last: SequenceNumber { newest.last?.sequence ?? .zero }

        /// Returns `true` for a skipped number. Costs the logarithm of the number of ranges.
        func hasSkipped(_ sequence: SequenceNumber) -> Bool {
            var (low, high) = (0, skipped.count)
            while low < high {
                let middle = (low + high) / 2
                if skipped[middle].upperBound < sequence { low = middle + 1 } else { high = middle }
            }
            return low < skipped.count && skipped[low].contains(sequence)
        }

        /// Bytes that it takes in memory. Scans all.
        var cost: Int {
            newest.reduce(0) { $0 + SceneAuthority.cost(of: $1) }
                + skipped.count * MemoryLayout<ClosedRange<SequenceNumber>>.stride
        }
    }

    private var devices = SlotTable<DeviceID, Changes>()
    /// Bytes that all of it takes in memory, maintained by the insertions and removals below.
    private(set) var cost = 0

    init(last: [DeviceID: StoredReceipt], skipped: [SkippedSequences]) {
        for (device, storedReceipt) in last {
            devices[device] = Changes(newest: [storedReceipt], skipped: [])
        }
        for numbers in skipped {
            guard let slot = devices.slot(of: numbers.device) else { continue }
            devices[slot].skipped.append(numbers.range)
        }
        cost = devices.values.reduce(0) { $0 + $1.cost }
    }

    /// The devices that have made changes.
    var authors: Set<DeviceID> { Set(devices.keys) }

    /// Drops a device that never comes back.
    mutating func remove(_ device: DeviceID) {
        guard let changes = devices.removeValue(forKey: device) else { return }
        cost -= changes.cost
    }

    /// Drops the receipts of each device but for so many of the newest, which are one at least.
    mutating func trim(to count: Int) {
        for device in devices.keys {
            devices.update(device, default: Changes(newest: [], skipped: [])) { changes in
                let oldest = changes.newest.dropLast(max(1, count))
                cost -= oldest.reduce(0) { $0 + SceneAuthority.cost(of: $1) }
                changes.newest.removeFirst(oldest.count)
            }
        }
    }

    /// Returns the receipt of a device's last change.
    func last(of device: DeviceID) -> StoredReceipt? {
        devices.slot(of: device).flatMap { devices[$0].newest.last }
    }

    /// Checks the sequence number of a change: new, known, or out of order.
    func check(
        _ sequence: SequenceNumber, after: SequenceNumber, hash: Digest, by device: DeviceID
    ) -> SequenceCheck {
        let slot = devices.slot(of: device)
        let reached = slot.map { devices[$0].last } ?? .zero
        guard let slot, sequence <= reached else {
            guard after == reached else { return .missing(after: reached) }
            let skips = slot.map { devices[$0].skipped.count } ?? 0
            return sequence > after.next && skips >= DaemonLimits.skippedRanges
                ? .tooSparse(after: reached) : .next
        }
        if devices[slot].hasSkipped(sequence) { return .skipped(last: reached) }
        guard let settled = devices[slot].newest.last(where: { $0.sequence == sequence }) else {
            return .compacted
        }
        return settled.hash == hash ? .settled(settled) : .reused
    }

    /// Records an accepted change; returns the numbers that its device has skipped before it.
    mutating func add(_ storedReceipt: StoredReceipt) -> SkippedSequences? {
        let device = storedReceipt.device
        var skipped: ClosedRange<SequenceNumber>?
        devices.update(device, default: Changes(newest: [], skipped: [])) { changes in
            let expected = changes.last.next
            changes.newest.append(storedReceipt)
            cost += SceneAuthority.cost(of: storedReceipt)
            if changes.newest.count > DaemonLimits.storedReceipts,
                let oldest = changes.newest.popFirst()
            {
                cost -= SceneAuthority.cost(of: oldest)
            }
            guard storedReceipt.sequence > expected else { return }
            let range = expected...SequenceNumber(rawValue: storedReceipt.sequence.rawValue - 1)
            changes.skipped.append(range)
            cost += MemoryLayout<ClosedRange<SequenceNumber>>.stride
            skipped = range
        }
        return skipped.map { SkippedSequences(device: device, range: $0) }
    }
}
