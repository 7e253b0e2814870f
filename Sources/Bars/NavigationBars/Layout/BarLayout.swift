internal import NavigationModel

/// The layout of a scene on one device: frames in points from the top left corner of the screen,
/// fonts, colours, symbols, states, motions, and spoken words.
///
/// A pure function of a scene and a device's traits; `init(_:on:)` costs what is shown, not what
/// is on the stacks.
package struct BarLayout: Hashable, Sendable, Encodable {
    /// The device.
    package let traits: DeviceTraits
    /// The whole screen.
    package let screen: Rect
    /// The frame of the status bar.
    package let statusBar: Rect
    /// The bar with the title; `nil` if it is hidden or there is no stack.
    package var navigationBar: NavigationBarLayout?
    /// The bar of tabs, wherever it is; `nil` if it is hidden or there are no tabs.
    package var tabBar: TabBarLayout?
    /// The content between the bars.
    package var content: ContentLayout
    /// The standalone bars on the screen that is shown or over all.
    package var standaloneBars: [StandaloneBarLayout]
    /// The topmost modal; `nil` if nothing is presented.
    package var modal: ModalLayout?
}
