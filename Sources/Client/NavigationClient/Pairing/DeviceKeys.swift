internal import POSIX
internal import Glibc
internal import NavigationTransport
internal import NavigationWire
internal import ZeroMQ

/// The device's own key pairs, in files of its directory: `device.key`, and `device.next.key` while
/// a paired device is being paired anew, so that the old key is valid until the new one is.
struct DeviceKeys: Sendable {
    private let current: KeyFile
    private let next: KeyFile
    private let directory: String

    init(in directory: String) {
        self.directory = directory
        current = KeyFile(directory + "/device.key")
        next = KeyFile(directory + "/device.next.key")
    }

    /// Returns the pair with this public key; throws if there is none, or it can't be used.
    func pair(of key: PublicKey) throws(NavigationClientError) -> CurveKeyPair {
        for file in [current, next] {
            if let pair = try read(file), pair.publicKey.bytes == key.bytes { return pair }
        }
        throw NavigationClientError(
            .device,
            text: """
                the key that this device was paired with is not in '\(directory)': \
                \(advice: "restore device.key there, or pair the device again")\(remedy: .pairAnew)
                """)
    }

    /// Returns the pair to pair with: a fresh one instead of those that no daemon knows.
    ///
    /// - Parameter isPaired: A Boolean value indicating whether `device.key` is in use, and has to
    ///   stay for now.
    func fresh(besides isPaired: Bool) throws(NavigationClientError) -> CurveKeyPair {
        if !isPaired, let pair = try read(current) { return pair }
        if isPaired, unsafe unlink(next.path) != 0, errno != ENOENT {
            throw .system("remove '\(next.path)'")
        }
        let file = isPaired ? next : current
        do {
            let pair = try CurveKeyPair.generate()
            try file.create(pair)
            return pair
        } catch let error as KeyFileError where error.kind == .exists {
            // Another process of the device was faster.
            return try fresh(besides: isPaired)
        } catch {
            throw NavigationClientError(.device, "\(error)", cause: error)
        }
    }

    /// Moves the key that is in use to its own file. Idempotent: a crash before it costs nothing.
    func settle(on key: PublicKey) throws(NavigationClientError) {
        guard let pair = try read(next), pair.publicKey.bytes == key.bytes else { return }
        do throws(FileError) { try DurableFiles.move(next.path, to: current.path) } catch {
            throw NavigationClientError(.device, error.description)
        }
    }

    /// Removes the keys. Idempotent.
    func remove() throws(NavigationClientError) {
        for file in [current, next] where unsafe unlink(file.path) != 0 && errno != ENOENT {
            throw .system("remove '\(file.path)'")
        }
    }

    private func read(_ file: KeyFile) throws(NavigationClientError) -> CurveKeyPair? {
        do { return try file.read() } catch {
            throw NavigationClientError(.device, error.description, cause: error)
        }
    }
}

extension NavigationClientError {
    /// Returns the error of the last system call.
    fileprivate static func system(_ what: String) -> NavigationClientError {
        let reason = unsafe String(cString: strerror(errno))
        return NavigationClientError(.device, "can't \(what): \(reason)")
    }
}
