internal import Glibc

/// A check, by owner and mode, that nobody else could have put something where this process reads
/// or writes, as sshd's `StrictModes` and git's `safe.directory` do.
///
/// Trusted are the process's own user and root. A group whose only member is that user counts as
/// the user.
package enum PathTrust {
    /// Throws unless what is in a directory can only have been put there by who is trusted.
    ///
    /// So for the directory itself, wherever links lead; and the directories that hold it must not
    /// let others put another one in its place, as `/tmp` does not, where only owners rename.
    package static func check(directory path: String) throws(TrustError) {
        var current = try resolve(path)
        try check(try status(of: current), current, allowing: .nothing)
        while current != "/" {
            current = DurableFiles.directory(of: current)
            try check(try status(of: current), current, allowing: .ancestor)
        }
    }

    /// Throws unless only who is trusted can have written a file, wherever links lead.
    package static func check(file path: String) throws(TrustError) {
        try check(try status(of: path), path, allowing: .nothing)
    }

    /// Throws if everybody can read a file: its mode lets them, and all directories let them at it.
    package static func checkPrivacy(of path: String) throws(TrustError) {
        let mode = try status(of: path).permissions
        guard mode & 0o004 != 0 else { return }
        var current = try resolve(path)
        while current != "/" {
            current = DurableFiles.directory(of: current)
            if try status(of: current).permissions & 0o001 == 0 { return }
        }
        throw TrustError(
            "\(path) is world-readable (mode \(text(mode)))", advice: "run 'chmod 600'")
    }

    /// The exceptions from the rules.
    private enum Allowance {
        case nothing
        /// Exceptions for what holds a directory: root may grant a group access, others may add
        /// names if they can remove none, and the owner may be one that the user namespace does not
        /// map.
        case ancestor
    }

    private static func check(
        _ status: FileStatus, _ path: String, allowing allowance: Allowance
    ) throws(TrustError) {
        let own = geteuid()
        let isAncestor =
            switch allowance {
            case .nothing: false
            case .ancestor: true
            }
        guard [own, 0].contains(status.owner) || isAncestor && isUnmapped(status.owner) else {
            throw TrustError(
                "\(path) is owned by \(name(status.owner)), who may have tampered with it, not by "
                    + "\(name(own))", advice: "run as that user, or use a directory of your own")
        }
        if isAncestor, status.permissions & UInt32(S_ISVTX) != 0 { return }
        let isRoots = isAncestor && status.owner == 0
        // To look up a group reads the system's files: only where it decides.
        let isTrusted =
            status.permissions & 0o022 == 0
            || status.permissions & 0o002 == 0
                && (isRoots || isPrivate(group: status.group, of: status.owner))
        guard isTrusted else {
            throw TrustError(
                "\(path) is writable by others (mode \(text(status.permissions)))",
                advice: "check its content, then run 'chmod go-w'")
        }
    }

    private static func resolve(_ path: String) throws(TrustError) -> String {
        guard let resolved = unsafe realpath(path, nil) else {
            throw TrustError(FileError("find", path))
        }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    private static func status(of path: String) throws(TrustError) -> FileStatus {
        do throws(FileError) { return try FileStatus(of: path) } catch { throw TrustError(error) }
    }

    /// Returns `true` for a group that has its user's name and no further member, as Debian makes
    /// one for each.
    private static func isPrivate(group: gid_t, of user: uid_t) -> Bool {
        guard let owner = LocalUser(user), owner.group == group, let group = LocalGroup(group)
        else {
            return false
        }
        return group.name == owner.name && group.members.allSatisfy { $0 == owner.name }
    }

    /// Returns `true` for an owner that this user namespace has no number for: a service manager's
    /// sandbox shows root so.
    private static func isUnmapped(_ uid: uid_t) -> Bool {
        func number(_ path: String, _ word: Int) -> UInt32? {
            let bytes = (try? DurableFiles.read(path, atMost: 256)) ?? []
            let words = String(decoding: bytes, as: UTF8.self).split { " \n".contains($0) }
            return words.count > word ? UInt32(words[word]) : nil
        }
        guard uid == number("/proc/sys/kernel/overflowuid", 0) else { return false }
        // All there are: the machine's own namespace.
        return number("/proc/self/uid_map", 2) != .max
    }

    private static func name(_ uid: uid_t) -> String {
        LocalUser(uid).map { "\($0.name) (uid \(uid))" } ?? "uid \(uid)"
    }

    private static func text(_ mode: UInt32) -> String { String(mode, radix: 8) }
}

/// An error for a path that is not trusted: the user who could have put something there, and the
/// fix.
package struct TrustError: Error, CustomStringConvertible {
    /// The path and the reason.
    package let finding: String
    /// The remedy; `nil` for a path that can't be examined.
    package let advice: String?

    /// The path, the reason and the advice.
    package var description: String { advice.map { finding + ": " + $0 } ?? finding }

    /// Describes an untrusted path.
    init(_ finding: String, advice: String) {
        self.finding = finding
        self.advice = advice
    }

    /// Describes a path that can't be examined.
    init(_ error: FileError) {
        finding = error.description
        advice = nil
    }
}
