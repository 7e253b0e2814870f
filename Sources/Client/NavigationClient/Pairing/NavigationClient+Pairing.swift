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
