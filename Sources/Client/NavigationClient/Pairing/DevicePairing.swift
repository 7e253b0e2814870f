internal import DeviceStore
public import NavigationModel
internal import NavigationTransport
public import NavigationWire
internal import ZeroMQ

/// A pairing that is prepared: the device has its key, and the daemon has received nothing yet, so
/// that a person may compare the fingerprints first.
///
/// All of it may be repeated with the same URL, by any process of the device, after a crash or a
/// lost reply anywhere: in the end the device is paired, or an error says why not. Once the daemon
/// has received the key, any other use of the device completes the pairing as well.
public struct DevicePairing: Sendable {
    /// The device's id.
    public let device: DeviceID
    /// The device's directory.
    public let directory: String
    /// The fingerprint of the device's key.
    public let fingerprint: Fingerprint
    /// The fingerprint of the daemon's key.
    public let serverFingerprint: Fingerprint
    /// The invitation's URL, with the user and the name of the device; the device's own name, if it
    /// was given one, takes precedence.
    public let url: PairingURL

    /// The digits that the inviting side shows as well once this device has connected.
    public var code: PairingCode {
        PairingCode(server: url.serverKey, device: pairing.key, invitation: pairing.invitation)
    }

    private let name: DeviceName?
    private let pairing: Pairing
    private let invitation: CurveKeyPair
    private let keys: CurveKeyPair
    private let store: DeviceDatabase

    /// Opens the device's directory, which the first use creates, and makes its key, unless this
    /// very URL was used there before.
    ///
    /// - Parameters:
    ///   - directory: As in ``ClientConfiguration/deviceDirectory``.
    ///   - name: The name of the device; `nil` uses that of the invitation.
    /// - Throws: ``NavigationClientError/Code/device``.
    public init(
        with url: PairingURL, directory: String? = nil, name: DeviceName? = nil
    ) async throws(NavigationClientError) {
        let locations = Locations()
        let path = locations.deviceDirectory(given: directory)
        let invitation = try Self.keys(of: url)
        let host = try ReactorThread()
        do {
            (store, pairing, keys) = try await host.run {
                let store = try DeviceDatabase(
                    opening: path, ClientConfiguration(), locations)
                let (pairing, keys) = try Self.prepare(store, url, invitation)
                return (store, pairing, keys)
            }
        } catch {
            await host.stop()
            throw .device(error, at: path)
        }
        await host.stop()
        self.url = url
        self.name = name
        self.invitation = invitation
        device = store.device
        self.directory = path
        fingerprint = Fingerprint(of: keys.publicKey.bytes)
        serverFingerprint = Fingerprint(of: url.serverKey.bytes)
    }

    /// Sends the key to the daemon, and waits until it is registered there.
    ///
    /// - Parameters:
    ///   - timeout: The time to wait for each of the daemon's replies.
    ///   - progress: A closure that receives each step.
    /// - Throws: ``NavigationClientError/Code/unreachable`` if the daemon was not found or did not
    ///   reply: then it may be repeated; ``NavigationClientError/Code/refused`` if the invitation
    ///   is no longer valid.
    public func run(
        within timeout: Duration = .seconds(10),
        progress: @Sendable (PairingStep) async -> Void = { _ in }
    ) async throws(NavigationClientError) -> PairedDevice {
        let host = try ReactorThread()
        do {
            let paired = try await run(on: host, timeout, progress)
            await host.stop()
            return paired
        } catch {
            await host.stop()
            throw error
        }
    }

    private func run(
        on host: ReactorThread, _ timeout: Duration, _ progress: (PairingStep) async -> Void
    ) async throws(NavigationClientError) -> PairedDevice {
        var refusal: NavigationClientError?
        // An earlier attempt may have succeeded: then the invitation is used, and only the own key
        // tells.
        if try await stored(host) == nil {
            await progress(.connecting)
            do {
                let answer = try await requestPairing(on: host, timeout, progress)
                return try await finish(answer, host, progress)
            } catch  where error.isAboutInvitation {
                refusal = error
                guard try await stored(host) != nil else { throw invalidInvitation(error) }
            }
        }
        await progress(.verifying)
        do {
            let welcome = try await sendHello(on: host, timeout)
            return try await finish(
                PairReply(user: welcome.user, name: welcome.deviceName, role: welcome.role), host,
                progress)
        } catch  where error.code == .revoked {
            // The key is not registered. If the invitation has not been tried this time, it may
            // still be valid.
            if refusal == nil, let answer = try await retry(host, timeout, progress) {
                return try await finish(answer, host, progress)
            }
            if pairing.pairedAt == nil {
                try await atStore(host) { try store.forgetPairing(of: pairing.key) }
            }
            throw invalidInvitation(refusal ?? error)
        }
    }

    // MARK: Steps

    /// Connects with the invitation's key and sends the device's own. The data to recover from a
    /// lost reply is on disk before the request.
    private func requestPairing(
        on host: ReactorThread, _ timeout: Duration, _ progress: (PairingStep) async -> Void
    ) async throws(NavigationClientError) -> PairReply {
        try await withConnection(host, with: invitation) {
            connection throws(NavigationClientError) in
            try await connection.connect(until: .now + timeout)
            await progress(.introducing)
            try await atStore(host) { try store.begin(pairing) }
            let request = PairRequest(
                device: device, name: name, platform: MachinePlatform.name, key: pairing.key)
            let answer = try await connection.request(.pair(request), until: .now + timeout)
            guard case .paired(let paired) = answer else { throw .strange }
            return paired
        }
    }

    /// Tries the invitation again; returns `nil` if it is no longer valid.
    private func retry(
        _ host: ReactorThread, _ timeout: Duration, _ progress: (PairingStep) async -> Void
    ) async throws(NavigationClientError) -> PairReply? {
        do { return try await requestPairing(on: host, timeout, progress) } catch
            where error.isAboutInvitation
        { return nil }
    }

    /// Connects with the device's own key.
    private func sendHello(
        on host: ReactorThread, _ timeout: Duration
    ) async throws(NavigationClientError) -> Welcome {
        try await withConnection(host, with: keys) { connection throws(NavigationClientError) in
            let hello = Hello(
                user: nil, device: device, name: name ?? url.name, platform: MachinePlatform.name)
            let answer = try await connection.request(.hello(hello), until: .now + timeout)
            guard case .welcome(let welcome) = answer else { throw .strange }
            return welcome
        }
    }

    private func withConnection<Result: Sendable>(
        _ host: ReactorThread, with keys: CurveKeyPair,
        _ body: (DaemonConnection) async throws(NavigationClientError) -> Result
    ) async throws(NavigationClientError) -> Result {
        let credentials = try ClientCredentials(pairing, keys)
        var candidates: [EndpointCandidate] = []
        for address in pairing.addresses {
            candidates.append(try EndpointCandidate(address: address, credentials))
        }
        let connection = DaemonConnection(candidates, on: host)
        do {
            try await connection.open()
            let result = try await body(connection)
            await connection.close()
            return result
        } catch {
            await connection.close()
            throw error
        }
    }

    private func finish(
        _ answer: PairReply, _ host: ReactorThread, _ progress: (PairingStep) async -> Void
    ) async throws(NavigationClientError) -> PairedDevice {
        try await atStore(host) {
            try store.complete(
                pairingOf: pairing.key, user: answer.user, name: answer.name, at: .now())
            // Without pending changes for another store, the pairing decides the device's store
            // from now on.
            try store.adoptNext()
            try store.save(answer.role, for: answer.user)
            try DeviceKeys(in: directory).settle(on: pairing.key)
        }
        await progress(.paired)
        return PairedDevice(
            user: answer.user, name: answer.name, role: answer.role, device: device,
            fingerprint: fingerprint, serverFingerprint: serverFingerprint)
    }

    // MARK: The device's directory

    /// Returns the pairing by this very invitation, if the daemon may know of it.
    private func stored(_ host: ReactorThread) async throws(NavigationClientError) -> Pairing? {
        try await atStore(host) {
            let known = [try store.pairing, try store.begunPairing]
            return known.compactMap { $0 }.first { $0.key == pairing.key }
        }
    }

    private func atStore<Result: Sendable>(
        _ host: ReactorThread, _ body: @Sendable () throws -> Result
    ) async throws(NavigationClientError) -> Result {
        do { return try await host.run(body) } catch { throw .device(error, at: directory) }
    }

    /// Returns the pairing to be made, with the device's own key for it.
    private static func prepare(
        _ store: DeviceDatabase, _ url: PairingURL, _ invitation: CurveKeyPair
    ) throws -> (Pairing, CurveKeyPair) {
        let files = DeviceKeys(in: store.path)
        let complete = try store.pairing
        if let complete { try files.settle(on: complete.key) }
        for known in [complete, try store.begunPairing] {
            guard let known, known.invitation.bytes == invitation.publicKey.bytes else { continue }
            return (known, try files.pair(of: known.key))
        }
        let keys = try files.fresh(besides: complete != nil)
        guard let key = PublicKey(keys.publicKey), let made = PublicKey(invitation.publicKey) else {
            throw NavigationClientError.strange
        }
        let pairing = Pairing(
            key: key, user: url.user, addresses: url.addresses, serverKey: url.serverKey,
            invitation: made)
        return (pairing, keys)
    }

    private static func keys(of url: PairingURL) throws(NavigationClientError) -> CurveKeyPair {
        do {
            if let secret = CurveSecretKey(bytes: url.secretKey.bytes) {
                return try CurveKeyPair(secretKey: secret)
            }
        } catch {
            throw NavigationClientError(.configuration, "\(error)", cause: error)
        }
        throw .strange
    }

    /// Returns the error of an invitation that is no longer valid.
    private func invalidInvitation(_ cause: NavigationClientError) -> NavigationClientError {
        let why =
            url.isExpired(at: .now())
            ? "the invitation has expired, by this device's clock"
            : "the invitation is used, withdrawn or expired"
        return NavigationClientError(
            .refused, text: "\(why): \(remedy: .invite)", cause: cause)
    }
}

extension NavigationClientError {
    /// A Boolean value indicating whether the error is that of an invitation that is not valid (any
    /// more).
    fileprivate var isAboutInvitation: Bool {
        code == .revoked || (cause as? Failure)?.code == .invitationUsed
    }
}
