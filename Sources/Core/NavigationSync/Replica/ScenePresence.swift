package import NavigationModel
package import NavigationWire

/// The place of this device, as its app shows it.
package struct OwnPlace: Hashable, Sendable {
    /// The selected tab; `nil` in a scene without tabs.
    package let tab: TabID?
    /// The screen on top of the tab's stack; `nil` without a tab.
    package let screen: ScreenID?
    /// The last time when somebody used the device; `nil` if nobody has.
    package let touched: Duration?

    /// Joins the parts.
    package init(tab: TabID?, screen: ScreenID?, touched: Duration?) {
        self.tab = tab
        self.screen = screen
        self.touched = touched
    }

    /// Returns a Boolean value indicating whether tab and screen are the same.
    fileprivate func isSamePlace(as other: OwnPlace) -> Bool {
        tab == other.tab && screen == other.screen
    }
}

/// The present devices of a mirror's scene, and the pace at which it reports its own place.
struct ScenePresence: Sendable {
    /// The present devices, sorted by id; none without a connection.
    private(set) var devices: [PresentDevice] = []
    /// The place of this device; `nil` if it hides it.
    private(set) var own: OwnPlace?
    /// A Boolean value indicating whether the shell shows presence.
    private var isShown = false
    /// A Boolean value indicating whether changes may have been missed.
    private var isListDue = false
    /// The place that the daemon was last told.
    private var reported: OwnPlace?
    private var lastReport: Duration?

    /// Sets the place of this device; `nil` hides it.
    mutating func place(_ place: OwnPlace?) {
        isShown = true
        own = place
    }

    /// Returns a Boolean value indicating whether a presence is due before its interval: the place
    /// has changed, or the list may have.
    func isDue(at now: Duration) -> Bool {
        guard isShown else { return false }
        let passed = lastReport.map { now - $0 } ?? MirrorLimits.activityInterval
        guard passed >= MirrorLimits.placeInterval else { return false }
        if isListDue { return true }
        guard let own, let reported else { return (own == nil) != (reported == nil) }
        if !own.isSamePlace(as: reported) { return true }
        return own != reported && passed >= MirrorLimits.activityInterval
    }

    /// Records that a presence is sent.
    mutating func sent(at now: Duration) {
        lastReport = now
        reported = own
        isListDue = false
    }

    /// Makes another presence due: the daemon refused it, or changes may have been missed.
    mutating func missed() { isListDue = true }

    /// Ends with the connection; returns a Boolean value indicating whether that changes the list.
    mutating func disconnected() -> Bool {
        reported = nil
        return replace([])
    }

    /// Replaces the list; returns a Boolean value indicating whether it has changed.
    mutating func replace(_ list: [PresentDevice]) -> Bool {
        guard list != devices else { return false }
        devices = list
        return true
    }

    /// Applies changes to the list; returns a Boolean value indicating whether it has changed.
    mutating func apply(_ changes: [PresentDevice]) -> Bool {
        var list = devices
        for change in changes {
            list.removeAll { $0.device == change.device }
            guard change.place != nil else { continue }
            list.insert(change, at: list.firstIndex { $0.device > change.device } ?? list.count)
        }
        return replace(list)
    }
}

extension MirrorCore {
    /// The present devices of the scene, this one included, sorted by id.
    package var presentDevices: [PresentDevice] { present.devices }

    /// Returns a Boolean value indicating whether the daemon can be told of this device's place now.
    package func canReportPlace(at now: Duration) -> Bool {
        followsFeed && welcome != nil && catchUp.isSynced && (feed.isLive || feed.isBlocked)
            && !session.requests.contains(.heads) && session.mayRequest(at: now)
    }

    /// Sends a presence, if one is due before its interval.
    mutating func reportPlace(at now: Duration, _ effects: inout [Effect]) {
        if present.isDue(at: now), canReportPlace(at: now) { presence(at: now, &effects) }
    }

    /// The place as the daemon is told it.
    var reportedPlace: DevicePlace? {
        present.own.map { own in
            DevicePlace(
                tab: own.tab, screen: own.screen,
                lastUse: own.touched.flatMap { clock.time(at: $0, after: .zero) })
        }
    }
}
