/// The name of something that the look of the bars consists of: `tabBar.tint`.
public struct BarKey: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }
}
