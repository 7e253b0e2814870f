internal import NavigationBars

extension DeviceProfile {
    /// Returns the profile of a name, or the usual one of a family: `iphone`, `ipad`, `android`,
    /// `mac`, `tv`, `vision`.
    static func meant(by name: String) -> DeviceProfile? {
        named(name) ?? families.first { $0.key == name }.flatMap { named($0.value) }
    }

    private static let families: KeyValuePairs = [
        "iphone": "iphone-16", "ipad": "ipad-11", "android": "pixel-9", "mac": "mac",
        "tv": "apple-tv", "vision": "vision-pro",
    ]

    /// The valid names of profiles: the families, and every profile by itself.
    static let choices =
        families.map(\.key).joined(separator: ", ") + ", or one of "
        + all.map(\.name).filter { name in !families.contains { $0.key == name } }
        .joined(separator: ", ")

    /// Returns the usual profile of a system.
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
