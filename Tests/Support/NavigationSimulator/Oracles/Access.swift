import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// The devices' access, durably, kept beside the system.
struct Access {
    /// The devices as they were last written.
    private(set) var rows: [DeviceID: RegisteredDevice] = [:]
    /// The device that each invitation has paired.
    private var guests: [InvitationID: DeviceID] = [:]
    /// Devices that could only look at some time.
    private(set) var viewers: Set<DeviceID> = []

    /// Takes what has become durable in one transaction; returns what is wrong with it.
    mutating func add(_ writes: [SceneWrite], _ changes: [RegistryChange]) -> [String] {
        var wrongs: [String] = []
        for storedReceipt in writes.flatMap(\.storedReceipts) {
            guard let row = rows[storedReceipt.device] else { continue }
            let what = "change \(storedReceipt.sequence) of \(row.name)"
            if row.revoked != nil { wrongs.append("\(what) was taken though it is revoked") }
            // Unless the batch takes it back: then the change came before.
            if row.role == .viewer { wrongs.append("\(what) was taken though it may only look") }
        }
        for case .device(let device, _, _) in changes {
            rows[device.id] = device
            if device.role == .viewer { viewers.insert(device.id) }
            guard let invitation = device.invitation else { continue }
            if let other = guests[invitation], other != device.id {
                wrongs.append("invitation \(invitation) has let in a second device")
            }
            guests[invitation] = device.id
        }
        return wrongs
    }

    /// Takes what a disk has left for all that there is.
    mutating func goBack(to accounts: [UserAccount]) {
        rows = accounts.reduce(into: [:]) { rows, account in
            rows.merge(account.devices) { _, newer in newer }
        }
        guests = guests.filter { invitation, device in rows[device]?.invitation == invitation }
    }

    /// Returns a complaint for each of these devices whose row the disk has lost.
    func losses(in account: UserAccount?, of devices: [DeviceID]) -> [String] {
        devices.compactMap { id in
            guard let row = rows[id], account?.devices[id] != row else { return nil }
            return "the registry no longer has \(row.name) as it was"
        }
    }
}

extension Simulation {
    /// The registry on the disk is what was written to it.
    mutating func checkRegistry() {
        for user in Set(devices.map(\.key.user)).sorted() {
            let ids = devices.filter { $0.key.user == user }.map(\.id)
            let account = disk.durable.account(of: user)
            for loss in access.losses(in: account, of: ids) { fail(.acknowledged, loss) }
        }
    }
}
