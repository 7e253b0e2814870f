/// A person's choice in a modal. The first answer to arrive closes the modal; there is no second.
public struct ModalAnswer: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }

    /// Leave everything as it was.
    public static let cancel: ModalAnswer = "cancel"
    /// The action that the modal recommends.
    public static let preferred: ModalAnswer = "preferred"
}
