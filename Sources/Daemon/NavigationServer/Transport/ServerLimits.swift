internal import Glibc
internal import NavigationWire

/// The limits of the daemon's sockets, for one peer and for all together.
///
/// libzmq bounds queues by messages and frames by bytes. The memory that one connection can occupy
/// follows from the two; subscribers share what is published:
///
///     control, from the peer   33 frames of at most 128 KiB              4.1 MiB
///     control, to the peer     2 MiB of large replies, 512 of 1 KiB      2.5 MiB
///     feed, to subscribers     512 frames of at most 16 KiB              8 MiB a user, not a peer
///     feed, subscriptions      64 topics of at most 64 bytes             0.3 MiB
///     the system, tcp only     2 × 256 KiB, which it doubles             1 MiB
///
/// libzmq does not bound messages of endless frames, so ``TrafficGuard`` does, with all other bytes
/// that arrived and were not read yet: together 32 MiB, and 512 KiB of each connection in addition.
package struct ServerLimits: Hashable, Sendable {
    /// The maximum of connections on both sockets together; a new one beyond is shed at once.
    package var connections: Int
    /// The timeout of a handshake: shorter than that of a client of this library, and long enough
    /// for all concurrent handshakes on a busy machine.
    package var handshake = Duration.seconds(4)
    /// The time until a connection without a message is disconnected as idle. Control begins with
    /// hello, and the feed with a subscription, so only the network causes delays.
    package var idleTimeout = Duration.seconds(10)
    /// The maximum of connections of one key, one invitation, or one local user, on both sockets
    /// together: a machine with 32 programs that follow scenes, beside 64 commands at once. A new
    /// one beyond is refused, and the established ones stay: so a flood harms its own principal
    /// only, which can connect again as soon as one of them ends, and it can't disconnect a program
    /// that follows a scene already.
    package var connectionsOfOne = 128
    /// The maximum of messages taken from one socket in one turn, so that neither starves the
    /// other. libzmq takes one from each peer in turn.
    package var messagesPerTurn = 128
    /// The time for which a turn takes messages from one socket, beside the last of them: some are
    /// a hundred times as much work as others, and completed writes must not be delayed for them.
    package var turn = Duration.milliseconds(1)
    /// The time for which a connection may stall while data is buffered for it: replies or
    /// publications that it does not read or, where the buffers are full, a message that it does
    /// not finish. It is the time for which probes go unanswered over tcp.
    package var standstill = Duration.seconds(15)
    /// The local users who may speak for many, and so have more connections: root, and the daemon's
    /// own.
    package var administrators: Set<UInt32> = [0, geteuid()]

    /// Creates limits; by default 80 % of the descriptors that the process may open are for
    /// connections: libzmq must never run out, and the store needs some.
    package init(connections: Int = ServerLimits.fourFifthsOfDescriptors) {
        self.connections = connections
    }

    /// Returns the maximum of a principal's connections: never more than half of all, so that
    /// others can connect; control and the feed at least.
    func connections(of principal: Principal) -> Int {
        let half = max(2, connections / 2)
        if case .local(let uid) = principal, administrators.contains(uid) { return half }
        return min(half, connectionsOfOne)
    }

    /// Four fifths of the descriptors that the system grants the process.
    package static var fourFifthsOfDescriptors: Int {
        descriptors / 5 * 4
    }

    /// The descriptors that the system grants the process; no more than a million are used.
    static var descriptors: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return 1_000
        }
        return Int(clamping: min(limit.rlim_cur, 1 << 20))
    }
}

extension ServerLimits {
    /// The maximum of replies or publications queued for one peer. More than a client may have in
    /// flight (256), as a batch answers all of them at once.
    static let outgoingMessages = 512
    /// The maximum of one peer's requests that are queued in the daemon; the rest is queued in the
    /// system, and then in the client.
    static let incomingMessages = 32
    /// The maximum of bytes in libzmq that arrived on all connections and were not read yet; one
    /// connection alone may have half of them.
    static let incomingBytes = 33_554_432
    /// The same for a connection, whatever the others have: its largest frame and all requests that
    /// it may have in flight, as long as those are small.
    static let leastIncomingBytes = 524_288
    /// The number of sweeps that find a connection stalled until it is disconnected.
    static let sweeps = 3
    /// The largest frame of a client on the feed, in bytes: the handshake needs about 600.
    static let subscriptionLength = 1_024
    /// The bytes that CURVE adds to a frame: name, nonce, flags and tag.
    static let curveOverhead = 33
    /// The longest topic, in bytes.
    static let topicLength = 64
    /// The maximum of topics that one connection may subscribe to.
    static let subscriptions = 64
    /// The maximum of subscriptions that one connection may make at once; beyond it, it is
    /// disconnected.
    static let subscriptionBurst = 128
    /// The interval at which it may make further ones, for ever: each is answered.
    static let subscriptionInterval = Duration.milliseconds(50)
    /// The maximum of bytes of large replies that are queued for one peer.
    static let outgoingBytes = 2_097_152
    /// The number of consecutive dropped replies until a peer is disconnected: it does not read,
    /// and each was work. A client that stalls for a while has fewer requests in flight, or stops
    /// sending.
    static let droppedReplies = 64
    /// The size beyond which a reply is a large one, in bytes.
    static let largeReply = 1_024
    /// The size of the system's buffer for a tcp connection, in bytes, in each direction.
    static let systemBuffer = 262_144
    /// The maximum of connections to be accepted: enough to spare most of a burst the system's
    /// increasingly late retransmissions, and few enough that none has timed out when it is
    /// accepted, even at a hundred a second.
    static let backlog = 256
    /// The interval at which the system probes an idle tcp connection, and the time after which it
    /// ends the connection.
    static let probe = (interval: Duration.seconds(5), timeout: Duration.seconds(15))
}
