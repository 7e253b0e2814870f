import NavigationModel
import NavigationSync
import NavigationWire
import SeededRandom

/// A device in a fleet: a mirror's core with a disk that survives the mirror's crashes.
struct FleetDevice {
    let id: DeviceID
    let name: DeviceName
    var core: MirrorCore
    var peer: Peer?
    var topic: Topic?
    /// On disk.
    var confirmed = ConfirmedScene.nothing
    var outbox: [PendingChange] = []
    var receipts: [SequenceNumber: Receipt] = [:]
    var refused: [SequenceNumber] = []
    var lastSequence = SequenceNumber.zero
    /// Operations that no other can be mistaken for, to be found again, each once.
    var marked: [Operation] = []

    init(id: DeviceID, name: DeviceName) {
        self.id = id
        self.name = name
        core = MirrorCore(scene: .main, hello: Hello(user: "ann", device: id, name: name))
    }

    /// A new process over the same disk.
    mutating func restart() {
        core = MirrorCore(
            scene: .main, hello: Hello(user: "ann", device: id, name: name), confirmed: confirmed)
        peer = nil
        topic = nil
    }

    /// What the confirmed state may lack, as the directory would tell it.
    var overlay: [PendingChange] {
        outbox.filter { change in change.revision.map { $0 > confirmed.revision } ?? true }
    }

    /// Makes a change from what the device shows now, durably.
    mutating func act(
        _ intent: Intent, at now: Duration, using generator: inout SeededGenerator
    ) {
        let state = core.optimisticState(at: now)
        guard let operations = try? state.operations(for: intent, using: &generator),
            !operations.isEmpty
        else { return }
        let sequence = lastSequence.next
        let change = Change(
            device: id, sequence: sequence,
            base: Change.Base(
                revision: core.confirmed.revision, latest: core.confirmed.state.latest),
            operations: operations)
        marked += operations.filter { operation in
            switch operation {
            case .push, .addToBadge: true
            default: false
            }
        }
        outbox.append(
            PendingChange(
                epoch: core.confirmed.epoch, after: lastSequence, change: change,
                bytes: change.encoded, made: now, revision: nil))
        lastSequence = sequence
    }

    mutating func settle(_ sequence: SequenceNumber, _ receipt: Receipt) {
        receipts[sequence] = receipt
        guard let index = outbox.firstIndex(where: { $0.change.sequence == sequence }) else {
            return
        }
        let settled = outbox.remove(at: index)
        guard let revision = receipt.revision else { return }
        outbox.insert(
            PendingChange(
                epoch: settled.epoch, after: settled.after, change: settled.change,
                bytes: settled.bytes, made: settled.made, revision: revision), at: index)
    }

    mutating func renumber(after last: SequenceNumber) {
        var previous = last
        for index in outbox.indices where outbox[index].isWaiting {
            let old = outbox[index]
            let change = Change(
                device: id, sequence: previous.next,
                base: Change.Base(
                    revision: core.confirmed.revision, latest: core.confirmed.state.latest),
                operations: old.change.operations)
            outbox[index] = PendingChange(
                epoch: core.confirmed.epoch, after: previous, change: change,
                bytes: change.encoded, made: old.made, revision: nil)
            previous = previous.next
        }
        lastSequence = previous
    }
}
