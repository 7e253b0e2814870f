internal import NavigationModel
internal import NavigationProperties

/// The placement and height of a bar of tabs, before anything is in it.
struct TabBarFrame: Hashable, Sendable {
    /// The style of the bar.
    var style: TabBarLayout.Style
    /// The placement of the bar.
    var placement: TabBarLayout.Placement
    /// The bar without the safe area below; meaningful at the lower edge and of a rail.
    var frame: Rect
    /// The height of the safe area below it that it covers too.
    var safeBottom: Double
    /// A Boolean value indicating whether it is the low bar of a phone in landscape.
    var isCompact: Bool
    /// A Boolean value indicating whether people can make the bar a sidebar, and a sidebar the bar.
    var hasSidebar = false
    /// A Boolean value indicating whether it is a pill of glass.
    var isGlass = false

    /// The height of UIKit's bar. The description of the tab bar.
    static let height: Double = 49
    /// Its height on a phone in landscape. The description of the tab bar.
    static let compactHeight: Double = 32
    /// The height of a bottom navigation bar: as Material's iOS component fits it, and enough for
    /// fingers. The component's 40 points for titles beside icons are not.
    static let bottomNavigationHeight: Double = 56
    /// From this version of iPadOS on, tabs are at the top or in a sidebar. The description of the
    /// tab bar.
    static let floatingSince = 18
}

extension TabBarFrame {
    /// The frame of the bar of the scene's tabs.
    init(_ properties: BarProperties, on traits: DeviceTraits) {
        let style = Self.style(properties, on: traits.platform)
        self.init(properties, style: style, in: traits.safeRoom, on: traits)
        if style == .bottomNavigation, traits.hasNavigationRail {
            placement = .rail
            safeBottom = 0
            let inset = traits.isRightToLeft ? traits.safeArea.right : traits.safeArea.left
            frame = Rect(
                x: 0, y: 0, width: min(TabBarLayout.railWidth + inset, traits.size.width),
                height: traits.size.height)
        }
        guard style == .tabBar else { return }
        switch traits.platform.system {
        case .tvOS: placement = .top
        case .visionOS:
            placement = .rail
            safeBottom = 0
            frame = TabBarLayout.ornamentRoom(on: traits)
        case .macCatalyst,
            .iPadOS where traits.platform.isAtLeast(Self.floatingSince):
            placeAtTopOrSide(properties, on: traits)
        case .iOS where traits.hasGlass && properties.number(.barHeight) == nil:
            frame = TabBarLayout.glassBar(on: traits)
            safeBottom = 0
            isCompact = false
            isGlass = true
        case .iOS, .iPadOS, .android: break
        }
    }

    /// Places the tabs of an iPad from iPadOS 18 on, and of a Mac, whose own are a sidebar.
    private mutating func placeAtTopOrSide(_ properties: BarProperties, on traits: DeviceTraits) {
        let isMac = traits.isMac(properties)
        let isShown = traits.isSidebarShown
        placement =
            switch properties.text(.placement) {
            case "bottom": .bottom
            case "top": .top
            case "sidebar": isShown ?? true ? .sidebar : .top
            default:
                isShown ?? (isMac || properties.flag(.sidebarIsExpanded)) ? .sidebar : .top
            }
        hasSidebar = placement != .bottom && properties.text(.placement) != "top"
    }

    /// The frame of a bar at the lower edge of `room`; it covers the safe area if that is what is
    /// below.
    init(
        _ properties: BarProperties, style: TabBarLayout.Style, in room: Rect,
        on traits: DeviceTraits
    ) {
        self.style = style
        placement = .bottom
        let isPhone = traits.platform.system == .iOS || traits.platform.system == .android
        isCompact = style == .tabBar && isPhone && traits.orientation == .landscape
        let usual: Double =
            switch style {
            case .bottomNavigation:
                traits.isMaterial ? TabBarLayout.navigationBarHeight : Self.bottomNavigationHeight
            case .tabBar: isCompact ? Self.compactHeight : Self.height
            }
        let height = (properties.number(.barHeight) ?? usual).bounded(by: room.height)
        frame = Rect(x: room.x, y: room.maxY - height, width: room.width, height: height)
        safeBottom = room.maxY >= traits.safeRoom.maxY ? traits.safeArea.bottom : 0
    }

    /// Returns the style that is set, else that of the platform's own apps.
    private static func style(
        _ properties: BarProperties, on platform: Platform
    ) -> TabBarLayout.Style {
        properties.explicitText(.tabBarStyle).flatMap(TabBarLayout.Style.init)
            ?? (platform.system == .android ? .bottomNavigation : .tabBar)
    }
}

extension TabBarLayout {
    /// Returns the size of a bottom navigation bar that fits a device: on Android Material 3's,
    /// elsewhere that of the component for iOS.
    package static func fittingSize(on traits: DeviceTraits) -> Size {
        var size = fittingSize(in: traits.size, safeBottom: traits.safeArea.bottom)
        if traits.isMaterial {
            size.height += navigationBarHeight - TabBarFrame.bottomNavigationHeight
        }
        return size
    }

    /// Returns the size of a bottom navigation bar that fits a view: as wide as that, as high as
    /// fingers need, with the safe area below. The `sizeThatFits` of Material's iOS component.
    package static func fittingSize(in size: Size, safeBottom: Double = 0) -> Size {
        Size(
            width: size.width.bounded(by: DeviceTraits.maximumLength),
            height: TabBarFrame.bottomNavigationHeight
                + safeBottom.bounded(by: DeviceTraits.maximumLength))
    }
}
