internal import Glibc
internal import POSIX
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
        case ownerOnly
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
    package init(_ path: String, policy: PermissionPolicy = .ownerOnly) {
        self.path = path
        self.policy = policy
    }

    /// Returns the pair of the key in the file; `nil` if there is no file, or for a credential an
    /// empty one, which is how a unit marks it as optional.
    package func read() throws(KeyFileError) -> CurveKeyPair? {
        let file: FileDescriptor
        do throws(FileError) {
            // Not blocking: opening a pipe in its place must not wait.
            let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
            file = try FileDescriptor(opening: path, flags)
        } catch {
            switch error.code {
            case ENOENT: return nil
            case ELOOP:
                throw KeyFileError(
                    path, .notPrivate, "is a symbolic link: replace it by the key file itself")
            default: throw .system(path, "can't be opened", error)
            }
        }
        try checkPrivacy(file)
        let bytes: [UInt8]
        do throws(FileError) { bytes = try file.readAll(atMost: Self.readLimit) } catch {
            throw .system(path, "can't be read", error)
        }
        if bytes.isEmpty, case .serviceManager = policy { return nil }
        return try pair(of: bytes)
    }

    /// Returns the pair of the key that a file with these bytes holds.
    package func pair(of bytes: [UInt8]) throws(KeyFileError) -> CurveKeyPair {
        let text = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard lines.count <= 2, let secret = lines.first.flatMap(CurveSecretKey.init(z85:)) else {
            throw .damaged(
                path, "is not a valid key (\(bytes.count) bytes instead of 40 characters)")
        }
        let pair: CurveKeyPair
        do {
            pair = try CurveKeyPair(secretKey: secret)
        } catch {
            throw KeyFileError(path, .system, "can't be used: \(error)")
        }
        guard lines.count == 1 || lines[1] == pair.publicKey.z85 else {
            throw .damaged(path, "is corrupt (secret and public key don't match)")
        }
        return pair
    }

    /// Writes the key of `pair` to a new file (mode 0600): whole and on disk, or not at all.
    ///
    /// Blocks for two syncs of the disk. Throws ``KeyFileError/Kind/exists`` if there is a file of
    /// this name, whatever it holds; of several concurrent calls one succeeds.
    package func create(_ pair: CurveKeyPair) throws(KeyFileError) {
        do throws(FileError) {
            let directory = try FileDescriptor(
                opening: DurableFiles.directory(of: path), O_RDONLY | O_DIRECTORY)
            try directory.lock()
            try create(pair, in: directory)
        } catch  where error.code == EEXIST {
            throw KeyFileError(path, .exists, "exists already")
        } catch {
            throw .system(path, "can't be created", error)
        }
    }

    /// Writes the key in a directory that is locked until the file has its name.
    private func create(
        _ pair: CurveKeyPair, in directory: FileDescriptor
    ) throws(FileError) {
        // Under the lock a draft of this name can only be the remains of a crash.
        let draft = path + ".new"
        try DurableFiles.remove(draft)
        defer { try? DurableFiles.remove(draft) }
        let file = try FileDescriptor(
            opening: draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, to: "create")
        try file.write(Array("\(pair.secretKey.z85)\n\(pair.publicKey.z85)\n".utf8))
        try file.sync()
        guard unsafe link(draft, path) == 0 else { throw FileError("create", path) }
        try directory.sync()
    }

    private func checkPrivacy(_ file: FileDescriptor) throws(KeyFileError) {
        let status: FileStatus
        do throws(FileError) { status = try FileStatus(of: file) } catch {
            throw .system(path, "can't be examined", error)
        }
        guard status.kind == nil else {
            throw KeyFileError(path, .damaged, "is not a regular file: move it away")
        }
        let isOurs = status.owner == geteuid()
        let others: UInt32
        switch policy {
        case .ownerOnly: others = 0o077
        case .serviceManager: others = 0o007
        }
        let isTheManagers =
            switch policy {
            case .ownerOnly: false
            case .serviceManager: status.owner == 0
            }
        guard isOurs || isTheManagers else {
            throw KeyFileError(
                path, .notPrivate,
                "is owned by uid \(status.owner) instead of uid \(geteuid()): its owner knows "
                    + "the key, so use it only if you know its origin")
        }
        guard status.permissions & others == 0 else {
            let mode = String(status.permissions & 0o777, radix: 8)
            throw KeyFileError(
                path, .notPrivate,
                "is readable by others (mode \(mode)): run 'chmod 600' if nobody has read it, "
                    + "or move it away for a new key")
        }
    }
}
