internal import NavigationBars

extension StoredTraits {
    /// The device for a layout: the named profile, else the usual one of the platform, with all set
    /// traits.
    var device: DeviceTraits {
        let platform = platform.flatMap { try? Platform(parsing: $0) }
        let profile =
            profile.flatMap(DeviceProfile.meant)
            ?? DeviceProfile.usual(for: platform?.system ?? .iOS)
        var device = profile.traits(
            orientation: orientation == .landscape ? .landscape : .portrait,
            appearance: appearance == .dark ? .dark : .light,
            locale: locale.flatMap(LanguageTag.init) ?? .english)
        if let platform { device.platform = platform }
        device.isElevated = isElevated ?? false
        device.scrollOffset = scrollOffset ?? 0
        device.isKeyboardShown = isKeyboardShown ?? false
        device.areBarsHidden = areBarsHidden ?? false
        device.isImmersive = isImmersive ?? false
        device.focused = focused
        device.pressed = pressed
        device.isMoreShown = isMoreShown ?? false
        return device
    }
}
