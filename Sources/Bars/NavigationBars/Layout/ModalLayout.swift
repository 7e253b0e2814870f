/// A modal, laid out.
package struct ModalLayout: Hashable, Sendable, Encodable {
    /// Its id.
    package var id: String
    /// `simple`, `multiStep` or `fullScreen`.
    package var kind: String
    /// The sheet.
    package var frame: Rect
    /// The radius of its upper corners.
    package var cornerRadius: Double
    /// The colour that dims the rest; `nil` if nothing of it is seen.
    package var dimming: Color?
    /// The colour behind its content.
    package var background: Color
    /// The edge that it comes from: `bottom`.
    package var presentationEdge: String
    /// The motion of its presentation.
    package var motion: Motion
    /// Its bar, with cancel or close before the title and the preferred action after it.
    package var navigationBar: NavigationBarLayout
    /// The words for the step that is shown, of a task with several.
    package var step: TextElement?
    /// The content below its bar.
    package var content: ContentLayout
    /// The element for screen readers.
    package var accessibility: AccessibilityElement
}
