internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

/// The reports of this device's place for others: what is to be reported, and when.
///
/// The place is computed when it may be reported, and at most once each `MirrorLimits.placeInterval`,
/// however many commits there are meanwhile.
struct PlaceReports {
    /// The last time when somebody used the device by this mirror; `nil` before the first.
    private(set) var touched: Duration?
    /// A Boolean value indicating whether the place may have changed since it was computed.
    private var isStale = true
    private var computed: Duration?

    /// Records that the scene has changed.
    mutating func changed() { isStale = true }

    /// Records that somebody uses the device.
    mutating func touch(at now: Duration) {
        touched = now
        isStale = true
    }

    /// Returns a Boolean value indicating whether the place is to be computed, which is then done.
    mutating func take(at now: Duration) -> Bool {
        guard isStale, computed.map({ now - $0 >= MirrorLimits.placeInterval }) ?? true else {
            return false
        }
        computed = now
        isStale = false
        return true
    }
}

extension MirrorDriver {
    /// The present devices of the scene.
    var presentDevices: [PresentDevice] { core.presentDevices }

    /// Records that somebody uses the device.
    func noteActivity() {
        placeReports.touch(at: Uptime.now)
        step([])
    }

    /// Returns the event with this device's place, if it is to be reported now.
    func placeEvent() -> MirrorCore.Event? {
        let now = Uptime.now
        guard !configuration.isHidden, core.canReportPlace(at: now), placeReports.take(at: now)
        else { return nil }
        let scene = projected()
        return .place(
            OwnPlace(
                tab: scene.selectedTab,
                screen: scene.selectedTab.flatMap { scene.tab($0) }?.stack.last?.id,
                touched: placeReports.touched))
    }
}
