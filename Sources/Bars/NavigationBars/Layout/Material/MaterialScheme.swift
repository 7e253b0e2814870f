/// The colours of Material 3 by their roles, in light or dark: its baseline scheme, as the tokens
/// of `androidx.compose.material3` publish it (`ColorLightTokens`, `ColorDarkTokens`,
/// `PaletteTokens`).
struct MaterialScheme: Hashable, Sendable {
    /// The background of a screen.
    let surface: Color
    /// The background of a bottom sheet.
    let surfaceContainerLow: Color
    /// The background of a navigation bar, and of an app bar over scrolled content.
    let surfaceContainer: Color
    /// The background of a search field and of segments.
    let surfaceContainerHigh: Color
    /// Titles, and the selected label.
    let onSurface: Color
    /// Labels and icons of less weight.
    let onSurfaceVariant: Color
    /// Lines between rows.
    let outlineVariant: Color
    /// Words that can be touched.
    let primary: Color
    /// The active indicator.
    let secondaryContainer: Color
    /// The icon on the active indicator.
    let onSecondaryContainer: Color
    /// The fill of a badge.
    let error: Color
    /// The text of a badge.
    let onError: Color

    /// The scheme in light or dark.
    init(_ appearance: DeviceTraits.Appearance) {
        switch appearance {
        case .light:
            surface = Color(0xFEF7FF)
            surfaceContainerLow = Color(0xF7F2FA)
            surfaceContainer = Color(0xF3EDF7)
            surfaceContainerHigh = Color(0xECE6F0)
            onSurface = Color(0x1D1B20)
            onSurfaceVariant = Color(0x49454F)
            outlineVariant = Color(0xCAC4D0)
            primary = Color(0x6750A4)
            secondaryContainer = Color(0xE8DEF8)
            onSecondaryContainer = Color(0x1D192B)
            error = Color(0xB3261E)
            onError = Color(0xFFFFFF)
        case .dark:
            surface = Color(0x141218)
            surfaceContainerLow = Color(0x1D1B20)
            surfaceContainer = Color(0x211F26)
            surfaceContainerHigh = Color(0x2B2930)
            onSurface = Color(0xE6E0E9)
            onSurfaceVariant = Color(0xCAC4D0)
            outlineVariant = Color(0x49454F)
            primary = Color(0xD0BCFF)
            secondaryContainer = Color(0x4A4458)
            onSecondaryContainer = Color(0xE8DEF8)
            error = Color(0xF2B8B5)
            onError = Color(0x601410)
        }
    }

    /// The opacity of the colour over what is below a modal (`ScrimTokens`).
    static let scrimOpacity = 0.32
    /// The opacity of what is disabled (`ListTokens`, `NavigationBarItemDefaults`).
    static let disabledOpacity = 0.38
}

/// The fonts of Material 3 by their roles, in points (`TypeScaleTokens`).
enum MaterialFont {
    /// The title of a small app bar: 22 on a line of 28.
    static let titleLarge = Font(family: family, size: 22)
    /// The title of a medium app bar: 24 on a line of 32.
    static let headlineSmall = Font(family: family, size: 24)
    /// The title of a large app bar: 28 on a line of 36.
    static let headlineMedium = Font(family: family, size: 28)
    /// The words of a button: 14 on a line of 20.
    static let labelLarge = Font(family: family, weight: .medium, size: 14)
    /// The label of a destination: 12 on a line of 16.
    static let labelMedium = Font(family: family, weight: .medium, size: 12)
    /// The text of a badge: 11 on a line of 16.
    static let labelSmall = Font(family: family, weight: .medium, size: 11)
    /// The words of a row: 16 on a line of 24.
    static let bodyLarge = Font(family: family, size: 16)
    /// The line above a title: 14 on a line of 20.
    static let bodyMedium = Font(family: family, size: 14)

    /// The height of the line of a destination's label and of a badge's text, in points.
    static let labelLine: Double = 16

    private static let family = "Roboto"
}

extension DeviceTraits {
    /// A Boolean value indicating whether bars are Material 3's.
    var isMaterial: Bool { platform.system == .android }

    /// The scheme in light or dark.
    var scheme: MaterialScheme { MaterialScheme(appearance) }

    /// A Boolean value indicating whether destinations are in a rail at the leading edge: from a
    /// width of 600 on, the medium window size class, unless the height is below 480, the compact
    /// one (`NavigationSuiteScaffoldDefaults` of `androidx.compose.material3.adaptive`).
    var hasNavigationRail: Bool { isMaterial && size.width >= 600 && size.height >= 480 }
}
