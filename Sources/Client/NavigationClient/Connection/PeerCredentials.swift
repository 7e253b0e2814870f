internal import Glibc

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
        guard let slash = path.lastIndex(of: "/") else { return false }
        let directory = slash == path.startIndex ? "/" : String(path[..<slash])
        var status = stat()
        return unsafe stat(directory, &status) == 0 && status.st_uid == uid
    }
}
