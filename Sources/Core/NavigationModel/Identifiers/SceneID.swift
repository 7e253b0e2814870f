/// One app's navigation state for one user, UIKit's word; `main` unless the app names another.
public struct SceneID: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }
}

extension SceneID {
    /// The scene of an app that has only one.
    public static let main: SceneID = "main"
}
