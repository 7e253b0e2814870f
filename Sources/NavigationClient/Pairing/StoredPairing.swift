public import NavigationModel
internal import NavigationStore
public import NavigationWire

/// A pairing that a device's directory remembers, and what would become of it.
public struct StoredPairing: Hashable, Sendable {
    /// Whose device it is.
    public let user: UserID
    /// The device's name.
    public let name: DeviceName
    /// By what people tell the device's key.
    public let fingerprint: Fingerprint
    /// By what people tell the daemon's key.
    public let serverFingerprint: Fingerprint
    /// Changes for the user's scenes that wait for the daemon.
    public let waiting: Int
}

extension NavigationClient {
    /// Whom a device is paired with, or about to be; `nil` if with nobody. Needs no daemon.
    ///
    /// - Parameter directory: as in ``ClientConfiguration/deviceDirectory``; nothing is made there.
    /// - Throws: ``NavigationClientError/Code/device``.
    public static func pairing(
        in directory: String? = nil
    ) async throws(NavigationClientError) -> StoredPairing? {
        try await visit(directory) { store in
            guard let store, let pairing = try store.pairing ?? store.begunPairing else {
                return nil
            }
            return StoredPairing(
                user: pairing.user, name: store.name,
                fingerprint: Fingerprint(of: pairing.key.bytes),
                serverFingerprint: Fingerprint(of: pairing.serverKey.bytes),
                waiting: try store.waitingCount(of: pairing.user))
        }
    }

    /// Forgets whom a device is paired with, and its key. Needs no daemon, and tells none: the daemon
    /// knows the key until the device is revoked. What waits stays where it is. Idempotent.
    ///
    /// - Throws: ``NavigationClientError/Code/device``.
    public static func forgetPairing(
        in directory: String? = nil
    ) async throws(NavigationClientError) {
        try await visit(directory) { store in
            guard let store else { return }
            for pairing in [try store.pairing, try store.begunPairing] {
                if let pairing { try store.forgetPairing(of: pairing.key) }
            }
            try store.adoptNext()
            // Only now: a key without a pairing is of no use, a pairing without its key is broken.
            try DeviceKeys(in: store.path).remove()
        }
    }

    /// Does something with a device's directory, if there is one.
    private static func visit<Result: Sendable>(
        _ directory: String?, _ body: @Sendable (DeviceDatabase?) throws -> Result
    ) async throws(NavigationClientError) -> Result {
        let locations = Locations()
        let path = locations.deviceDirectory(given: directory)
        let host = try ReactorThread()
        do {
            let result = try await host.run {
                guard try DeviceDatabase.isThere(at: path) else { return try body(nil) }
                return try body(
                    DeviceDatabase(opening: path, ClientConfiguration(), locations))
            }
            await host.stop()
            return result
        } catch {
            await host.stop()
            throw .device(error, at: path)
        }
    }
}
