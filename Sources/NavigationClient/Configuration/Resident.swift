internal import Glibc
internal import NavigationModel
internal import NavigationStore
internal import NavigationTransport
internal import NavigationWire
internal import ZeroMQ

/// A local user at the daemon of its machine, which knows it by another name perhaps: as whom an
/// administrator has added it.
struct Resident: Sendable {
    private let way: Way

    /// How long the daemon may take to say who somebody is.
    private static let patience = Duration.seconds(1)

    /// `nil` for a way to a daemon where one is somebody by a key, or administers: there the login
    /// name says whose scenes are meant.
    init?(at way: Way) {
        guard case .ipc(let path) = way.endpoint.endpoint, geteuid() != 0 else { return nil }
        var status = stat()
        // The user's own daemon has made the socket.
        if unsafe stat(path, &status) == 0, status.st_uid == geteuid() { return nil }
        self.way = way
    }

    /// Who it is, by the daemon's word; `nil` if the daemon does not say, or is not there.
    ///
    /// - Parameter device: as which device it asks.
    func user(asking device: DeviceID, on host: ReactorHost) async -> UserID? {
        let link = ControlLink([way], on: host)
        do {
            try await link.start()
            let hello = Hello(user: nil, device: device, name: "device")
            let answer = try await link.ask(.hello(hello), until: .now + Self.patience)
            await link.close()
            guard case .welcome(let welcome) = answer else { return nil }
            return welcome.user
        } catch {
            // What is wrong is found, and said, when something is to be done there.
            await link.close()
            return nil
        }
    }
}

extension DeviceDirectory {
    /// Whose scenes are meant if nobody says: who the local user is to the daemon at `way`, as it says
    /// now or has said last; `nil` if the login name tells.
    func resident(at way: Way, on host: ReactorHost) async throws -> UserID? {
        guard let resident = Resident(at: way) else { return nil }
        guard let user = await resident.user(asking: device, on: host) else {
            return try await host.run { try self.resident }
        }
        try await host.run { try self.learn(resident: user) }
        return user
    }
}
