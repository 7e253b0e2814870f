/// Whose navigation state it is; the unit of access.
public struct UserID: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// The rules for users, who are named in paths and addresses.
    public static var profile: NameProfile { .user }

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }
}
