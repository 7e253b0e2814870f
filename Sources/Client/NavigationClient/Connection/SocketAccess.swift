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
        var ancestor = path
        var status = try? FileStatus(of: ancestor)
        while status == nil, ancestor.contains("/"), ancestor != "/" {
            ancestor = DurableFiles.directory(of: ancestor)
            status = try? FileStatus(of: ancestor)
        }
        let bits: UInt32 = ancestor == path ? 0o020 : 0o010
        let found = status.flatMap { $0.permissions & bits == 0 ? nil : LocalGroup($0.group) }
        group = found?.name
        isMember = LocalUser(geteuid()).map { found?.members.contains($0.name) ?? false } ?? false
    }

    /// The way to get access, as an imperative sentence without a full stop.
    var advice: String {
        guard let group else { return "run as its owner" }
        return isMember
            ? "you were added to the group '\(group)' after this login: log in again"
            : "ask an administrator to add you to the group '\(group)', and log in again"
    }
}

/// The credentials of the process that listens on a socket of this machine, as the kernel has them.
struct PeerCredentials: Hashable {
    /// The uid of the listening process, from when it began to listen.
    let uid: UInt32

    /// Reads the credentials of a connected socket; `nil` if it is none, or no longer.
    init?(ofSocket descriptor: Int32) {
        // struct ucred: pid, uid, gid.
        var words: [UInt32] = [0, 0, 0]
        var length = socklen_t(MemoryLayout<UInt32>.size * words.count)
        let full = length
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &words, &length) == 0,
            length == full
        else { return nil }
        uid = words[1]
    }

    /// Returns a Boolean value indicating whether a client may trust the listener as its daemon: a
    /// process of root, of the client's own user, or of the owner of the socket's directory, such
    /// as the service's. In a directory where everybody creates files, `/tmp`, no other process is
    /// trusted.
    func isTrusted(at path: String) -> Bool {
        if uid == 0 || uid == geteuid() { return true }
        guard path.contains("/") else { return false }
        return (try? FileStatus(of: DurableFiles.directory(of: path)))?.owner == uid
    }
}
