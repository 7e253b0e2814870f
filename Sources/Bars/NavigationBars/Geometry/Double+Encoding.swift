extension Double {
    /// The number to a thousandth of a point, for encoding: further digits tell nothing but how it
    /// was computed. What is no number is 0.
    var encoded: Double {
        // Adding 0 turns -0 into 0.
        isFinite ? (self * 1_000).rounded() / 1_000 + 0 : 0
    }
}
