internal import NavigationWire

/// The connections of a socket by their descriptors, in whatever order the monitor reports them.
///
/// libzmq reports the end of a connection before its number is free. Its acceptance is reported by
/// another thread of libzmq than the one that serves it, at any time: a connection may bring a
/// message, or may have ended, before it is reported.
struct Connections {
    private var standing: [Int32: Connection] = [:]
    /// The last handshake, at each descriptor, of connections that have ended.
    private var past: [Int32: UInt64] = [:]
    /// The connections that have ended before their acceptance was reported.
    private var endedEarly: Set<Int32> = []

    /// The number of established connections.
    var count: Int { standing.count }
    /// The established connections, in no order.
    var values: some Collection<Connection> { standing.values }

    /// The established connection at a descriptor, as far as reported.
    subscript(descriptor: Int32) -> Connection? { standing[descriptor] }

    /// Handles a reported acceptance; returns the connection if it is new.
    mutating func accept(_ descriptor: Int32) -> Connection? {
        guard endedEarly.remove(descriptor) == nil else { return nil }
        if let connection = standing[descriptor], !connection.isTold {
            connection.isTold = true
            return nil
        }
        let connection = begin(descriptor)
        connection.isTold = true
        return connection
    }

    /// Handles a message, with this name, on a connection that was not reported yet; returns the
    /// connection unless it has ended.
    mutating func discover(_ descriptor: Int32, by name: ConnectionName) -> Connection? {
        guard name.handshake > past[descriptor, default: 0] else { return nil }
        return begin(descriptor)
    }

    /// Handles a reported end, after so many handshakes; returns the connection if it was known.
    mutating func end(_ descriptor: Int32, after handshakes: UInt64) -> Connection? {
        past[descriptor] = handshakes
        let connection = standing.removeValue(forKey: descriptor)
        connection?.hasEnded = true
        if !(connection?.isTold ?? false) { endedEarly.insert(descriptor) }
        return connection
    }

    private mutating func begin(_ descriptor: Int32) -> Connection {
        let connection = Connection(descriptor: descriptor, after: past[descriptor, default: 0])
        standing[descriptor] = connection
        return connection
    }
}
