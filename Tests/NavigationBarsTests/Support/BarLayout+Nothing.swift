import NavigationModel

@testable import NavigationBars

extension BarLayout {
    /// A phone that shows an app which has declared nothing.
    static var nothing: BarLayout {
        BarLayout(
            .empty,
            on: DeviceTraits(platform: Platform(.iOS, 18), size: Size(width: 393, height: 852)))
    }
}
