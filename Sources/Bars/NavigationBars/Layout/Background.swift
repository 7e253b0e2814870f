/// The background of a bar.
package struct Background: Hashable, Sendable, Encodable {
    /// Solid, seen through, or not there.
    package enum Kind: String, Hashable, Sendable, Encodable {
        /// Blurred content shines through.
        case translucent
        /// One colour.
        case opaque
        /// Nothing.
        case none
        /// The app's own image.
        case image
    }

    /// The thickness of a translucent one.
    package enum Material: String, Hashable, Sendable, Encodable {
        /// Lets much shine through.
        case thin
        /// Lets less shine through.
        case regular
    }

    /// The kind of background.
    package var kind: Kind
    /// The material, of a translucent one of the platform's.
    package var material: Material?
    /// The colour, with its opacity.
    package var color: Color
    /// The app's image.
    package var image: String?
    /// The area that it covers: more than the bar where it runs on under the status bar or the home
    /// indicator.
    package var frame: Rect
    /// The radius of its corners, in points.
    package var cornerRadius: Double

    /// Joins the parts.
    package init(
        kind: Kind, material: Material? = nil, color: Color, image: String? = nil, frame: Rect,
        cornerRadius: Double = 0
    ) {
        self.kind = kind
        self.material = material
        self.color = color
        self.image = image
        self.frame = frame
        self.cornerRadius = cornerRadius
    }
}
