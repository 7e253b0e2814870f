internal import DeviceStore
internal import NavigationModel
internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire
internal import ZeroMQ

/// The resources that a configuration names: a thread, the daemon's endpoints, a device and a user.
struct OpenedDevice: Sendable {
    let host: ReactorThread
    /// The lifetime of all of these.
    let lifetime: ClientLifetime
    let candidates: [EndpointCandidate]
    let device: DeviceDatabase
    /// The watch on the device's other processes.
    let others: OtherProcesses
    /// The device's pairing, complete or begun.
    let pairing: Pairing?
    /// The store that the device belongs to.
    let boundStore: DeviceHome
    let user: UserID
    /// The configuration that it was opened with.
    let configuration: ClientConfiguration

    init(_ configuration: ClientConfiguration) async throws(NavigationClientError) {
        self.configuration = configuration
        let locations = Locations()
        let path = locations.deviceDirectory(given: configuration.deviceDirectory)
        let host = try ReactorThread()
        self.host = host
        do {
            let device = try await host.run {
                try DeviceDatabase(opening: path, configuration, locations)
            }
            let pairing = try await host.run { try device.pairing ?? device.begunPairing }
            let boundStore = try await host.run { try device.home() }
            candidates = try await host.run { () throws(NavigationClientError) in
                try EndpointCandidate.all(configuration, locations, pairing, boundStore, in: path)
            }
            self.boundStore = boundStore
            self.device = device
            lifetime = ClientLifetime(of: host, device)
            others = OtherProcesses(of: device, on: host)
            self.pairing = pairing
            if let named = configuration.user ?? pairing?.user {
                user = named
            } else {
                user = try await device.localUser(at: candidates[0], boundStore, on: host)
            }
        } catch {
            await host.stop()
            throw .device(error, at: path)
        }
    }
}

extension DeviceDatabase {
    /// Opens a directory as a configuration says; the first use creates it.
    convenience init(
        opening path: String, _ configuration: ClientConfiguration, _ locations: Locations
    ) throws(DeviceDirectoryError) {
        try self.init(
            opening: path, name: configuration.deviceName,
            firstName: locations.deviceName(of: path)
        ) {
            var generator = SystemRandomNumberGenerator()
            return DeviceID.random(using: &generator)
        }
    }
}

extension EndpointCandidate {
    /// Returns the endpoints to try, in order: at least one.
    static func all(
        _ configuration: ClientConfiguration, _ locations: Locations, _ pairing: Pairing?,
        _ boundStore: DeviceHome?, in directory: String
    ) throws(NavigationClientError) -> [EndpointCandidate] {
        let named = locations.namedEndpoint(given: configuration.endpoint)
        let local = locations.localEndpoint(
            of: boundStore?.source.flatMap(EndpointSource.init(rawValue:)))
        let place = named ?? (pairing == nil ? local : nil)
        let text = place?.text
        let source = place?.source ?? .pairing
        let endpoint: ControlEndpoint?
        do {
            endpoint = try text.map { text throws(TransportError) in try ControlEndpoint(text) }
        } catch {
            throw .transport(error)
        }
        if let endpoint, endpoint.isLocal { return [EndpointCandidate(endpoint, source)] }
        guard let pairing else {
            throw NavigationClientError(
                .notPaired,
                text: """
                    '\(text ?? "")' lets in paired devices only, and this one is not: \
                    \(remedy: .pair)
                    """)
        }
        let keys = try DeviceKeys(in: directory).pair(of: pairing.key)
        let credentials = try ClientCredentials(pairing, keys)
        if let endpoint { return [EndpointCandidate(endpoint, source, credentials)] }
        return try pairing.addresses.map { address throws(NavigationClientError) in
            try EndpointCandidate(address: address, credentials)
        }
    }
}

extension MirrorDriver {
    /// Creates a driver that starts from what the device last knew of the scene.
    init(
        _ opened: OpenedDevice, key: SceneKey, followsFeed: Bool, flushesOutbox: Bool = true
    ) throws(NavigationClientError) {
        let confirmed: ConfirmedScene?
        do { confirmed = try opened.device.confirmed(key) } catch {
            throw .device(error, at: opened.device.path)
        }
        self.init(
            opened, key: key, confirmed: confirmed ?? .nothing, followsFeed: followsFeed,
            flushesOutbox: flushesOutbox)
    }
}
