/// An entry on a navigation stack; fresh from its device each time a screen is pushed.
public struct ScreenID: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }
}
