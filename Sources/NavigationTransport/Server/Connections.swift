internal import NavigationWire

/// The connections of a socket by their descriptors, in whatever order the news of them come.
///
/// libzmq tells that a connection has ended before its number is free. That it was accepted, another
/// thread of libzmq tells than the one that serves it, at any time: something may come by a
/// connection, or it may have ended, before it is told of.
struct Connections {
    private var standing: [Int32: Connection] = [:]
    /// Handshakes up to these were made by connections that have ended.
    private var past: [Int32: UInt64] = [:]
    /// Connections that have ended and are yet to be told of.
    private var endedEarly: Set<Int32> = []

    /// How many stand.
    var count: Int { standing.count }
    /// Those that stand, in no order.
    var values: some Collection<Connection> { standing.values }

    /// The connection that stands at a descriptor, as far as one has heard.
    subscript(descriptor: Int32) -> Connection? { standing[descriptor] }

    /// One is told to be accepted; returns it if that is news.
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

    /// Something has come by a connection that is not told of, with this name; returns it unless it has
    /// ended.
    mutating func discover(_ descriptor: Int32, by name: ConnectionName) -> Connection? {
        guard name.handshake > past[descriptor, default: 0] else { return nil }
        return begin(descriptor)
    }

    /// One is told to have ended, when so many handshakes were named; returns it if one has heard of it.
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
