internal import POSIX
internal import Glibc

/// The group that a user without access to a socket lacks, as far as the system tells.
struct SocketAccess {
    private let group: String?
    private let isMember: Bool

    /// Returns a Boolean value indicating whether the system denies this user to connect to a
    /// socket, or to see whether it exists. A missing socket is denied to nobody.
    static func isDenied(_ path: String) -> Bool {
        unsafe access(path, W_OK) != 0 && errno == EACCES
    }

    /// Examines the socket or, where that is hidden, the directory that hides it.
    init(_ path: String) {
        var place = path
        var status = stat()
        while unsafe stat(place, &status) != 0, let slash = place.lastIndex(of: "/"), place != "/" {
            place = slash == place.startIndex ? "/" : String(place[..<slash])
        }
        let bits: mode_t = place == path ? 0o020 : 0o010
        let found = status.st_mode & bits == 0 ? nil : LocalGroup(status.st_gid)
        group = found?.name
        isMember = LocalUser(geteuid()).map { found?.members.contains($0.name) ?? false } ?? false
    }

    /// The way to get access, as an imperative sentence without a full stop.
    var advice: String {
        guard let group else { return "run as the user it belongs to" }
        return isMember
            ? "you are in the group '\(group)' since after this login: log in anew"
            : "have an administrator add you to the group '\(group)', and log in anew"
    }
}
