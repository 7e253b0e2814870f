/// A font in points.
package struct Font: Hashable, Sendable, Encodable {
    /// The weight of a font.
    package enum Weight: String, Hashable, Sendable, CaseIterable, Encodable {
        /// 400.
        case regular
        /// 500.
        case medium
        /// 600.
        case semibold
        /// 700.
        case bold
    }

    /// The family that the description names: `SF Pro`, `Roboto`, or the app's own.
    package let family: String
    /// The weight.
    package let weight: Weight
    /// The size, in points.
    package let size: Double

    /// Joins the parts.
    package init(family: String = "SF Pro", weight: Weight = .regular, size: Double) {
        self.family = family
        self.weight = weight
        self.size = size
    }
}
