internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire
internal import ZeroMQ

/// The daemon's word on this device: kept for the time without it.
extension MirrorDriver {
    /// The daemon's key that the connection was made with; `nil` without tcp.
    var serverKey: PublicKey? { asks.isConnected ? link?.serverKey : nil }

    /// Throws if the device may not change anything, as far as it knows.
    func checkRole() throws(NavigationClientError) {
        if role == .viewer { throw .viewer }
    }

    /// Takes over what a welcome says that is new.
    func applyWelcome() {
        guard let welcome = core.welcome, welcome != learned, core.place == .home else { return }
        learned = welcome
        do {
            if welcome.role != role {
                role = welcome.role
                subscribers.note()
            }
            try device.save(welcome.role, for: key.user)
            try learnPairing(welcome)
        } catch {
            report(.device(error, at: device.path))
        }
    }

    /// Waits until the daemon has heard what the device had to say of itself meanwhile, if it had: what
    /// is asked behind it on the same connection is answered after it.
    func waitForHello(until deadline: ContinuousClock.Instant) async {
        guard isReintroduced, asks.isConnected else { return }
        isReintroduced = false
        _ = try? await ask(.presence(scene: key.scene), until: deadline)
    }

    /// Gives up the place of a device that was for this visit alone, unless a change of its may still be
    /// on its way. A daemon that does not know the call waits for a week.
    func leave(until deadline: ContinuousClock.Instant) async {
        guard configuration.isEphemeral, asks.isConnected, waiting.isEmpty else { return }
        _ = try? await ask(.leave, until: deadline)
    }

    /// Looks whether another process has paired the device anew since it was opened.
    func reloadPairing() {
        do {
            guard let known = try device.pairing, known.key != pairing?.key else { return }
            pairing = known
            ways = try EndpointCandidate.all(
                configuration, Locations(), known, home, in: device.path)
            // Not in the midst of what the present connection has to say.
            host.reactor.schedule(after: .zero) { [weak self] in
                self?.assumeIsolated { $0.dialAnew() }
            }
        } catch {
            report(.device(error, at: device.path))
        }
    }

    private func dialAnew() {
        guard !isClosed else { return }
        do { try dial() } catch { report(.transport(error)) }
    }

    private func learnPairing(_ welcome: Welcome) throws {
        guard var known = pairing, let link, let serverKey = link.serverKey else { return }
        if known.pairedAt == nil {
            // The answer to the pairing got lost; this is it.
            try device.complete(
                pairingOf: known.key, user: welcome.user, name: welcome.deviceName, at: .now())
            try DeviceKeys(in: device.path).settle(on: known.key)
        } else {
            try device.save(name: welcome.deviceName)
        }
        if serverKey == known.nextServerKey { try device.save(serverKey: serverKey) }
        if let address = link.way.address { try device.save(address: address) }
        known = try device.pairing ?? known
        if known.nextServerKey != welcome.nextServerKey {
            try device.save(nextServerKey: welcome.nextServerKey)
            known = try device.pairing ?? known
        }
        pairing = known
        guard known.nextServerKey != core.hello.nextServerKey else { return }
        // The daemon waits with its switch for those who do not know the key yet.
        isReintroduced = true
        step([
            .setHello(
                Hello(
                    user: key.user, device: device.device, name: welcome.deviceName,
                    platform: MachinePlatform.name, nextServerKey: known.nextServerKey))
        ])
    }
}

extension Failure {
    /// The answer of a daemon that knows no such key: it lets nobody in.
    static let unknownKey = Failure(.revoked, NavigationClientError.unknownKey.message)
}
