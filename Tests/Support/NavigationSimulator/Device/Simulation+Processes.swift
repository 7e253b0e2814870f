import DeviceStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// The several processes of one device: they share its outbox and the numbers in it, and one at a time
/// submits, whoever made what waits.
extension Simulation {
    /// The time that a command waits for the outcome of its change.
    private static let commandTimeout = Duration.seconds(3)

    /// Runs a command that does one thing beside the app of its device, if none runs already.
    ///
    /// - Parameter connects: `false` for one that finds no daemon: it leaves its change in the outbox.
    @discardableResult
    mutating func runCommand(_ act: Act, on app: Int, connects: Bool) -> SequenceNumber? {
        let index = app + apps.count
        guard devices[index].process == nil, devices[index].sleepsUntil <= now else { return nil }
        start(index, connects: connects)
        let sequence = self.act(act, on: index)
        guard sequence != nil else {
            endCommand(index)
            return nil
        }
        if bugs(.countsForItself) { devices[index].machine.disk.forgetNumber() }
        if !bugs(.keepsToItself) { tellOthers(index) }
        guard connects else {
            endCommand(index)
            return sequence
        }
        lastTimer += 1
        devices[index].command = lastTimer
        queue.add(.commandTimeout(device: index, number: lastTimer), at: now + Self.commandTimeout)
        return sequence
    }

    /// Ends a command that has waited long enough.
    mutating func endCommand(_ index: Int, _ number: UInt64) {
        if devices[index].command == number { endCommand(index) }
    }

    /// Ends a command: its changes have their outcomes, or are kept.
    mutating func endCommand(_ index: Int) {
        guard devices[index].process != nil else { return }
        do { try save(index) } catch { return kill(index, "crashes at its disk") }
        kill(index, "ends its command")
    }

    /// Has the other processes of the device look at the outbox.
    mutating func tellOthers(_ index: Int) {
        let machine = devices[index].machine
        for other in devices.indices where other != index && devices[other].machine === machine {
            guard devices[other].process != nil else { continue }
            queue.add(.outboxChanged(device: other), at: now + chance(.zero, .milliseconds(20)))
        }
    }

    /// Lets another process of the device submit, at the end of a process too.
    mutating func releaseSender(_ index: Int) {
        guard let next = devices[index].machine.releaseSender(index) else { return }
        queue.add(.senderFree(device: next), at: now + chance(.zero, .milliseconds(2)))
    }

    /// Begins to submit, unless the process has lost interest.
    mutating func becomeSender(_ index: Int) {
        guard devices[index].machine.sender == index else { return }
        guard devices[index].process != nil else { return releaseSender(index) }
        stepDevice(index, [outbox(of: index), .senderAcquired])
    }

    /// A number names one of the changes that wait.
    mutating func checkNumbers(_ index: Int) {
        var numbers: Set<SequenceNumber> = []
        for entry in devices[index].machine.disk.contents.entries where entry.state == .waiting {
            guard !numbers.insert(entry.sequence).inserted else { continue }
            fail(.numbers, "\(devices[index].name) has two changes \(entry.sequence)")
        }
    }
}

extension SimulatedDevice {
    /// The name of a device, and which of its processes this is.
    var inTrace: String { isCommand ? "\(name)'s command" : "\(name)" }
}
