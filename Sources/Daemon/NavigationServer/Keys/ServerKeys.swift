internal import POSIX
internal import Glibc
internal import NavigationTransport
package import NavigationWire
package import ZeroMQ

/// The keys that authenticate the daemon to devices: the current one, and the next one.
///
/// The names of the files are the whole state, and each step is one rename or one new file, so a
/// crash between any two leaves a state that is one of these:
///
/// | file | content |
/// |---|---|
/// | `server.key` | the current key |
/// | `server.next.key` | the next one, announced to devices |
/// | `server.due.key` | the next one, which the next start activates |
///
/// The old key is deleted: devices that have learnt the new one would not go back, and a thief of
/// the old key could pose as the daemon to those that have not.
///
/// Creating and renaming block for a sync of the disk: not on the reactor's thread.
package struct ServerKeys: Sendable {
    /// The key that authenticates the daemon, until it ends.
    package let current: CurveKeyPair
    /// The key that devices should know before it is activated.
    package private(set) var next: CurveKeyPair?
    /// A Boolean value indicating whether the next start activates `next`.
    package private(set) var isSwitchDue: Bool
    /// A Boolean value indicating whether opening the keys activated the former next key.
    package let hasSwitched: Bool
    private let source: Source

    /// The origin of the keys, and so the place of their changes.
    private enum Source {
        case file(String)
        case credentials(String)
        case memory
    }

    /// The name of the file in the data directory, unless the configuration names another.
    package static let fileName = "server.key"
    /// The credential that takes precedence over the file.
    package static let credential = "navsync.server-key"
    /// The credential with the next key, where the keys are credentials.
    package static let nextCredential = "navsync.server-next-key"

    /// Reads the keys, makes the first one if there is none, and activates the next one if that is
    /// due.
    ///
    /// One process at a time: the caller holds the lock on the data directory.
    ///
    /// - Parameters:
    ///   - path: The file of the current key; the others are beside it.
    ///   - credentials: The directory with the service manager's credentials, if there are any.
    ///   - devices: The number of devices that know the daemon by its key: with any, a missing key
    ///     is an error, since none of them would trust another.
    package init(
        opening path: String, credentials: String?, knownTo devices: Int = 0
    ) throws(ServerError) {
        if let directory = credentials,
            let key = try ServerKeys.read("\(directory)/\(ServerKeys.credential)", .serviceManager)
        {
            current = key
            next = try ServerKeys.read("\(directory)/\(ServerKeys.nextCredential)", .serviceManager)
            (isSwitchDue, hasSwitched, source) = (false, false, .credentials(directory))
            return
        }
        let files = Files(current: path)
        // Read first: a damaged key must not take the place of a good one.
        if try ServerKeys.read(files.due) != nil {
            try ServerKeys.move(files.due, to: files.current)
            hasSwitched = true
        } else {
            hasSwitched = false
        }
        if let key = try ServerKeys.read(files.current) {
            current = key
        } else {
            guard devices == 0 else { throw ServerKeys.missing(path, knownTo: devices) }
            current = try ServerKeys.make(files.current)
        }
        next = try ServerKeys.read(files.next)
        (isSwitchDue, source) = (false, .file(path))
    }

    /// Returns descriptions of the existing keys; none where the daemon never had one.
    ///
    /// - Parameters: As of the opening.
    package static func traces(at path: String, credentials: String?) -> [String] {
        let files = Files(current: path)
        let given = credentials.map { ["\($0)/\(credential)"] } ?? []
        return (given + [files.current, files.due, files.next]).filter { path in
            unsafe access(path, F_OK) == 0
        }.map { "the server key '\($0)'" }
    }

    private static func missing(_ path: String, knownTo devices: Int) -> ServerError {
        let paired =
            devices == 1 ? "1 device is paired" : "\(devices) devices are paired"
        return ServerError(
            .missingKey,
            "the server key '\(path)' is missing, and \(paired) with it: restore the key file")
    }

    /// Creates a key for as long as the process lives: no device knows the daemon by it afterwards.
    package init() throws(ServerError) {
        do {
            current = try CurveKeyPair.generate()
        } catch {
            throw ServerError(.keys, "can't generate a key pair", cause: error)
        }
        (next, isSwitchDue, hasSwitched, source) = (nil, false, false, .memory)
    }

    /// The fingerprint of the current key.
    package var fingerprint: Fingerprint { Fingerprint(of: current.publicKey.bytes) }

    /// The fingerprint of the next key.
    package var nextFingerprint: Fingerprint? { next.map { Fingerprint(of: $0.publicKey.bytes) } }

    /// Makes the next key, unless there is one: also one whose file was copied here since the start,
    /// from another node of a fleet.
    package mutating func prepareNext() throws(ServerError) {
        guard next == nil else { return }
        let path = try files(for: "prepare").next
        if let copied = try ServerKeys.read(path) {
            next = copied
        } else {
            next = try ServerKeys.make(path)
        }
    }

    /// Makes the next start activate the next key. Idempotent.
    package mutating func scheduleSwitch() throws(ServerError) {
        guard !isSwitchDue else { return }
        let files = try files(for: "activate")
        guard next != nil else {
            throw ServerError(
                .keys, "no next key to activate: prepare one, and wait until the devices have it")
        }
        try ServerKeys.move(files.next, to: files.due)
        isSwitchDue = true
    }

    /// Deletes the next key, also if the next start was to activate it. Idempotent.
    package mutating func cancelNext() throws(ServerError) {
        guard next != nil else { return }
        let files = try files(for: "cancel")
        for path in [files.due, files.next] {
            guard unsafe unlink(path) == 0 || errno == ENOENT else {
                let reason = unsafe String(cString: strerror(errno))
                throw ServerError(.keys, "can't remove the key file '\(path)': \(reason)")
            }
        }
        try ServerKeys.sync(directoryOf: files.current)
        (next, isSwitchDue) = (nil, false)
    }

    private func files(for action: String) throws(ServerError) -> Files {
        switch source {
        case .memory:
            throw ServerError(.keys, "the server key is not stored: it can't be rotated")
        case .file(let path): return Files(current: path)
        case .credentials:
            throw ServerError(
                .keys,
                "can't \(action) the next key: the server key is a service credential: pass the "
                    + "next one as the credential '\(ServerKeys.nextCredential)'")
        }
    }

    private static func read(
        _ path: String, _ policy: KeyFile.PermissionPolicy = .ownerOnly
    ) throws(ServerError) -> CurveKeyPair? {
        do {
            return try KeyFile(path, policy: policy).read()
        } catch {
            throw ServerError(.keys, error.description)
        }
    }

    private static func make(_ path: String) throws(ServerError) -> CurveKeyPair {
        let pair: CurveKeyPair
        do {
            pair = try CurveKeyPair.generate()
        } catch {
            throw ServerError(.keys, "can't generate a key pair", cause: error)
        }
        do {
            try KeyFile(path).create(pair)
        } catch {
            throw ServerError(.keys, error.description)
        }
        return pair
    }

    private static func move(_ path: String, to target: String) throws(ServerError) {
        do throws(FileError) { try DurableFiles.move(path, to: target) } catch {
            throw ServerError(.keys, error.description)
        }
    }

    private static func sync(directoryOf path: String) throws(ServerError) {
        do throws(FileError) {
            try DurableFiles.syncDirectory(DurableFiles.directory(of: path))
        } catch {
            throw ServerError(.keys, error.description)
        }
    }
}

/// The names of the key files: `server.key`, `server.next.key`, `server.due.key`.
private struct Files {
    let current: String
    let next: String
    let due: String

    init(current: String) {
        let stem = current.hasSuffix(".key") ? String(current.dropLast(4)) : current
        self.current = current
        next = stem + ".next.key"
        due = stem + ".due.key"
    }
}
