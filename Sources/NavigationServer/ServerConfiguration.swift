public import NavigationSync
internal import NavigationTransport
internal import NavigationWire

/// What a server listens on. A plain value: where it comes from is the executable's business.
public struct ServerConfiguration: Hashable, Sendable {
    /// The directory with the ipc sockets; `nil` for none.
    public var socketDirectory: String?
    /// The tcp address; `nil` for none.
    public var tcp: TCPAddress?
    /// How long things are kept.
    public var retention = Retention()
    /// Whether every scene begins a new epoch: to be set for the first start after a copy of the
    /// database has been put back.
    public var renewsEpochs = false
    /// Sockets that listen already, for use instead of what is bound by address.
    public private(set) var inherited = InheritedSockets()

    /// The ipc socket for control, in the socket directory.
    public static let controlSocket = "control.sock"
    /// The ipc socket for the feed, in the socket directory.
    public static let feedSocket = "feed.sock"

    /// Joins the parts.
    ///
    /// - Throws: ``ServerError`` if nothing is listened on, or tcp would be open to a network: until
    ///   connections are authenticated by key, only loopback addresses are allowed.
    public init(socketDirectory: String?, tcp: TCPAddress?) throws(ServerError) {
        guard socketDirectory != nil || tcp != nil else {
            throw ServerError(.configuration, "nothing to listen on: configure ipc or tcp")
        }
        if let tcp, !tcp.isLoopback {
            throw ServerError(
                .configuration,
                "tcp address '\(tcp)' is open to the network, and connections are not "
                    + "authenticated by key yet: use a loopback address such as 127.0.0.1")
        }
        if let tcp, tcp.port == .max {
            throw ServerError(
                .configuration, "tcp port \(tcp.port) leaves no room: the feed uses the next port")
        }
        self.socketDirectory = socketDirectory
        self.tcp = tcp
    }

    /// Takes sockets over, each pair instead of the address of its kind.
    ///
    /// - Throws: ``ServerError`` if tcp would be open to a network, as ``init(socketDirectory:tcp:)``.
    public mutating func adopt(_ sockets: InheritedSockets) throws(ServerError) {
        for socket in [sockets.tcp?.control, sockets.tcp?.feed].compactMap(\.self)
        where TCPAddress(socket.address)?.isLoopback != true {
            throw ServerError(
                .configuration,
                "the tcp socket at '\(socket.address)' is open to the network, and connections are "
                    + "not authenticated by key yet: let it listen on a loopback address")
        }
        inherited = sockets
        if sockets.ipc != nil { socketDirectory = nil }
        if sockets.tcp != nil { tcp = nil }
    }

    /// The pairs of sockets to bind, or to take over.
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

    /// What hello says about the feed.
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
    fileprivate init(_ scheme: String, _ pair: InheritedSockets.Pair) {
        self.init(
            control: "\(scheme)://\(pair.control.address)",
            feed: "\(scheme)://\(pair.feed.address)",
            adopting: (control: pair.control.descriptor, feed: pair.feed.descriptor))
    }
}
