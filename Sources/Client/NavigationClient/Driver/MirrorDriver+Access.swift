internal import DeviceStore
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire
internal import Reactor
internal import ZeroMQ

/// The daemon's word on this device.
struct DeviceAccess {
    /// The device's pairing; it changes as the daemon announces.
    var pairing: Pairing?
    /// The device's role, as the daemon last announced it.
    var role: Role
    /// The welcome that was last applied.
    var applied: Welcome?
    /// A Boolean value indicating whether the device has repeated its hello, to announce that it
    /// knows the daemon's next key, and no reply is known to have come after it.
    var hasRepeatedHello = false
}

/// The daemon's word on this device, saved for the time offline.
extension MirrorDriver {
    /// The daemon's key that authenticated the connection; `nil` except over tcp.
    var serverKey: PublicKey? { onConnection { $0.serverKey } }

    private var isConnected: Bool { onConnection { $0.isConnected } }

    /// Throws if the device may not make changes, as far as it knows.
    func checkRole() throws(NavigationClientError) {
        if access.role == .viewer { throw .viewer }
    }

    /// Applies what is new in a welcome.
    func applyWelcome() {
        guard let welcome = core.welcome, welcome != access.applied, core.connectedStore == .own
        else {
            return
        }
        access.applied = welcome
        attempt {
            // A daemon of before does not know that a client may be limited.
            let role = configuration.role.limited(by: welcome.role)
            if role != access.role {
                access.role = role
                subscribers.note()
            }
            // The role of the device, not of this client.
            if configuration.role == .full { try device.save(welcome.role, for: key.user) }
            try applyPairing(welcome)
        }
    }

    /// Waits until the daemon has processed the hello that was repeated meanwhile, if any: it
    /// answers a later request on the same connection after it.
    func waitForHello(until deadline: ContinuousClock.Instant) async {
        guard access.hasRepeatedHello, isConnected else { return }
        access.hasRepeatedHello = false
        _ = try? await request(.presence(scene: key.scene), until: deadline)
    }

    /// Removes an ephemeral device from the user's devices, unless a change of it may still be in
    /// flight. A daemon that does not know the call removes it after a week.
    func leave(until deadline: ContinuousClock.Instant) async {
        guard configuration.isEphemeral, isConnected, outbox.isEmpty else { return }
        _ = try? await request(.leave, until: deadline)
    }

    /// Reads whether another process has paired the device anew since it was opened.
    func reloadPairing() {
        attempt {
            guard let known = try device.pairing, known.key != access.pairing?.key else { return }
            access.pairing = known
            let candidates = try EndpointCandidate.all(
                configuration, Locations(), known, boundStore, in: device.path)
            // Not while the present connection's events are being handled.
            host.reactor.schedule(after: .zero) { [weak self] in
                self?.assumeIsolated { $0.restart(with: candidates) }
            }
        }
    }

    private func restart(with candidates: [EndpointCandidate]) {
        guard !isClosed else { return }
        do { try onConnection { try $0.restart(with: candidates) } } catch {
            report(.transport(error))
        }
    }

    private func applyPairing(_ welcome: Welcome) throws {
        guard var known = access.pairing, let serverKey else { return }
        if known.pairedAt == nil {
            // The reply to the pairing was lost; this welcome stands for it.
            try device.complete(
                pairingOf: known.key, user: welcome.user, name: welcome.deviceName, at: .now())
            try DeviceKeys(in: device.path).settle(on: known.key)
        } else {
            try device.save(name: welcome.deviceName)
        }
        if serverKey == known.nextServerKey { try device.save(serverKey: serverKey) }
        let address = currentCandidate.address
        try device.save(addresses: (address.map { [$0] } ?? []) + welcome.nodes)
        onConnection { $0.learn(welcome.nodes) }
        known = try device.pairing ?? known
        if known.nextServerKey != welcome.nextServerKey {
            try device.save(nextServerKey: welcome.nextServerKey)
            known = try device.pairing ?? known
        }
        access.pairing = known
        guard known.nextServerKey != core.hello.nextServerKey else { return }
        // The daemon delays its key rotation for devices that do not know the next key yet.
        access.hasRepeatedHello = true
        step([
            .setHello(
                Hello(
                    user: key.user, device: device.device, name: welcome.deviceName,
                    platform: MachinePlatform.name, nextServerKey: known.nextServerKey,
                    role: configuration.role))
        ])
    }
}

extension Failure {
    /// The failure of a daemon that does not know the client's key.
    static let unknownKey = Failure(.revoked, NavigationClientError.unknownKey.message)
}
