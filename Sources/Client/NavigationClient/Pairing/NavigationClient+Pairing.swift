internal import DeviceStore
public import NavigationModel
public import NavigationWire

extension NavigationClient {
    /// Pairs this device by the URL of an invitation, in one step; see ``DevicePairing`` for
    /// recovery from a crash, and for comparing fingerprints first.
    ///
    /// - Throws: As ``DevicePairing/init(with:directory:name:)`` and
    ///   ``DevicePairing/run(within:progress:)``.
    @discardableResult
    public static func pair(
        with url: PairingURL, directory: String? = nil, name: DeviceName? = nil,
        within timeout: Duration = .seconds(10),
        progress: @Sendable (PairingStep) async -> Void = { _ in }
    ) async throws(NavigationClientError) -> PairedDevice {
        let pairing = try await DevicePairing(with: url, directory: directory, name: name)
        return try await pairing.run(within: timeout, progress: progress)
    }
}

/// A device after its pairing.
public struct PairedDevice: Hashable, Sendable {
    /// The owner of the device.
    public let user: UserID
    /// The name that the daemon has registered for the device.
    public let name: DeviceName
    /// The role of the device.
    public let role: Role
    /// The id of the device.
    public let device: DeviceID
    /// The fingerprint of the device's key.
    public let fingerprint: Fingerprint
    /// The fingerprint of the daemon's key.
    public let serverFingerprint: Fingerprint
}

/// The steps of a pairing, for showing its progress.
public enum PairingStep: Hashable, Sendable {
    /// Connecting to the daemon, at the addresses of the invitation.
    case connecting
    /// Connected to the daemon, and sending the device's key.
    case introducing
    /// Verifying, with the device's own key, whether it is registered: an earlier reply may have
    /// been lost.
    case verifying
    /// The device is paired.
    case paired
}

/// The pairing that a device's directory stores, with the changes that depend on it.
public struct StoredPairing: Hashable, Sendable {
    /// The owner of the device.
    public let user: UserID
    /// The device's name.
    public let name: DeviceName
    /// The fingerprint of the device's key.
    public let fingerprint: Fingerprint
    /// The fingerprint of the daemon's key.
    public let serverFingerprint: Fingerprint
    /// The number of pending changes for the user's scenes.
    public let waiting: Int
}

extension NavigationClient {
    /// Returns a device's pairing, complete or begun; `nil` if there is none. Needs no daemon.
    ///
    /// - Parameter directory: As in ``ClientConfiguration/deviceDirectory``; nothing is created
    ///   there.
    /// - Throws: ``NavigationClientError/Code/device``.
    public static func pairing(
        in directory: String? = nil
    ) async throws(NavigationClientError) -> StoredPairing? {
        try await withConnection(directory) { store in
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

    /// Deletes a device's pairing and its key. Needs no daemon, and notifies none: the key stays
    /// registered until the device is revoked. Pending changes stay in the outbox. Idempotent.
    ///
    /// - Throws: ``NavigationClientError/Code/device``.
    public static func forgetPairing(
        in directory: String? = nil
    ) async throws(NavigationClientError) {
        try await withConnection(directory) { store in
            guard let store else { return }
            for pairing in [try store.pairing, try store.begunPairing] {
                if let pairing { try store.forgetPairing(of: pairing.key) }
            }
            try store.adoptNext()
            // Last: a key without a pairing is of no use, a pairing without its key is broken.
            try DeviceKeys(in: store.path).remove()
        }
    }

    /// Runs a body with a device's directory, if there is one.
    private static func withConnection<Result: Sendable>(
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
