/// One slot of a bar of tabs.
package struct TabItemLayout: Hashable, Sendable, Encodable {
    /// `tab.ID`, or `more`; of a standalone bar `bar.ID.ITEM`.
    package var id: String
    /// What it takes of the bar.
    package var frame: Rect
    /// What reacts to touches.
    package var touch: Rect
    /// What marks the selected item, behind all of it; `nil` for the others, and in bars without.
    package var marker: Background?
    /// The symbol; `nil` if the tab has none.
    package var icon: SymbolElement?
    /// The label; `nil` while it is not shown.
    package var label: TextElement?
    /// The badge; `nil` for none.
    package var badge: BadgeLayout?
    /// Whether it is the selected one.
    package var isSelected: Bool
    /// Whether it can be selected.
    package var isEnabled: Bool
    /// Whether it is under the finger.
    package var isPressed: Bool
    /// Whether it has the focus.
    package var isFocused: Bool
    /// What its symbol does when it is selected; `nil` where it does nothing.
    package var motion: Motion?
    /// What a screen reader finds.
    package var accessibility: AccessibilityElement
}
