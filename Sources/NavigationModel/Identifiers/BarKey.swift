/// The name of something that the look of all bars consists of: one that the vocabulary has for the
/// appearance, as `navigationBar.tintColor`, or one of the app's own.
public struct BarKey: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }
}
