extension Double {
    /// The number to a thousandth of a point, as it is written for others: what is beyond says
    /// nothing but how it was computed. What is no number is 0.
    var encoded: Double {
        // Adding 0 makes -0 one that nobody wonders about.
        isFinite ? (self * 1_000).rounded() / 1_000 + 0 : 0
    }
}
