/// The motion of a change, for its animation.
package struct Motion: Hashable, Sendable, Encodable {
    /// The kind of movement.
    package enum Kind: String, Hashable, Sendable, Encodable {
        /// At once.
        case none
        /// The symbol jumps once.
        case bounce
        /// It grows from ``Motion/scaleFrom`` and fades in.
        case scaleAndFade
        /// It grows for a moment.
        case scaleBounce
        /// The new screen comes in from the side.
        case slide
        /// It rises from the lower edge.
        case rise
        /// One fades into the other.
        case fade
    }

    /// The kind of movement.
    package var kind: Kind
    /// The duration, in seconds.
    package var duration: Double
    /// A Boolean value indicating whether it swings like a spring.
    package var isSpring: Bool
    /// The overshoot of the spring, 0 to 1.
    package var bounce: Double
    /// The share of its size that it begins with; `nil` for what begins as large as it is.
    package var scaleFrom: Double?

    /// Joins the parts.
    package init(
        _ kind: Kind, duration: Double = 0, isSpring: Bool = false, bounce: Double = 0,
        scaleFrom: Double? = nil
    ) {
        self.kind = kind
        self.duration = duration
        self.isSpring = isSpring
        self.bounce = bounce
        self.scaleFrom = scaleFrom
    }
}
