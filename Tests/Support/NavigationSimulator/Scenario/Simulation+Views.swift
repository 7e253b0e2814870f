import DeviceStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// The views that a story can ask about.
extension Simulation {
    func device(_ name: DeviceName) -> SimulatedDevice? { index(of: name).map { devices[$0] } }

    func isRunning(_ name: DeviceName) -> Bool { device(name)?.process != nil }

    func isLive(_ name: DeviceName) -> Bool {
        guard let core = device(name)?.process?.core else { return false }
        return core.status == .live
    }

    /// Returns the scene that the device shows now.
    func scene(of name: DeviceName) -> Scene? {
        guard let device = device(name), let core = device.process?.core else { return nil }
        return core.optimisticState(at: device.machine.clock.uptime(at: now)).scene(of: device.id)
    }

    /// Returns the scene that the device shows now, in words.
    func shown(_ name: DeviceName) -> String {
        guard let scene = scene(of: name) else { return "nothing: it is not running" }
        let tabs = scene.tabs.map { tab in
            let isSelected = tab.id == scene.selectedTab
            let badge = tab.badge.map { " (\($0))" } ?? ""
            let stack = tab.stack.map(\.route).joined(separator: ", ")
            return "\(tab.id)\(isSelected ? "*" : "")\(badge): \(stack)"
        }
        let modals = scene.modals.map { "\($0.route): " + $0.stack.map(\.route).inWords }
        let bars = scene.standaloneBars.map { "\($0.id): " + $0.items.map(\.route).inWords }
        return (tabs + modals + bars).joined(separator: "; ")
    }

    /// The device's change with this number, in the order in which it made them.
    func entry(_ number: Int64, of name: DeviceName) -> OutboxEntry? {
        device(name)?.machine.disk.contents.entries.first { $0.id.rawValue == number }
    }

    /// Returns its outcome, in memory or on disk.
    func receipt(for entry: OutboxEntry, of name: DeviceName) -> Receipt? {
        if case .settled(let receipt) = entry.state { return receipt }
        return device(name)?.process?.unsaved.receipts[entry.sequence]
    }

    /// Returns the daemon's record of it.
    func storedReceipt(of number: Int64, by name: DeviceName) -> StoredReceipt? {
        guard let device = device(name), let entry = entry(number, of: name) else { return nil }
        return chronicles[device.key]?.storedReceipt(of: entry.sequence, by: device.id)
    }

    /// Returns the number of the device's changes without an outcome.
    func waiting(of name: DeviceName) -> Int {
        guard let device = device(name) else { return 0 }
        return device.machine.disk.contents.entries.count { entry in
            entry.state == .waiting && device.process?.unsaved.receipts[entry.sequence] == nil
        }
    }

    /// Returns the number of times that something was done since this was last asked.
    mutating func takeCount(of name: DeviceName, _ path: WritableKeyPath<Tally, Int>) -> Int {
        guard let index = index(of: name) else { return 0 }
        defer { devices[index].tally[keyPath: path] = 0 }
        return devices[index].tally[keyPath: path]
    }

    /// Returns a Boolean value indicating whether the history is another than when this was last
    /// asked.
    mutating func takeEpochChange() -> Bool {
        let epoch = devices.first.flatMap { chronicles[$0.key]?.epoch } ?? .none
        defer { knownEpoch = epoch }
        return knownEpoch != epoch && epoch != .none
    }

    /// The log of the scene that most devices share.
    var log: [Commit] { devices.first.flatMap { chronicles[$0.key]?.commits } ?? [] }
}
