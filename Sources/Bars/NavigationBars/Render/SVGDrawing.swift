/// A layout as an SVG picture of the screen: what the layout says and nothing that it does not, but
/// for the time, the battery, the camera and the home indicator, which show what the safe areas are
/// for, and lines in the place of the content that a scene does not describe.
///
/// Every element has a stable id, the layout's and the part's: `tab.inbox.label`,
/// `navigationBar.back.indicator`; an element that the app has named for its tests has that name,
/// and the layout's as `data-element`. Groups carry the roles and labels that a screen reader
/// needs. Frames and baselines are drawn where the layout has them, to a hundredth of a point.
///
/// SVG has no blur of a background that every reader draws: a translucent bar is its tint with its
/// opacity.
package struct SVGDrawing {
    /// The picture, as a document of its own.
    package var text: String { writer.text }

    /// The writer of the output.
    var writer = SVGWriter()
    /// The ids that the app itself has given so far.
    var identifiers = SVGIdentifiers()
    /// The colours that the layout does not define.
    let ink: SVGInk
    /// A Boolean value indicating whether the layout itself marks what has the focus.
    let marksFocus: Bool
    /// The progress of a pushed screen, 0 to 1; `nil` at rest.
    let transition: Double?

    /// Draws a layout; with `transition`, which is from 0 to 1, on the way to its state: the title
    /// and the back button come in from the edge that a pushed screen comes from, behind the bar's
    /// transition mask.
    package init(of layout: BarLayout, transition: Double? = nil) {
        ink = SVGInk(layout.traits)
        marksFocus = layout.traits.isTelevision
        self.transition = transition
        draw(layout)
    }

    private mutating func draw(_ layout: BarLayout) {
        writer.open("svg")
        writer.attribute("xmlns", "http://www.w3.org/2000/svg")
        writer.attribute("width", layout.screen.width)
        writer.attribute("height", layout.screen.height)
        writer.literal(" viewBox=\"0 0 ")
        writer.number(layout.screen.width)
        writer.literal(" ")
        writer.number(layout.screen.height)
        writer.literal("\"")
        writer.attribute("lang", layout.traits.locale.description)
        writer.attribute("role", "group")
        writer.attribute("aria-labelledby", "screen.title")
        writer.attribute("font-family", SVGFont.list(of: SVGFont.standard))
        writer.descend()
        writer.open("title", id: "screen.title")
        writer.close("title", text: Self.name(of: layout))
        if layout.traits.platform.system == .visionOS {
            // The room that a window stands in, and the window.
            rectangle(layout.screen, id: "screen", fill: SVGInk.room)
            rectangle(
                layout.window, id: "screen.window", fill: layout.content.background,
                cornerRadius: Self.windowRadius)
        } else {
            rectangle(layout.screen, id: "screen", fill: layout.content.background)
        }
        draw(layout.content, id: "content")
        if let tabBar = layout.tabBar, let more = tabBar.more, !more.rows.isEmpty {
            rows(more.rows, id: "\(Self.tabBarID).more")
        }
        let isOnSidebar = layout.isBarOnSidebar
        if isOnSidebar, let tabBar = layout.tabBar { draw(tabBar, id: Self.tabBarID) }
        if let bar = layout.navigationBar { draw(bar) }
        if !isOnSidebar, let tabBar = layout.tabBar { draw(tabBar, id: Self.tabBarID) }
        for bar in layout.standaloneBars {
            if let navigationBar = bar.navigationBar { draw(navigationBar) }
            if let tabBar = bar.tabBar { draw(tabBar, id: bar.id) }
        }
        if let modal = layout.modal { draw(modal, over: layout.screen) }
        if let viewer = layout.largeContent { draw(viewer) }
        surroundings(of: layout)
        writer.ascend("svg")
    }

    /// The corners of a headset's window, in points: our own, after visionOS.
    private static let windowRadius = 46.0

    /// The id of the scene's bar of tabs, however it looks.
    private static let tabBarID = "tabBar"

    /// Returns the accessible name of the picture: the modal's, else the title of the bar, else the
    /// selected tab's, else "Screen".
    private static func name(of layout: BarLayout) -> String {
        let names = [
            layout.modal?.accessibility.label, layout.navigationBar?.heading?.label,
            layout.tabBar?.items.first { $0.isSelected }?.accessibility.label,
        ]
        return names.lazy.compactMap(\.self).first { !$0.isEmpty } ?? "Screen"
    }

    /// Draws the time, the battery and the home indicator; nothing that a screen reader speaks.
    private mutating func surroundings(of layout: BarLayout) {
        let traits = layout.traits
        let hasIndicator =
            traits.safeArea.bottom > 0
            && [.iOS, .iPadOS, .android].contains(traits.platform.system)
        let isMac = traits.platform.system == .macCatalyst
        guard layout.statusBar.height > 0 || hasIndicator || traits.cutout != nil || isMac else {
            return
        }
        writer.open("g", id: "surroundings")
        writer.attribute("aria-hidden", "true")
        writer.attribute("fill", ink.text)
        writer.descend()
        if layout.statusBar.height > 0 { statusBar(layout.statusBar, on: traits) }
        if isMac { windowControls(on: traits) }
        if let cutout = traits.cutout {
            self.cutout(cutout, on: layout.screen, status: layout.statusBar)
        }
        if hasIndicator { homeIndicator(on: layout.screen, of: traits) }
        writer.ascend("g")
    }
}
