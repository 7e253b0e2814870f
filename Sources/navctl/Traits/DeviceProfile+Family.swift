internal import NavigationBars

extension DeviceProfile {
    /// The profile of a name, or the usual one of a family: `iphone`, `ipad`, `android`, `mac`, `tv`,
    /// `vision`.
    static func meant(by name: String) -> DeviceProfile? {
        named(name) ?? families[name].flatMap(named)
    }

    private static let families = [
        "iphone": "iphone-16", "ipad": "ipad-11", "android": "pixel-9", "mac": "mac",
        "tv": "apple-tv", "vision": "vision-pro",
    ]

    /// The usual profile of a system.
    static func usual(for system: Platform.System) -> DeviceProfile {
        let family =
            switch system {
            case .iOS: "iphone"
            case .iPadOS: "ipad"
            case .macCatalyst: "mac"
            case .tvOS: "tv"
            case .visionOS: "vision"
            case .android: "android"
            }
        return meant(by: family) ?? all[0]
    }
}
