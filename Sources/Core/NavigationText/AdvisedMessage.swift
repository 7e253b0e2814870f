/// A failure in words and, where there is one, its remedy.
package struct AdvisedMessage: Hashable, Sendable, CustomStringConvertible,
    ExpressibleByStringInterpolation
{
    /// The failure alone.
    package let failure: String
    /// The remedy; `nil` if there is none to name.
    package let advice: String?

    /// The failure and the remedy, as one sentence without a full stop.
    package var description: String { advice.map { failure + ": " + $0 } ?? failure }

    /// Joins the parts.
    package init(_ failure: String, advice: String?) {
        self.failure = failure
        self.advice = advice
    }

    /// A failure without a remedy.
    package init(stringLiteral failure: String) {
        self.init(failure, advice: nil)
    }
}
