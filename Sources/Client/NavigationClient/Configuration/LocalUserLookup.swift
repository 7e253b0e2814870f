internal import DeviceStore
internal import Glibc
internal import NavigationModel
internal import NavigationTransport
internal import NavigationWire
internal import POSIX
internal import ZeroMQ

/// The name of a local user at the daemon of its machine, which alone decides it: by the uid that
/// an administrator has registered, or by the login name.
struct LocalUserLookup: Sendable {
    private let candidate: EndpointCandidate

    /// The timeout for the daemon's reply.
    private static let timeout = Duration.seconds(1)

    /// Creates a lookup; `nil` for an endpoint where a key authenticates the client.
    init?(at candidate: EndpointCandidate) {
        guard candidate.endpoint.isLocal else { return nil }
        self.candidate = candidate
    }

    /// A Boolean value indicating whether the daemon is the user's own, by the owner of the socket:
    /// the user's name never changes there.
    var isOwn: Bool {
        guard case .ipc(let path) = candidate.endpoint.endpoint else { return false }
        return (try? FileStatus(of: path))?.owner == geteuid()
    }

    /// Returns the user's name as the daemon knows it; `nil` if the daemon does not reply, or
    /// refuses.
    ///
    /// - Parameter device: The device to say hello as.
    func user(asking device: DeviceID, on host: ReactorThread) async -> UserID? {
        let connection = DaemonConnection([candidate], on: host)
        do {
            try await connection.open()
            let hello = Hello(user: nil, device: device, name: "device")
            let answer = try await connection.request(.hello(hello), until: .now + Self.timeout)
            await connection.close()
            guard case .welcome(let welcome) = answer else { return nil }
            return welcome.user
        } catch {
            // The cause is found, and reported, by the next request to this daemon.
            await connection.close()
            return nil
        }
    }
}

extension DeviceDatabase {
    /// Returns the default owner of scenes: the local user at the daemon at `candidate`, as it replies
    /// now or replied last; the login name as long as no daemon has replied.
    func localUser(at candidate: EndpointCandidate, _ home: DeviceHome, on host: ReactorThread)
        async throws -> UserID
    {
        let login = Locations().user
        let known = try await host.run { try self.localUser }
        guard let localUser = LocalUserLookup(at: candidate) else { return known ?? login }
        if let known, localUser.isOwn, home.source == candidate.source.rawValue { return known }
        guard let user = await localUser.user(asking: device, on: host) else {
            return known ?? login
        }
        // Another daemon may know the user by another name, which is not saved.
        guard home.store == .none || home.endpoint == candidate.endpoint.description else {
            return user
        }
        try await host.run { try self.save(localUser: user, insteadOf: login) }
        return user
    }
}
