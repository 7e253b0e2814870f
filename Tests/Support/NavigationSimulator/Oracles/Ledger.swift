import DeviceStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// Every change that any device has ever made, as its person knows it.
struct Ledger {
    /// Names a change, whatever numbers it gets.
    struct ChangeID: Hashable {
        let device: DeviceID
        /// The number of the device's life: a device restored from a backup has another.
        let life: Int
        let entry: OutboxEntry.ID
    }

    /// One change.
    struct Made {
        let id: ChangeID
        let key: SceneKey
        let operations: [Operation]
        let instant: BootTimeInstant
        /// The hashes of all forms in which it was submitted.
        var hashes: Set<Digest> = []
        /// The form that it had last.
        var form: Digest?
        /// A Boolean value indicating whether the change's fate is unknown: its device was restored
        /// to a form of it that had been given up for another, under which it may have had its
        /// effect; or to a time before its effect, whose record the daemon has lost.
        var isUntold = false
        /// The history in which it had its effect, if it had.
        var settledIn: Epoch?
        /// A Boolean value indicating whether the device was restored to a time before the change:
        /// it knows nothing of it any more.
        var isForgotten = false
    }

    private(set) var made: [Made] = []
    private var indexes: [Digest: [Int]] = [:]
    private var forms: [Digest: Change] = [:]
    private var places: [ChangeID: Int] = [:]
    private var lives: [DeviceID: Int] = [:]

    func id(of entry: OutboxEntry, by device: DeviceID) -> ChangeID {
        ChangeID(device: device, life: lives[device] ?? 0, entry: entry.id)
    }

    /// A change in the form that the device holds now.
    mutating func note(_ entry: OutboxEntry, by device: DeviceID) {
        let id = id(of: entry, by: device)
        guard let change = try? Change(encoded: entry.change) else { return }
        let index: Int
        if let known = places[id] {
            index = known
        } else {
            index = made.count
            made.append(
                Made(id: id, key: entry.key, operations: change.operations, instant: entry.madeAt))
            places[id] = index
        }
        let hash = Digest(hashing: entry.change)
        forms[hash] = change
        made[index].form = hash
        if made[index].hashes.insert(hash).inserted { indexes[hash, default: []].append(index) }
    }

    /// The device was restored to its earlier state, and starts another life with it.
    ///
    /// - Parameter settled: the forms of the changes whose outcomes the daemon knows.
    mutating func restore(
        _ device: DeviceID, to entries: [OutboxEntry], knowing settled: Set<Digest>
    ) {
        lives[device, default: 0] += 1
        var kept: Set<Int> = []
        for entry in entries {
            let form = Digest(hashing: entry.change)
            let same = changes(with: form).filter { index in
                made[index].id.device == device && made[index].id.entry == entry.id
            }
            guard let index = same.first(where: { !made[$0].isForgotten }) ?? same.first else {
                continue
            }
            kept.insert(index)
            places[id(of: entry, by: device)] = index
            let isForgotten = made[index].settledIn != nil && !settled.contains(form)
            if made[index].form != form || isForgotten { made[index].isUntold = true }
            made[index].form = form
        }
        for index in made.indices where made[index].id.device == device {
            made[index].isForgotten = !kept.contains(index)
        }
    }

    /// The changes of which this is a form: more than one only if a restored device has made the
    /// very same change again.
    func changes(with hash: Digest) -> [Int] { indexes[hash] ?? [] }

    /// Returns the operations of the form with this hash.
    func operations(in hash: Digest) -> [Operation]? { forms[hash]?.operations }

    /// Returns the base that the device had observed for the form with this hash.
    func base(in hash: Digest) -> Change.Base? { forms[hash]?.base }

    /// Records that the change had its effect in `epoch`; returns whether it is known to have had
    /// it there before.
    mutating func settle(_ index: Int, in epoch: Epoch) -> Bool {
        defer { made[index].settledIn = epoch }
        return made[index].settledIn == epoch && !made[index].isUntold
    }

    /// A history began anew, with those effects that it has.
    mutating func restart(_ chronicle: Chronicle?) {
        guard let chronicle else { return }
        let settled = chronicle.settledHashes
        for index in made.indices where made[index].key == chronicle.key {
            let isThere = !made[index].hashes.isDisjoint(with: settled)
            made[index].settledIn = isThere ? chronicle.epoch : nil
        }
    }

    /// A history began with a state that was put together of others: it has the effects that the state has.
    ///
    /// - Parameter waiting: the forms of changes that their devices take for undone, or would after a
    ///   loss of power.
    mutating func heal(_ chronicle: Chronicle, waiting: Set<Digest>) {
        for index in made.indices where made[index].key == chronicle.key {
            let isThere = made[index].hashes.contains {
                chronicle.past.has($0, in: chronicle.state)
            }
            made[index].settledIn = isThere ? chronicle.epoch : nil
            // Its device never received the outcome, and the daemon's record of it is lost.
            if isThere, made[index].form.map(waiting.contains) ?? false {
                made[index].isUntold = true
            }
        }
    }

    /// A planted bug's form of a change, made as another was.
    mutating func note(_ bytes: [UInt8], insteadOf entry: OutboxEntry, by device: DeviceID) {
        guard let index = places[id(of: entry, by: device)],
            let change = try? Change(encoded: entry.change)
        else { return }
        let hash = Digest(hashing: bytes)
        forms[hash] = change
        if made[index].hashes.insert(hash).inserted { indexes[hash, default: []].append(index) }
    }

    /// Changes that their devices have to know of.
    func remembered(by device: DeviceID) -> [Made] {
        made.filter { $0.id.device == device && !$0.isForgotten }
    }

    /// The ids under which a change may be found in the device's present life.
    func isKept(_ change: Made, in entries: [OutboxEntry]) -> Bool {
        entries.contains {
            places[id(of: $0, by: change.id.device)].map { made[$0].id } == change.id
        }
    }
}
