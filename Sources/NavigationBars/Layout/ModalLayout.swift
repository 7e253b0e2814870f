/// What is presented over all, laid out.
package struct ModalLayout: Hashable, Sendable, Encodable {
    /// Its id.
    package var id: String
    /// `simple`, `multiStep` or `fullScreen`.
    package var kind: String
    /// The sheet.
    package var frame: Rect
    /// The radius of its upper corners.
    package var cornerRadius: Double
    /// What dims the rest; `nil` if nothing of it is seen.
    package var dimming: Color?
    /// What lies behind its content.
    package var background: Color
    /// From which edge it comes: `bottom`.
    package var presentationEdge: String
    /// How it comes.
    package var motion: Motion
    /// Its bar, with cancel or close before the title and the preferred action after it.
    package var navigationBar: NavigationBarLayout
    /// Which step of how many, of a task with several.
    package var step: TextElement?
    /// What is below its bar.
    package var content: ContentLayout
    /// What a screen reader finds.
    package var accessibility: AccessibilityElement
}
