internal import NavigationModel

/// The bar with the title, laid out.
package struct NavigationBarLayout: Hashable, Sendable, Encodable {
    /// A mode of showing the title.
    package enum TitleMode: String, Hashable, Sendable, Encodable {
        /// In the middle of the bar.
        case standard
        /// Large, below the buttons.
        case large
        /// Not at all: the screen has none, or something else is in its place.
        case none
    }

    /// An appearance of a bar, one of four.
    package enum Appearance: String, Hashable, Sendable, Encodable {
        /// Of the usual height, content scrolled.
        case standard
        /// Of compact height, content scrolled.
        case compact
        /// Of the usual height, content at its edge.
        case scrollEdge
        /// Of compact height, content at its edge.
        case compactScrollEdge
    }

    /// `navigationBar`; of a pane `navigationBar.PANE`, of a modal `modal.navigationBar`, of a
    /// standalone bar `bar.ID`.
    package var id: String
    /// The bar, without the status bar above it.
    package var frame: Rect
    /// `default`, `compact`, `defaultPrompt` or `compactPrompt`: the height.
    package var metrics: String
    /// `top`, `topAttached` or `bottom`.
    package var position: String
    /// The appearance in effect.
    package var activeAppearance: Appearance
    /// The background.
    package var background: Background
    /// The line to the content; `nil` while it is hidden.
    package var separator: Separator?
    /// The app's own shadow: an image as wide as the bar, below it, with the insets that are not
    /// stretched.
    package var shadowImage: ImageElement?
    /// The mode of showing the title.
    package var titleMode: TitleMode
    /// The title; `nil` if there is none.
    package var title: TextElement?
    /// The text above the title.
    package var prompt: TextElement?
    /// The back button; `nil` on the first screen.
    package var back: BackButtonLayout?
    /// The items before the title, outermost first.
    package var left: [BarButtonLayout]
    /// The items after it, outermost first.
    package var right: [BarButtonLayout]
    /// The control in the title's place.
    package var segmentedControl: SegmentedControlLayout?
    /// The search field below the row, of the system's search tab.
    package var searchField: SearchFieldLayout?
    /// The opacity of the whole bar.
    package var alpha: Double
    /// The motion when a screen is pushed or popped.
    package var transition: Motion
    /// The edge that a pushed screen comes from: `left` or `right`.
    package var pushEdge: String
    /// The element for screen readers.
    package var accessibility: AccessibilityElement
    /// The element for screen readers in the title's place; `nil` if there is no title.
    package var heading: AccessibilityElement?
    /// The manager of the bar.
    package var mode = NavigationBarState.Mode.controller
    /// A Boolean value indicating whether content may shine through the bar, as far as properties
    /// say.
    package var isTranslucent = true
    /// The colour of what can be touched.
    package var tintColor = SystemColor.systemBlue.color(in: .light)
    /// `mac` or `pad`.
    package var behavioralStyle = "pad"
    /// The section of a Mac's toolbar that holds the bar; `none` elsewhere.
    package var toolbarSection = "none"
}

/// An image of the app's own where it is drawn.
package struct ImageElement: Hashable, Sendable, Encodable {
    /// Its name.
    package var name: String
    /// The area that it covers.
    package var frame: Rect
    /// The insets of the edges that are not stretched.
    package var capInsets: Insets
}

/// A back button, laid out.
package struct BackButtonLayout: Hashable, Sendable, Encodable {
    /// All of it.
    package var frame: Rect
    /// The area that reacts to touches.
    package var touch: Rect
    /// The glass that it stands on; `nil` without.
    package var background: Background?
    /// The chevron, or the app's own symbol.
    package var indicator: SymbolElement
    /// The title of the screen that it leads to; `nil` if there is no room but for the chevron.
    package var label: TextElement?
    /// The image that masks it while screens move, if the app has its own.
    package var transitionMask: String?
    /// A Boolean value indicating whether it has the focus.
    package var isFocused: Bool
    /// The element for screen readers.
    package var accessibility: AccessibilityElement
}

/// An item beside the title, laid out.
package struct BarButtonLayout: Hashable, Sendable, Encodable {
    /// `right.edit`
    package var id: String
    /// `button`, `fixedSpace`, `flexibleSpace`, `segmentedControl` or `custom`.
    package var kind: String
    /// All of it; of a space, the space.
    package var frame: Rect
    /// The area that reacts to touches.
    package var touch: Rect
    /// The glass that it stands on; `nil` without.
    package var background: Background?
    /// Its words.
    package var label: TextElement?
    /// Its symbol.
    package var icon: SymbolElement?
    /// A Boolean value indicating whether it can be used.
    package var isEnabled: Bool
    /// A Boolean value indicating whether it has the focus.
    package var isFocused: Bool
    /// The element for screen readers; `nil` for a space.
    package var accessibility: AccessibilityElement?
}

/// A search field, laid out.
package struct SearchFieldLayout: Hashable, Sendable, Encodable {
    /// The field, which reacts to touches.
    package var frame: Rect
    /// A Boolean value indicating whether it takes words.
    package var isActive: Bool
    /// A Boolean value indicating whether it has the focus.
    package var isFocused: Bool
    /// The magnifying glass.
    package var icon: SymbolElement
    /// The placeholder.
    package var label: TextElement?
    /// The button that ends the search, while the field is active.
    package var cancel: TextElement?
    /// The area of that button that reacts to touches.
    package var cancelTouch: Rect?
    /// A Boolean value indicating whether that button has the focus.
    package var isCancelFocused: Bool
    /// The element for screen readers.
    package var accessibility: AccessibilityElement
}

/// Segments in a row, one of them chosen.
package struct SegmentedControlLayout: Hashable, Sendable, Encodable {
    /// All of them.
    package var frame: Rect
    /// The segments in their order.
    package var segments: [Segment]
    /// The chosen one, from 0.
    package var selected: Int

    /// One of them.
    package struct Segment: Hashable, Sendable, Encodable {
        /// The frame of the segment.
        package var frame: Rect
        /// The title.
        package var label: TextElement
    }
}

extension NavigationBarLayout {
    /// Lays out the bar of the stack that is shown, in the room that the bar of tabs leaves of the
    /// screen; `nil` if it is hidden, if there is no stack, or if the panes of a split view have
    /// bars of their own.
    ///
    /// It hides while the keyboard is on the screen, while a gesture or a resize has hidden the
    /// bars, and while the screen is immersive (the guidelines).
    init?(
        _ scene: Scene, on traits: DeviceTraits, in room: Rect, beside tabs: ClosedRange<Double>?
    ) {
        guard let tab = scene.selected, let top = tab.stack.last,
            !traits.isKeyboardShown, !traits.areBarsHidden, !traits.isImmersive,
            !top.hasPaneBars(on: traits)
        else { return nil }
        let state = scene.navigationBar(of: tab, in: traits.locale)
        var site = NavigationBarPlacement(
            "navigationBar", in: room, position: state.position, on: traits)
        // A tablet's tabs float over the background of the bar, in its row unless it begins below.
        site.upperEdge = 0
        site.taken = room.y == 0 ? tabs : nil
        self.init(state, at: site, on: traits)
    }
}
