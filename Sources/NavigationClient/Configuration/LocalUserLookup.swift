internal import Glibc
internal import NavigationModel
internal import NavigationStore
internal import NavigationTransport
internal import NavigationWire
internal import ZeroMQ

/// A local user at the daemon of its machine, which alone says who that is: by what an administrator has
/// told it, or by the login name.
struct LocalUserLookup: Sendable {
    private let way: EndpointCandidate

    /// The time that the daemon may take to say who somebody is.
    private static let timeout = Duration.seconds(1)

    /// `nil` for a way to a daemon where one is somebody by a key.
    init?(at way: EndpointCandidate) {
        guard way.endpoint.isLocal else { return nil }
        self.way = way
    }

    /// A Boolean value indicating whether the daemon is the user's own, by the owner of the socket:
    /// there the user is one for good.
    var isOwn: Bool {
        guard case .ipc(let path) = way.endpoint.endpoint else { return false }
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_uid == geteuid()
    }

    /// Returns the user's name, by the daemon's word; `nil` if the daemon does not say, or is not
    /// there.
    ///
    /// - Parameter device: as which device it asks.
    func user(asking device: DeviceID, on host: ReactorThread) async -> UserID? {
        let link = ControlConnection([way], on: host)
        do {
            try await link.start()
            let hello = Hello(user: nil, device: device, name: "device")
            let answer = try await link.ask(.hello(hello), until: .now + Self.timeout)
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

extension DeviceDatabase {
    /// Whose scenes are meant if nobody says: who the local user is to the daemon at `way`, as it says
    /// now or has said last; the login name as long as no daemon has said anything.
    func localUser(at way: EndpointCandidate, _ home: DeviceHome, on host: ReactorThread)
        async throws -> UserID
    {
        let login = Locations().user
        let known = try await host.run { try self.localUser }
        guard let localUser = LocalUserLookup(at: way) else { return known ?? login }
        if let known, localUser.isOwn, home.source == way.source.rawValue { return known }
        guard let user = await localUser.user(asking: device, on: host) else {
            return known ?? login
        }
        // At another daemon than its own it may be somebody else, which is nothing to remember.
        guard home.store == .none || home.endpoint == way.endpoint.description else { return user }
        try await host.run { try self.save(localUser: user, insteadOf: login) }
        return user
    }
}
