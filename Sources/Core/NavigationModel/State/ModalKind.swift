/// The effort that a modal demands of the person. A kind that this version does not know is carried
/// through.
public struct ModalKind: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }

    /// One question or one short task: an alert, a sheet.
    public static let simple: ModalKind = "simple"
    /// A task of several screens, with a stack of its own.
    public static let multiStep: ModalKind = "multiStep"
    /// Content that takes the whole screen: a video, a document.
    public static let fullScreen: ModalKind = "fullScreen"
}

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
