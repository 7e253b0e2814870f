internal import Glibc
internal import NavigationWire

/// What the daemon's sockets grant to one peer, and to all together.
///
/// libzmq bounds queues by messages and frames by bytes. What one connection can make the daemon
/// hold follows from the two; subscribers share what is published:
///
///     control, from the peer   33 frames of at most 128 KiB              4.1 MiB
///     control, to the peer     2 MiB of large replies, 512 of 1 KiB      2.5 MiB
///     feed, to subscribers     512 frames of at most 16 KiB              8 MiB a user, not a peer
///     feed, subscriptions      64 topics of at most 64 bytes             0.3 MiB
///     the system, tcp only     2 × 256 KiB, which it doubles             1 MiB
///
/// Messages of frames without end libzmq does not bound, so ``TrafficGuard`` does, with all else that
/// came and was not read yet: together 32 MiB, and 512 KiB of each connection beside.
package struct ServerLimits: Hashable, Sendable {
    /// Connections on both sockets together; a new one beyond is cut at once.
    package var connections: Int
    /// The time that a connection may take to introduce itself: less than a client of this library waits,
    /// and long enough for all that are under way at once where the machine is busy.
    package var handshake = Duration.seconds(4)
    /// How long a connection may stand until something comes by it; longer, and it is cut. Control
    /// begins with hello, and the feed with a subscription, so nothing is waited for but the network.
    package var silence = Duration.seconds(10)
    /// Connections of one key, one invitation, or one local user, on both sockets together: a machine
    /// with 32 programs that follow scenes, beside 64 commands at once. A new one beyond is not let
    /// in, and those that stand stay: so a flood harms whose it is, who finds room as soon as one of
    /// them ends, and cannot cut what follows a scene already.
    package var connectionsOfOne = 128
    /// Messages taken from one socket in one turn, so that neither starves the other. libzmq takes
    /// one from each peer in turn.
    package var messagesPerTurn = 128
    /// How long a turn takes messages from one socket, beside the last of them: some are a hundred
    /// times as much work as others, and what the disk has written is not to wait for them.
    package var turn = Duration.milliseconds(1)
    /// The time for which a connection may stand still while something is kept for it: replies or publications
    /// that it does not read, or, where all keep much, a message that it does not finish. As long as
    /// probes go unanswered over tcp.
    package var standstill = Duration.seconds(15)
    /// Local users who may speak for many, and so have more connections: root, and the daemon's own.
    package var administrators: Set<UInt32> = [0, geteuid()]

    /// 80 % of the descriptors that the process may open, unless told: libzmq must never run out,
    /// and the store needs some.
    package init(connections: Int = ServerLimits.fourFifthsOfDescriptors) {
        self.connections = connections
    }

    /// Connections that whoever it is may have: never more than half of all, so that there is room for
    /// others; control and the feed at least.
    func connections(of principal: Principal) -> Int {
        let half = max(2, connections / 2)
        if case .local(let uid) = principal, administrators.contains(uid) { return half }
        return min(half, connectionsOfOne)
    }

    /// Four of five descriptors that the system grants the process.
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
    /// Replies or publications queued for one peer. More than a client may have under way (256), as
    /// a batch answers all of them at once.
    static let outgoingMessages = 512
    /// Requests of one peer that wait in the daemon; the rest waits in the system, and then in the
    /// client.
    static let incomingMessages = 32
    /// Bytes that libzmq may keep of what came by all connections and was not read yet; one alone may
    /// keep half.
    static let incomingBytes = 33_554_432
    /// The same of a connection, whatever the others keep: its largest frame and all that it may have
    /// under way, as long as that is small.
    static let leastIncomingBytes = 524_288
    /// Times that a connection which stands still is seen to until it is cut.
    static let sweeps = 3
    /// The largest frame of a client on the feed, in bytes: the handshake needs about 600.
    static let subscriptionLength = 1_024
    /// What CURVE adds to a frame, in bytes: name, nonce, flags and tag.
    static let curveOverhead = 33
    /// The longest topic, in bytes.
    static let topicLength = 64
    /// Topics that one connection may subscribe to.
    static let subscriptions = 64
    /// Subscriptions that one connection may make at once; one beyond is cut.
    static let subscriptionBurst = 128
    /// The time in which it may make another, for ever: each is answered.
    static let subscriptionInterval = Duration.milliseconds(50)
    /// Bytes of large replies that wait for one peer.
    static let outgoingBytes = 2_097_152
    /// Replies in a row that a peer has no room for, until it is cut: it does not read, and each was
    /// work. A client that stands still for a while has fewer requests under way, or asks no more.
    static let droppedReplies = 64
    /// What makes a reply a large one, in bytes.
    static let largeReply = 1_024
    /// Bytes that the system holds for a tcp connection, in each direction.
    static let systemBuffer = 262_144
    /// Connections that wait to be accepted: so many that the system need not have many try again, which
    /// is later each time, and so few that none has given up when its turn comes, even where a hundred a
    /// second are accepted.
    static let backlog = 256
    /// The interval at which the system probes a silent tcp connection, and the time after which it
    /// ends it.
    static let probe = (interval: Duration.seconds(5), timeout: Duration.seconds(15))
}
