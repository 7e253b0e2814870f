/// An item of the tab bar. The app chooses it (`inbox`), so that two devices that declare the same
/// tabs end with one set.
public struct TabID: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }
}
