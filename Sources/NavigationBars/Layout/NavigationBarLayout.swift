/// The bar with the title, laid out.
package struct NavigationBarLayout: Hashable, Sendable, Encodable {
    /// How the title is shown.
    package enum TitleMode: String, Hashable, Sendable, Encodable {
        /// In the middle of the bar.
        case standard
        /// Large, below the buttons.
        case large
        /// Not at all: the screen has none, or something else is in its place.
        case none
    }

    /// Which of the four appearances is in effect.
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
    /// Which appearance is in effect.
    package var activeAppearance: Appearance
    /// What lies behind.
    package var background: Background
    /// The line to the content; `nil` while it is hidden.
    package var separator: Separator?
    /// The app's own shadow: an image as wide as the bar, below it; what is not stretched of it.
    package var shadowImage: ImageElement?
    /// How the title is shown.
    package var titleMode: TitleMode
    /// The title; `nil` if there is none.
    package var title: TextElement?
    /// The text above the title.
    package var prompt: TextElement?
    /// The way back; `nil` on the first screen.
    package var back: BackButtonLayout?
    /// The items before the title, outermost first.
    package var left: [BarButtonLayout]
    /// The items after it, outermost first.
    package var right: [BarButtonLayout]
    /// What is in the title's place.
    package var segmentedControl: SegmentedControlLayout?
    /// How opaque all of it is.
    package var alpha: Double
    /// What moves when a screen comes or goes.
    package var transition: Motion
    /// From which edge a pushed screen comes: `left` or `right`.
    package var pushEdge: String
    /// What a screen reader finds.
    package var accessibility: AccessibilityElement
    /// What it finds in the title's place; `nil` if there is no title.
    package var heading: AccessibilityElement?
    /// Who manages the bar.
    package var mode = NavigationBarState.Mode.controller
    /// Whether content may shine through the bar, as far as properties say.
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
    /// What it covers.
    package var frame: Rect
    /// What of it is not stretched.
    package var capInsets: Insets
}

/// The way back, laid out.
package struct BackButtonLayout: Hashable, Sendable, Encodable {
    /// All of it.
    package var frame: Rect
    /// What reacts to touches.
    package var touch: Rect
    /// The chevron, or the app's own symbol.
    package var indicator: SymbolElement
    /// The title of the screen that it leads to; `nil` if there is no room but for the chevron.
    package var label: TextElement?
    /// What masks it while screens move, if the app has its own.
    package var transitionMask: String?
    /// Whether it has the focus.
    package var isFocused: Bool
    /// What a screen reader finds.
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
    /// What reacts to touches.
    package var touch: Rect
    /// Its words.
    package var label: TextElement?
    /// Its symbol.
    package var icon: SymbolElement?
    /// Whether it can be used.
    package var isEnabled: Bool
    /// Whether it has the focus.
    package var isFocused: Bool
    /// What a screen reader finds; `nil` for a space.
    package var accessibility: AccessibilityElement?
}

/// Segments in a row, one of them chosen.
package struct SegmentedControlLayout: Hashable, Sendable, Encodable {
    /// All of them.
    package var frame: Rect
    /// Each with what it takes.
    package var segments: [Segment]
    /// The chosen one, from 0.
    package var selected: Int

    /// One of them.
    package struct Segment: Hashable, Sendable, Encodable {
        /// What it takes.
        package var frame: Rect
        /// What it says.
        package var label: TextElement
    }
}
