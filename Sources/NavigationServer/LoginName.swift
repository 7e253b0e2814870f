internal import Glibc
internal import NavigationModel

extension UserID {
    /// The login name of a local user, as the system knows it; `uid-1000` for one without, or with a
    /// name that is none here.
    static func login(of uid: UInt32) -> UserID {
        let name = unsafe getpwuid(uid).flatMap { entry in
            unsafe String(cString: entry.pointee.pw_name)
        }
        return name.flatMap(UserID.init(rawValue:)) ?? UserID(unchecked: "uid-\(uid)")
    }
}
