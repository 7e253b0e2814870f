internal import NavigationModel

/// Where everything of a scene is on one device, and how it looks: frames in points from the top
/// left corner of the screen, fonts, colours, symbols, states, motions, and what is spoken.
///
/// A pure function of a scene and a device's traits; ``init(_:on:)`` costs what is shown, not what
/// is on the stacks.
package struct BarLayout: Hashable, Sendable, Encodable {
    /// The device.
    package let traits: DeviceTraits
    /// The whole screen.
    package let screen: Rect
    /// What the status bar takes.
    package let statusBar: Rect
    /// The bar with the title; `nil` if it is hidden or there is no stack.
    package var navigationBar: NavigationBarLayout?
    /// The bar of tabs, wherever it is; `nil` if it is hidden or there are no tabs.
    package var tabBar: TabBarLayout?
    /// What is between the bars.
    package var content: ContentLayout
    /// The bars that no controller manages, that are on the screen that is shown or over all.
    package var standaloneBars: [StandaloneBarLayout]
    /// What is presented over all; the topmost.
    package var modal: ModalLayout?
}
