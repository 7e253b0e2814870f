internal import NavigationBars

/// Traits that go from one value to the next, for a device whose person changes them by keys.
extension StoredTraits {
    /// The name of the profile in use.
    package var profileName: String {
        let platform = platform.flatMap { try? Platform(parsing: $0) }
        let profile =
            profile.flatMap(DeviceProfile.meant)
            ?? DeviceProfile.usual(for: platform?.system ?? .iOS)
        return profile.name
    }

    /// Changes to the next device profile.
    package mutating func takeNextProfile() {
        let names = DeviceProfile.all.map(\.name)
        let index = names.firstIndex(of: profileName) ?? names.count - 1
        profile = names[(index + 1) % names.count]
        // The platform and the window were the former device's.
        platform = nil
        size = nil
    }

    /// Changes between light and dark.
    package mutating func switchAppearance() {
        appearance = appearance == .dark ? .light : .dark
    }

    /// Turns the device.
    package mutating func turn() {
        orientation = orientation == .landscape ? .portrait : .landscape
        size = nil
    }

    /// Changes to the next of a few languages: of different scripts and directions.
    package mutating func takeNextLanguage() {
        let languages = ["en", "ko", "ar"]
        let index = languages.firstIndex(of: locale ?? "en") ?? languages.count - 1
        locale = languages[(index + 1) % languages.count]
    }
}
