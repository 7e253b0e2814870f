internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationTransport

/// What a configuration comes to: a thread, an endpoint, a device and a user.
struct OpenedDevice: Sendable {
    let host: ReactorHost
    let endpoint: ControlEndpoint
    let device: DeviceDirectory
    let user: UserID

    init(_ configuration: ClientConfiguration) async throws(NavigationClientError) {
        let locations = Locations()
        do {
            endpoint = try ControlEndpoint(locations.endpoint(given: configuration.endpoint))
        } catch {
            throw .transport(error)
        }
        user = configuration.user ?? locations.user
        let path = locations.deviceDirectory(given: configuration.deviceDirectory)
        let host = try ReactorHost()
        self.host = host
        do {
            device = try await host.run {
                try DeviceDirectory(
                    opening: path, name: configuration.deviceName,
                    firstName: locations.deviceName(of: path)
                ) {
                    var generator = SystemRandomNumberGenerator()
                    return DeviceID.random(using: &generator)
                }
            }
        } catch {
            await host.stop()
            throw .device(error, at: path)
        }
    }
}

extension MirrorDriver {
    /// A driver that starts from what the device last knew of the scene.
    init(
        host: ReactorHost, endpoint: ControlEndpoint, device: DeviceDirectory, key: SceneKey,
        followsFeed: Bool, handsOver: Bool = true
    ) throws(NavigationClientError) {
        let confirmed: ConfirmedScene?
        do { confirmed = try device.confirmed(key) } catch {
            throw .device(error, at: device.path)
        }
        self.init(
            host: host, endpoint: endpoint, device: device, key: key,
            confirmed: confirmed ?? .nothing, followsFeed: followsFeed,
            handsOver: handsOver)
    }
}
