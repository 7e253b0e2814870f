internal import Glibc
package import NavigationSync
internal import NavigationTransport
internal import NavigationWire
internal import POSIX

/// The listeners and limits of a server. A plain value: the executable decides its source.
package struct ServerConfiguration: Sendable {
    /// The directory with the ipc sockets; `nil` for none.
    package var socketDirectory: String?
    /// The tcp address; `nil` for none.
    package var tcp: TCPAddress?
    /// The keys that tcp is served with.
    package var keys: ServerKeys?
    /// The login name of the local user of the process, which names the user that is created by the
    /// first use; `nil` for a user without one.
    package var login = LocalUser(geteuid())?.name
    /// The addresses that invitations carry; `nil` for those that follow from ``tcp``.
    package var advertise: [TCPAddress]?
    /// The retention policy.
    package var retention = RetentionPolicy()
    /// The quotas of devices and peers.
    package var quotas = Quotas()
    /// A Boolean value indicating whether every scene begins a new epoch: to be set for the first
    /// start after a restore of the database.
    package var renewsEpochs = false
    /// The store's file, which is noted in ``records``; `nil` for none.
    package var database: String?
    /// The sockets that listen already, for use instead of bound addresses.
    package private(set) var inherited = InheritedSockets()

    /// The ipc socket for control, in the socket directory.
    package static let controlSocket = ControlEndpoint.socketName
    /// The ipc socket for the feed, in the socket directory.
    package static let feedSocket = "feed.sock"

    /// The longest socket directory, in bytes: a socket's whole path has 107 at most.
    package static let socketDirectoryLimit = 107 - 1 - controlSocket.utf8.count

    /// Creates a configuration from its parts.
    ///
    /// - Throws: ``ServerError`` if there is nothing to listen on, or there is no next port.
    package init(socketDirectory: String?, tcp: TCPAddress?) throws(ServerError) {
        guard socketDirectory != nil || tcp != nil else {
            throw ServerError(.configuration, "nothing to listen on: configure ipc or tcp")
        }
        if let tcp, tcp.port == .max {
            throw ServerError(
                .configuration, "tcp port \(tcp.port) is too high: the feed uses the next port")
        }
        self.socketDirectory = socketDirectory
        self.tcp = tcp
    }

    /// The addresses that invitations carry, computed anew each time since the machine's own
    /// change: the configured ones, else the tcp address, else for every interface this machine's
    /// name and addresses.
    package var advertised: [TCPAddress] {
        if let advertise { return advertise }
        let inherited = inherited.tcp.flatMap { TCPAddress($0.control.address) }
        guard let tcp = inherited ?? tcp else { return [] }
        guard tcp.isWildcard else { return [tcp] }
        return MachineAddresses.current().map { TCPAddress(host: $0, port: tcp.port) }
    }

    /// Applies inherited sockets, each pair instead of the address of its kind.
    package mutating func apply(_ sockets: InheritedSockets) {
        inherited = sockets
        if sockets.ipc != nil { socketDirectory = nil }
        if sockets.tcp != nil { tcp = nil }
    }

    /// The daemon's own directories, other than the store's, that outlive it.
    package var ownDirectories: [String] = []

    /// The records of the store's location: beside the sockets, and in ``ownDirectories``.
    package var records: [StoreRecord] {
        ([socketDirectory].compactMap(\.self) + ownDirectories).map { StoreRecord(in: $0) }
    }

    /// The pairs of endpoints to bind, or to adopt.
    var listeners: [ServerTransport.Listener] {
        var listeners: [ServerTransport.Listener] = []
        if let ipc = inherited.ipc { listeners.append(ServerTransport.Listener("ipc", ipc)) }
        if let tcp = inherited.tcp { listeners.append(ServerTransport.Listener("tcp", tcp)) }
        if let socketDirectory {
            listeners.append(
                ServerTransport.Listener(
                    control: "ipc://\(socketDirectory)/\(ServerConfiguration.controlSocket)",
                    feed: "ipc://\(socketDirectory)/\(ServerConfiguration.feedSocket)"))
        }
        if let tcp {
            listeners.append(
                ServerTransport.Listener(control: "tcp://\(tcp)", feed: "tcp://\(tcp.next)"))
        }
        return listeners
    }

    /// The feed's address in the welcome.
    var feedAddress: FeedAddress {
        let socket = inherited.ipc.flatMap { $0.feed.address.split(separator: "/").last }
        let port = inherited.tcp.flatMap { TCPAddress($0.feed.address)?.port }
        return FeedAddress(
            socket: socketDirectory == nil
                ? socket.map(String.init) : ServerConfiguration.feedSocket,
            port: port ?? tcp?.next.port)
    }
}

extension ServerTransport.Listener {
    fileprivate init(_ scheme: String, _ pair: InheritedSockets.SocketPair) {
        self.init(
            control: "\(scheme)://\(pair.control.address)",
            feed: "\(scheme)://\(pair.feed.address)",
            adopting: (control: pair.control.descriptor, feed: pair.feed.descriptor))
    }
}

/// The error of a daemon that can't start, or had to stop.
package struct ServerError: Error, CustomStringConvertible {
    /// The kind, for programs.
    package enum Code: String, Sendable {
        /// The configuration is impossible or not allowed.
        case configuration
        /// An address is taken, too long or not permitted.
        case address
        /// The system provided no thread, socket or descriptor.
        case resources
        /// The server key can't be used or changed.
        case keys
        /// The server key is missing, and there are devices that know the daemon by it.
        case missingKey
        /// Another daemon has taken over the store.
        case fenced
        /// The store's files were removed while the daemon ran.
        case damaged
    }

    /// The kind, for programs.
    package let code: Code
    /// The failure and its remedy.
    package let message: String
    /// The underlying error, if there is one.
    package let cause: (any Error)?

    /// Joins the parts.
    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message, with the underlying error.
    package var description: String { cause.map { "\(message): \($0)" } ?? message }
}
