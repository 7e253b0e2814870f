internal import DeviceStore
internal import NavigationModel
internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire
internal import ZeroMQ

/// The resources that a configuration names: a thread, the daemon's endpoints, a device and a user.
struct OpenedClient: Sendable {
    let host: ReactorThread
    /// The lifetime of all of these.
    let lifetime: ClientLifetime
    let candidates: [EndpointCandidate]
    /// The device; `nil` if there is none, and none was to be created.
    let device: OpenedDevice?
    /// The device's directory.
    let path: String
    let user: UserID
    /// The configuration that it was opened with.
    let configuration: ClientConfiguration

    init(_ configuration: ClientConfiguration) async throws(NavigationClientError) {
        self.configuration = configuration
        let locations = Locations()
        let path = locations.deviceDirectory(given: configuration.deviceDirectory)
        self.path = path
        let host = try ReactorThread()
        self.host = host
        do {
            let device = try await host.run {
                try configuration.createsDevice || DeviceDatabase.isThere(at: path)
                    ? try OpenedDevice(
                        DeviceDatabase(opening: path, configuration, locations), on: host) : nil
            }
            candidates = try await host.run { () throws(NavigationClientError) in
                try EndpointCandidate.all(
                    configuration, locations, device?.pairing, device?.boundStore, in: path)
            }
            self.device = device
            lifetime = ClientLifetime(of: host, device?.database)
            if let named = configuration.user ?? device?.pairing?.user {
                user = named
            } else if let device {
                user = try await device.database.localUser(
                    at: candidates[0], device.boundStore, on: host)
            } else {
                // The request comes from no device in particular.
                var generator = SystemRandomNumberGenerator()
                let temporary = DeviceID.random(using: &generator)
                user =
                    await LocalUserLookup(at: candidates[0])?.user(asking: temporary, on: host)
                    ?? locations.user
            }
        } catch {
            await host.stop()
            throw .device(error, at: path)
        }
    }

    /// Returns the device; throws if there is none.
    func requiredDevice() throws(NavigationClientError) -> OpenedDevice {
        guard let device else {
            throw NavigationClientError(
                .device,
                "no device in '\(path)', and a mirror needs one: let the configuration "
                    + "create it")
        }
        return device
    }
}

/// A device as its directory has it when a client opens it.
struct OpenedDevice: Sendable {
    let database: DeviceDatabase
    /// The watch on the device's other processes.
    let otherProcesses: OtherProcesses
    /// The device's pairing, complete or begun.
    let pairing: Pairing?
    /// The store that the device belongs to.
    let boundStore: DeviceHome

    fileprivate init(_ database: DeviceDatabase, on host: ReactorThread) throws {
        self.database = database
        otherProcesses = OtherProcesses(of: database, on: host)
        pairing = try database.pairing ?? database.begunPairing
        boundStore = try database.home()
    }
}

extension DeviceDatabase {
    /// Opens a directory as a configuration says; the first use creates it.
    convenience init(
        opening path: String, _ configuration: ClientConfiguration, _ locations: Locations
    ) throws(DeviceDatabaseError) {
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
                    '\(text ?? "")' accepts paired devices only, and this one is not paired: \
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
