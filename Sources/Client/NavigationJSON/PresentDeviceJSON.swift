internal import NavigationModel
package import NavigationWire

/// A device that is there, as JSON.
package struct PresentDeviceJSON: Encodable {
    private let id: String
    private let name: String
    private let place: PlaceJSON?

    /// Takes a device.
    package init(_ device: PresentDevice) {
        id = device.device.description
        name = device.name.rawValue
        place = device.place.map(PlaceJSON.init)
    }
}

/// The place of a device in a scene as JSON.
package struct PlaceJSON: Encodable {
    private let tab: String?
    private let screen: String?
    private let lastUse: String?

    /// Takes a place.
    package init(_ place: DevicePlace) {
        tab = place.tab?.rawValue
        screen = place.screen?.rawValue
        lastUse = place.lastUse?.rfc3339
    }
}
