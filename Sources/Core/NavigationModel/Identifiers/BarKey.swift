/// The name of a part of the look of all bars: one that the vocabulary has for the appearance, as
/// `navigationBar.tintColor`, or one of the app's own.
public struct BarKey: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }
}
