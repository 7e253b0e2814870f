/// The unit of ordering: one user's one scene. Revisions, epochs and sequences count within it.
public struct SceneKey: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The user that the scene belongs to.
    public let user: UserID
    /// The scene among those of the user.
    public let scene: SceneID

    /// Names a scene of a user.
    public init(user: UserID, scene: SceneID) {
        self.user = user
        self.scene = scene
    }

    /// `user/scene`, for logs and messages.
    public var description: String { "\(user)/\(scene)" }

    /// Orders by user, then by scene.
    public static func < (left: SceneKey, right: SceneKey) -> Bool {
        (left.user, left.scene) < (right.user, right.scene)
    }
}

/// The owner of navigation state; the unit of access.
public struct UserID: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// The rules for users, who are named in paths and addresses.
    public static var profile: NameProfile { .user }

    /// Names the user of a local login: by the login name or, where there is none or no new user
    /// may have it, by the number, as `uid-1000`.
    package init(login: String?, uid: UInt32) {
        let named = login.flatMap(UserID.init(rawValue:))
        self = named.flatMap { $0.violation == nil ? $0 : nil } ?? UserID(unchecked: "uid-\(uid)")
    }

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }
}

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
