import NavigationModel
import NavigationSync
import NavigationWire

/// The places of devices, as others of their user see them.
extension Simulation {
    /// Returns the event with the place of a device's app, if it is to be reported now: what
    /// `MirrorDriver` does. In a steady story, which counts messages, devices are of a version
    /// that says nothing of its place.
    mutating func placeEvent(_ index: Int) -> MirrorCore.Event? {
        let local = devices[index].machine.clock.uptime(at: now)
        guard !isSteady, !devices[index].isCommand, let process = devices[index].process,
            process.isPlaceStale,
            process.core.canReportPlace(at: local)
        else { return nil }
        devices[index].process?.isPlaceStale = false
        return .place(devices[index].isHidden ? nil : place(of: process.core, at: local))
    }

    private func place(of core: MirrorCore, at local: Duration) -> OwnPlace {
        let scene = core.optimisticState(at: local).scene(of: core.hello.device)
        return OwnPlace(
            tab: scene.selectedTab,
            screen: scene.selectedTab.flatMap { scene.tab($0) }?.stack.last?.id, touched: nil)
    }

    /// Returns a difference between the devices that an app sees and those that are there; `nil` if it
    /// sees just them, each at its place.
    func wrongPresence(seenBy index: Int) -> String? {
        guard !isSteady, let seen = devices[index].process?.core.presentDevices else { return nil }
        var places: [DeviceID: OwnPlace] = [:]
        for other in apps where devices[other].key == devices[index].key {
            guard !devices[other].isHidden, let core = devices[other].process?.core else {
                continue
            }
            let local = devices[other].machine.clock.uptime(at: now)
            places[devices[other].id] = place(of: core, at: local)
        }
        if Set(seen.map(\.device)) != Set(places.keys) {
            return "sees \(seen.count) of \(places.count) present devices"
        }
        let wrong = seen.first { device in
            let place = places[device.device]
            return device.place?.tab != place?.tab || device.place?.screen != place?.screen
        }
        return wrong.map { "sees \($0.name) where it is not" }
    }
}
