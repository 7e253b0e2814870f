internal import CZeroMQ

/// An option of a socket that can be set and read, with the type of its value.
///
/// Those that this list lacks are left out on purpose; `XPUB_MANUAL` uses freed memory in 4.3.4.
package struct SocketOption<Value>: Sendable {
    /// The name in `zmq_setsockopt(3)`, without `ZMQ_`.
    package let name: String
    /// The constant of `zmq.h`.
    let rawValue: Int32
    /// The conversion between the value and its bytes.
    let codec: OptionCodec<Value>

    /// Joins the parts.
    init(_ name: String, _ rawValue: Int32, _ codec: OptionCodec<Value>) {
        self.name = name
        self.rawValue = rawValue
        self.codec = codec
    }
}

/// A value of a socket that can only be read.
package struct SocketProperty<Value>: Sendable {
    /// The name in `zmq_getsockopt(3)`, without `ZMQ_`.
    package let name: String
    /// The constant of `zmq.h`.
    let rawValue: Int32
    /// The conversion between the value and its bytes.
    let codec: OptionCodec<Value>

    /// Joins the parts.
    init(_ name: String, _ rawValue: Int32, _ codec: OptionCodec<Value>) {
        self.name = name
        self.rawValue = rawValue
        self.codec = codec
    }
}

extension SocketOption where Value == Int {
    /// The maximum of messages queued to send to one peer; 0: without limit, 1000 unless set.
    package static var sendHighWaterMark: Self { Self("SNDHWM", ZMQ_SNDHWM, .int) }
    /// The maximum of messages of one peer queued to receive; 0: without limit, 1000 unless set.
    package static var receiveHighWaterMark: Self { Self("RCVHWM", ZMQ_RCVHWM, .int) }
    /// The maximum of bytes of a frame; a peer that sends more is disconnected. -1: without limit,
    /// as unless set. It bounds each frame, not a message of several.
    package static var maximumMessageSize: Self { Self("MAXMSGSIZE", ZMQ_MAXMSGSIZE, .int64) }
    /// Bytes that the system buffers for a connection until they are sent; -1, as unless set: as
    /// many as it sees fit, which is megabytes.
    package static var sendBuffer: Self { Self("SNDBUF", ZMQ_SNDBUF, .int) }
    /// Bytes that the system buffers of a connection until they are read; as ``sendBuffer``.
    package static var receiveBuffer: Self { Self("RCVBUF", ZMQ_RCVBUF, .int) }
    /// Connections that the system queues for a listener until libzmq accepts them; 100 unless set.
    package static var backlog: Self { Self("BACKLOG", ZMQ_BACKLOG, .int) }
    /// Unanswered probes until the system ends a connection; -1: the system's default.
    package static var tcpKeepAliveCount: Self {
        Self("TCP_KEEPALIVE_CNT", ZMQ_TCP_KEEPALIVE_CNT, .int)
    }
    /// The descriptor that the next bind adopts, -1 for none. ``Socket/bind(_:adopting:)`` sets and
    /// resets it.
    static var useFileDescriptor: Self { Self("USE_FD", ZMQ_USE_FD, .int) }
}

extension SocketOption where Value == Bool {
    /// A Boolean value indicating whether a ROUTER reports an absent peer or a full queue; else it
    /// drops in silence. Write-only in libzmq.
    package static var routerMandatory: Self {
        Self("ROUTER_MANDATORY", ZMQ_ROUTER_MANDATORY, .bool)
    }
    /// A Boolean value indicating whether messages queue only for completed connections, not for
    /// pending ones.
    package static var immediate: Self { Self("IMMEDIATE", ZMQ_IMMEDIATE, .bool) }
    /// A Boolean value indicating whether an XPUB receives every subscription, also of a topic that
    /// it had. Write-only in libzmq.
    package static var xpubVerbose: Self { Self("XPUB_VERBOSE", ZMQ_XPUB_VERBOSE, .bool) }
    /// A Boolean value indicating whether a message that does not fit into a subscriber's queue is
    /// sent to nobody, rather than dropped for that subscriber. Write-only in libzmq.
    package static var xpubNoDrop: Self { Self("XPUB_NODROP", ZMQ_XPUB_NODROP, .bool) }
    /// As ``xpubVerbose``, and for every subscription that ends too. Those of a peer that left come
    /// without properties. Write-only in libzmq.
    package static var xpubVerboser: Self { Self("XPUB_VERBOSER", ZMQ_XPUB_VERBOSER, .bool) }
    /// A Boolean value indicating whether the system probes an idle connection; unset, the system's
    /// default holds, which reads as false.
    package static var tcpKeepAlive: Self { Self("TCP_KEEPALIVE", ZMQ_TCP_KEEPALIVE, .bool) }
    /// A Boolean value indicating whether IPv6 addresses are resolved, bound and connected too.
    package static var ipv6: Self { Self("IPV6", ZMQ_IPV6, .bool) }
    /// A Boolean value indicating whether this side is the CURVE server: it needs
    /// ``SocketOption/curveSecretKey`` alone.
    package static var curveServer: Self { Self("CURVE_SERVER", ZMQ_CURVE_SERVER, .bool) }
    /// A Boolean value indicating whether connections are refused where no ZAP handler is bound.
    /// Needs a ``SocketOption/zapDomain`` that is not empty; with either missing, every peer is
    /// accepted.
    package static var zapEnforceDomain: Self {
        Self("ZAP_ENFORCE_DOMAIN", ZMQ_ZAP_ENFORCE_DOMAIN, .bool)
    }
}

extension SocketOption where Value == Duration {
    /// The time after `close` for sending queued messages; whole milliseconds, 0 unless set.
    package static var linger: Self { Self("LINGER", ZMQ_LINGER, .milliseconds) }
    /// The time until an unfinished handshake ends the connection; 30 s unless set, 0: for ever.
    package static var handshakeInterval: Self {
        Self("HANDSHAKE_IVL", ZMQ_HANDSHAKE_IVL, .milliseconds)
    }
    /// The first backoff before connecting again; 100 ms unless set.
    package static var reconnectInterval: Self {
        Self("RECONNECT_IVL", ZMQ_RECONNECT_IVL, .milliseconds)
    }
    /// The longest backoff: each one doubles until here. 0, as unless set: no doubling.
    package static var maximumReconnectInterval: Self {
        Self("RECONNECT_IVL_MAX", ZMQ_RECONNECT_IVL_MAX, .milliseconds)
    }
    /// The interval between heartbeats; 0, as unless set: no heartbeats.
    package static var heartbeatInterval: Self {
        Self("HEARTBEAT_IVL", ZMQ_HEARTBEAT_IVL, .milliseconds)
    }
    /// The time after a heartbeat until a silent peer is disconnected; as the interval unless set,
    /// which reads as -1 ms.
    package static var heartbeatTimeout: Self {
        Self("HEARTBEAT_TIMEOUT", ZMQ_HEARTBEAT_TIMEOUT, .milliseconds)
    }
    /// The time without traffic of this side until the peer disconnects it; in steps of 100 ms.
    package static var heartbeatTTL: Self {
        Self("HEARTBEAT_TTL", ZMQ_HEARTBEAT_TTL, .milliseconds)
    }
    /// The time that the system may try to connect by TCP; 0, as unless set: its default.
    package static var connectTimeout: Self {
        Self("CONNECT_TIMEOUT", ZMQ_CONNECT_TIMEOUT, .milliseconds)
    }
    /// The time for which TCP data may stay unacknowledged until the connection ends; 0, as unless
    /// set: as long as the system tries.
    package static var tcpMaximumRetransmission: Self {
        Self("TCP_MAXRT", ZMQ_TCP_MAXRT, .milliseconds)
    }
    /// The time that a connection is idle until the system probes it; whole seconds.
    package static var tcpKeepAliveIdle: Self {
        Self("TCP_KEEPALIVE_IDLE", ZMQ_TCP_KEEPALIVE_IDLE, .seconds)
    }
    /// The interval between probes; whole seconds.
    package static var tcpKeepAliveInterval: Self {
        Self("TCP_KEEPALIVE_INTVL", ZMQ_TCP_KEEPALIVE_INTVL, .seconds)
    }
}

extension SocketOption where Value == String {
    /// The domain of requests to a ZAP handler; empty, as unless set: none are sent.
    package static var zapDomain: Self { Self("ZAP_DOMAIN", ZMQ_ZAP_DOMAIN, .text) }
}

extension SocketOption where Value == CurvePublicKey {
    /// A CURVE client's own public key.
    package static var curvePublicKey: Self {
        Self("CURVE_PUBLICKEY", ZMQ_CURVE_PUBLICKEY, .publicKey)
    }
    /// The public key that a CURVE client demands of its server; setting it makes the socket a
    /// client.
    package static var curveServerKey: Self {
        Self("CURVE_SERVERKEY", ZMQ_CURVE_SERVERKEY, .publicKey)
    }
}

extension SocketOption where Value == CurveSecretKey {
    /// The secret key of this side.
    package static var curveSecretKey: Self {
        Self("CURVE_SECRETKEY", ZMQ_CURVE_SECRETKEY, .secretKey)
    }
}

extension SocketProperty where Value == String {
    /// The endpoint of the last `bind` or `connect`, as libzmq writes it; empty before the first.
    package static var lastEndpoint: Self { Self("LAST_ENDPOINT", ZMQ_LAST_ENDPOINT, .text) }
}

extension SocketProperty where Value == [UInt8] {
    /// The routing id that the socket requests of its peers: empty, as this binding sets none.
    package static var routingID: Self { Self("ROUTING_ID", ZMQ_ROUTING_ID, .bytes) }
}

extension SocketProperty where Value == Int {
    /// libzmq's constant for the socket's type; ``Socket/type`` is the same as an enum.
    package static var typeNumber: Self { Self("TYPE", ZMQ_TYPE, .int) }
    /// The descriptor that becomes readable when libzmq has work for the socket's thread, as the
    /// arrival of messages. Any call on the socket may do that work, so whoever polls the descriptor
    /// asks ``Socket/readyEvents()`` after each use.
    package static var fileDescriptor: Self { Self("FD", ZMQ_FD, .int) }
    /// The mechanism in use: 0 is NULL, 2 is CURVE.
    package static var mechanism: Self { Self("MECHANISM", ZMQ_MECHANISM, .int) }
}
