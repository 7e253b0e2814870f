/// One slot of a bar of tabs.
package struct TabItemLayout: Hashable, Sendable, Encodable {
    /// `tab.ID`, or `more`; of a standalone bar `bar.ID.ITEM`.
    package var id: String
    /// The frame in the bar.
    package var frame: Rect
    /// The area that reacts to touches.
    package var touch: Rect
    /// The marker of the selected item, behind all of it; `nil` for the others, and in bars
    /// without.
    package var marker: Background?
    /// The symbol; `nil` if the tab has none.
    package var icon: SymbolElement?
    /// The label; `nil` while it is not shown.
    package var label: TextElement?
    /// The badge; `nil` for none.
    package var badge: BadgeLayout?
    /// A Boolean value indicating whether it is the selected one.
    package var isSelected: Bool
    /// A Boolean value indicating whether it can be selected.
    package var isEnabled: Bool
    /// A Boolean value indicating whether it is under the finger.
    package var isPressed: Bool
    /// A Boolean value indicating whether it has the focus.
    package var isFocused: Bool
    /// The motion of its symbol when it is selected; `nil` for none.
    package var motion: Motion?
    /// The element for screen readers.
    package var accessibility: AccessibilityElement
}
