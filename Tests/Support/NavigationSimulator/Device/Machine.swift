import DeviceStore
import NavigationModel
import NavigationSync
import NavigationWire

/// The part of a device that all its processes share, and so a reference: its disk and clocks, its key, and
/// the right to send.
final class Machine {
    var disk: DeviceDisk
    var clock: DeviceClock
    /// The principal of its processes to the transport: a local one, or a key.
    var principal = Principal.local(uid: 0)
    /// The steps it takes to get in by a key, until it is in.
    var pairing: Simulation.Pairing?
    /// A Boolean value indicating whether its disk was ever put back to an earlier state.
    var hasGoneBack = false
    /// A Boolean value indicating whether its copy of the scene was ever damaged.
    var wasDamaged = false
    /// The process that submits what waits, and those that are to be it next, in order.
    private(set) var sender: Int?
    private var awaiting: [Int] = []

    init(disk: DeviceDisk, clock: DeviceClock) {
        self.disk = disk
        self.clock = clock
    }

    /// Makes a process the device's one sender, or has it wait until the others are done; returns a
    /// Boolean value indicating whether it is.
    func acquireSender(_ process: Int) -> Bool {
        if sender == nil { sender = process }
        if sender != process, !awaiting.contains(process) { awaiting.append(process) }
        return sender == process
    }

    /// Lets go of the right to send, or of the wait for it, as the end of a process does; returns the next
    /// sender.
    func releaseSender(_ process: Int) -> Int? {
        awaiting.removeAll { $0 == process }
        guard sender == process else { return nil }
        sender = awaiting.isEmpty ? nil : awaiting.removeFirst()
        return sender
    }
}
