internal import Glibc
package import ZeroMQ

/// A secret key in a file of its own: 40 characters of Z85, readable by its owner alone. A second
/// line has its public half: a flipped bit would make another key of it, which nobody knows. Files
/// of earlier versions have the first line alone.
///
/// A key that others could have read, or put there, is refused, never repaired, and an existing
/// file is never overwritten.
package struct KeyFile: Sendable {
    /// The policy that decides whether a file is private.
    package enum PermissionPolicy: Sendable {
        /// The library checks owner, mode and kind of the file.
        case ourselves
        /// The service manager protects its credentials: a file in a directory that only the
        /// service can access. It may belong to root, and the mode shows an access list as group
        /// access.
        case serviceManager
    }

    /// The path of the file.
    package let path: String
    private let policy: PermissionPolicy

    /// The maximum of bytes that are read: no key file comes near.
    private static let readLimit = 256

    /// Names a file; accesses nothing.
    package init(_ path: String, guardedBy policy: PermissionPolicy = .ourselves) {
        self.path = path
        self.policy = policy
    }

    /// Returns the pair of the key in the file; `nil` if there is no file, or for a credential an
    /// empty one, which is how a unit marks it as optional.
    package func read() throws(KeyFileError) -> CurveKeyPair? {
        // Not blocking: opening a pipe in its place must not wait.
        let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let descriptor = unsafe open(path, flags)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return nil
            case ELOOP:
                throw KeyFileError(
                    path, .notPrivate, "is a symbolic link: put the key itself there")
            default: throw .system(path, "can't be opened")
            }
        }
        defer { close(descriptor) }
        return try read(descriptor)
    }

    /// Returns the pair of the key in an open file, wherever that is.
    package func read(_ descriptor: Int32) throws(KeyFileError) -> CurveKeyPair? {
        try checkPrivacy(descriptor)
        let bytes = try contents(descriptor)
        if bytes.isEmpty, case .serviceManager = policy { return nil }
        let text = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard lines.count <= 2, let secret = lines.first.flatMap(CurveSecretKey.init(z85:)) else {
            throw .damaged(
                path, "holds no key (\(bytes.count) bytes, not the 40 characters of one)")
        }
        let pair: CurveKeyPair
        do {
            pair = try CurveKeyPair(secretKey: secret)
        } catch {
            throw KeyFileError(path, .system, "can't be used: \(error)")
        }
        guard lines.count == 1 || lines[1] == pair.publicKey.z85 else {
            throw .damaged(path, "holds another key than was written to it")
        }
        return pair
    }

    /// Writes the key of `pair` to a new file (mode 0600): whole and on disk, or not at all.
    ///
    /// Blocks for two syncs of the disk. Throws ``KeyFileError/Kind/exists`` if there is a file of
    /// this name, whatever it holds; of several concurrent calls one succeeds.
    package func create(_ pair: CurveKeyPair) throws(KeyFileError) {
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { path[...$0] } ?? "./"
        let descriptor = unsafe open(String(directory), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(path, "can't be created: its directory") }
        // Closing the descriptor also releases the lock on the directory.
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .system(path, "can't be created: its directory") }
        }
        // Under the lock a draft of this name can only be the remains of a crash.
        let draft = path + ".new"
        _ = unsafe unlink(draft)
        try write(pair, to: draft)
        defer { _ = unsafe unlink(draft) }
        guard unsafe link(draft, path) == 0 else {
            if errno == EEXIST { throw KeyFileError(path, .exists, "is there already") }
            throw .system(path, "can't be created")
        }
        guard fsync(descriptor) == 0 else { throw .system(path, "can't be put on disk") }
    }

    private func write(_ pair: CurveKeyPair, to draft: String) throws(KeyFileError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe open(draft, flags, 0o600)
        guard descriptor >= 0 else { throw .system(draft, "can't be created") }
        defer { close(descriptor) }
        let text = Array("\(pair.secretKey.z85)\n\(pair.publicKey.z85)\n".utf8)
        // So short a text is written whole or not at all.
        guard unsafe Glibc.write(descriptor, text, text.count) == text.count,
            fsync(descriptor) == 0
        else {
            let error = KeyFileError.system(draft, "can't be written")
            _ = unsafe unlink(draft)
            throw error
        }
    }

    private func checkPrivacy(_ descriptor: Int32) throws(KeyFileError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw .system(path, "can't be examined")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw KeyFileError(path, .damaged, "is not a regular file: move it away")
        }
        let isOurs = status.st_uid == geteuid()
        let others: mode_t
        switch policy {
        case .ourselves: others = 0o077
        case .serviceManager: others = 0o007
        }
        let isTheManagers =
            switch policy {
            case .ourselves: false
            case .serviceManager: status.st_uid == 0
            }
        guard isOurs || isTheManagers else {
            throw KeyFileError(
                path, .notPrivate,
                "belongs to uid \(status.st_uid), not to uid \(geteuid()) that needs it: who "
                    + "owns it knows the key, so do not use it unless you know how it came there")
        }
        guard status.st_mode & others == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw KeyFileError(
                path, .notPrivate,
                "can be read by others (mode \(mode)): if nobody else has, 'chmod 600' it; else "
                    + "move it away for a new key")
        }
    }

    private func contents(_ descriptor: Int32) throws(KeyFileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: KeyFile.readLimit)
        var count = 0
        while count < bytes.count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(
                    descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw .system(path, "can't be read") }
            if got == 0 { break }
            count += got
        }
        return Array(bytes[..<count])
    }
}
