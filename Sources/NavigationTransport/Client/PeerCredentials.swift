internal import Glibc

/// The listener on a socket of this machine, as the kernel has it.
struct PeerCredentials: Hashable {
    /// The user whose process listens: it was his when it began to.
    let uid: UInt32

    /// Those of a connected socket; `nil` if it is none, or no longer.
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

    /// A Boolean value indicating whether a client may take it for its daemon: of root, of the
    /// client's own user, or of the user to whom the socket's directory belongs, as that of the
    /// service does. In a directory where everybody makes files, `/tmp`, nobody else may listen.
    func isTrusted(at path: String) -> Bool {
        if uid == 0 || uid == geteuid() { return true }
        guard let slash = path.lastIndex(of: "/") else { return false }
        let directory = slash == path.startIndex ? "/" : String(path[..<slash])
        var status = stat()
        return unsafe stat(directory, &status) == 0 && status.st_uid == uid
    }
}
