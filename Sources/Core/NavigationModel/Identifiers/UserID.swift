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
