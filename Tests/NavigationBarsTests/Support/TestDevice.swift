@testable import NavigationBars

/// Devices to lay out on, with the figures of their makers.
enum TestDevice {
    /// An iPhone 16 with iOS 18.
    static let phone = DeviceTraits(
        platform: Platform(.iOS, 18), size: Size(width: 393, height: 852),
        safeArea: Insets(top: 59, bottom: 34), statusBarHeight: 54)
    /// It, turned.
    static let landscapePhone = DeviceTraits(
        platform: Platform(.iOS, 18), size: Size(width: 852, height: 393),
        safeArea: Insets(left: 59, bottom: 21, right: 59))
    /// An iPhone SE: no safe area at the bottom.
    static let smallPhone = DeviceTraits(
        platform: Platform(.iOS, 18), size: Size(width: 375, height: 667),
        safeArea: Insets(top: 20), statusBarHeight: 20)
    /// An iPad of 11 inches with iPadOS 18.
    static let pad = DeviceTraits(
        platform: Platform(.iPadOS, 18), size: Size(width: 834, height: 1210),
        safeArea: Insets(top: 24, bottom: 20), statusBarHeight: 24)
    /// A Pixel 8.
    static let android = DeviceTraits(
        platform: Platform(.android, 14), size: Size(width: 412, height: 915),
        safeArea: Insets(top: 24, bottom: 24), statusBarHeight: 24)
    /// It, turned.
    static let landscapeAndroid = DeviceTraits(
        platform: Platform(.android, 14), size: Size(width: 915, height: 412),
        safeArea: Insets(top: 24, bottom: 24), statusBarHeight: 24)
}

extension DeviceTraits {
    /// The device with something else about it.
    func with(_ change: (inout DeviceTraits) -> Void) -> DeviceTraits {
        var changed = self
        change(&changed)
        return changed
    }

    /// The device in dark.
    var dark: DeviceTraits { with { $0.appearance = .dark } }
    /// The device in Arabic.
    var rightToLeft: DeviceTraits { with { $0.locale = LanguageTag("ar") ?? .english } }
    /// The device with content under its bars.
    var scrolled: DeviceTraits { with { $0.scrollOffset = 40 } }
    /// The device with another version of its system.
    func running(_ major: Int) -> DeviceTraits {
        with { $0.platform = Platform($0.platform.system, major) }
    }
}
