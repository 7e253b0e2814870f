public import NavigationModel

/// The place of a device in a scene, as the device itself reports it.
public struct DevicePlace: Hashable, Sendable {
    /// The selected tab; `nil` in a scene without tabs.
    public let tab: TabID?
    /// The screen on top of the tab's stack; `nil` without a tab.
    public let screen: ScreenID?
    /// The last use of the device by somebody, in daemon time; `nil` for none since it connected.
    public let lastUse: Timestamp?

    /// Joins the parts.
    public init(tab: TabID?, screen: ScreenID?, lastUse: Timestamp? = nil) {
        self.tab = tab
        self.screen = screen
        self.lastUse = lastUse
    }
}

/// A device that mirrors a scene now, as other devices of its user see it. Nobody stores it: it ends
/// with the connection.
public struct PresentDevice: Hashable, Sendable {
    /// The device.
    public let device: DeviceID
    /// Its name.
    public let name: DeviceName
    /// Its place; `nil` if it is gone, which only a change of the list says.
    public let place: DevicePlace?

    /// Joins the parts.
    public init(device: DeviceID, name: DeviceName, place: DevicePlace?) {
        self.device = device
        self.name = name
        self.place = place
    }
}
