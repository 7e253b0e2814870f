internal import NavigationModel
internal import NavigationProperties

/// Forms of the bar on Apple's other platforms. None of their lengths is published but those that are
/// named here: the others are our own, after the systems.
extension NavigationBarStyle {
    /// An app's bar that looks like a Mac's: a unified toolbar, with the title after the buttons
    /// before it.
    static let mac: NavigationBarStyle = {
        let words = Font(size: 13)
        return NavigationBarStyle(
            rowHeight: 52, largeTitleHeight: 44, largeTitleBaseline: 14, promptHeight: 20,
            titleFont: Font(weight: .semibold, size: 15),
            largeTitleFont: Font(weight: .bold, size: 26), promptFont: Font(size: 11),
            buttonFont: words, doneFont: Font(weight: .semibold, size: 13),
            titlePlace: .leading(afterButtons: 8, fromEdge: 20),
            backForm: .symbol(inset: 12, side: 28), backSymbol: "chevron.backward", gap: 8,
            margin: 12, largeTitleMargin: 20, symbolWidth: 36, wordPadding: 8)
    }()

    /// A television's: no back button, for the remote control has one (Human Interface Guidelines),
    /// and text that is read from afar: Title 3 of 48, Body of 29 (the guidelines' table for tvOS).
    static let television = NavigationBarStyle(
        rowHeight: 100, largeTitleHeight: 100, largeTitleBaseline: 24, promptHeight: 44,
        titleFont: Font(weight: .medium, size: 48),
        largeTitleFont: Font(weight: .medium, size: 57), promptFont: Font(size: 25),
        buttonFont: Font(weight: .medium, size: 29), doneFont: Font(weight: .semibold, size: 29),
        titlePlace: .middle, backForm: .none, backSymbol: "chevron.backward", gap: 24, margin: 0,
        largeTitleMargin: 0, symbolWidth: 66, wordPadding: 24)

    /// A headset's: buttons on glass of 44, 16 apart, so that their middles are 60 from each other,
    /// the least distance for eyes (Human Interface Guidelines); Title 1 of 29, Body of 17 (the
    /// guidelines' table for visionOS).
    static let vision = NavigationBarStyle(
        rowHeight: 76, largeTitleHeight: 60, largeTitleBaseline: 18, promptHeight: 24,
        titleFont: Font(weight: .bold, size: 29), largeTitleFont: Font(weight: .bold, size: 34),
        promptFont: Font(size: 13), buttonFont: Font(weight: .medium, size: 17),
        doneFont: Font(weight: .semibold, size: 17),
        titlePlace: .leading(afterButtons: 0, fromEdge: 24),
        backForm: .symbol(inset: 24, side: 44), backSymbol: "chevron.backward", gap: 16,
        margin: 24, largeTitleMargin: 24, symbolWidth: 44, wordPadding: 16,
        hasGlassButtons: true)

    /// An iPhone's from iOS 26 on: buttons on glass of 44, the back button a chevron alone.
    static func glass(on traits: DeviceTraits, width: Double) -> NavigationBarStyle {
        var style = uiKit(on: traits, width: width)
        style.rowHeight = traits.isCompactHeight ? 44 : 54
        style.backForm = .symbol(inset: 16, side: 44)
        style.margin = 16
        style.gap = 12
        style.symbolWidth = 44
        style.wordPadding = 14
        style.hasGlassButtons = true
        return style
    }
}

extension DeviceTraits {
    /// A Boolean value indicating whether bars are of Liquid Glass: an iPhone's from iOS 26 on.
    var hasGlass: Bool { platform.system == .iOS && platform.isAtLeast(26) }

    /// Returns a Boolean value indicating whether tabs look like a Mac's: unless the app prefers an
    /// iPad's style there.
    func isMac(_ properties: BarProperties) -> Bool {
        platform.system == .macCatalyst && properties.text(.preferredBehavioralStyle) != "pad"
    }

    /// A Boolean value indicating whether the device is a television, whose remote control has the
    /// focus and the way back.
    var isTelevision: Bool { platform.system == .tvOS }

    /// The width that the buttons of a Mac's window take at the leading end of its first row (our
    /// own, after AppKit); 0 elsewhere.
    var windowControlWidth: Double { platform.system == .macCatalyst ? 72 : 0 }
}
