/// Sockets that listen already, opened by the process's parent and kept open by it.
///
/// Connections that are attempted while no daemon runs are queued in them for the next one. They
/// replace the configured listeners of the same kind.
public struct InheritedSockets: Hashable, Sendable {
    /// A socket, with the address where it listens.
    public struct Listening: Hashable, Sendable {
        /// The open descriptor; the server closes it.
        public let descriptor: Int32
        /// The path of an ipc socket, `host:port` of a tcp one.
        public let address: String

        /// Joins the parts.
        public init(descriptor: Int32, address: String) {
            self.descriptor = descriptor
            self.address = address
        }
    }

    /// The two sockets that a client needs.
    public struct SocketPair: Hashable, Sendable {
        /// The socket of control, for requests.
        public let control: Listening
        /// The socket of the feed, for publications.
        public let feed: Listening

        /// Joins the parts.
        public init(control: Listening, feed: Listening) {
            self.control = control
            self.feed = feed
        }
    }

    /// Sockets of this machine; `nil` leaves ipc to the configuration.
    public var ipc: SocketPair?
    /// Sockets of the network; `nil` leaves tcp to the configuration.
    public var tcp: SocketPair?

    /// Creates a value without sockets, unless they are given.
    public init(ipc: SocketPair? = nil, tcp: SocketPair? = nil) {
        self.ipc = ipc
        self.tcp = tcp
    }
}
