internal import CZeroMQ

/// An event of a connection or a listener of a monitored socket.
package struct MonitorEvent: Hashable, Sendable {
    /// The kind of an event, with its value.
    package enum Kind: Hashable, Sendable {
        /// The transport is connected; the handshake follows. With the descriptor.
        case connected(fileDescriptor: Int32)
        /// The connection is under way.
        case connectDelayed
        /// The connection failed, and is tried again after the interval. An absent IPC daemon shows
        /// so within a millisecond.
        case connectRetried(after: Duration)
        /// A listener is open. With its descriptor.
        case listening(fileDescriptor: Int32)
        /// A listener could not be opened. With the `errno`.
        case bindFailed(errno: Int32)
        /// A listener accepted a connection; the handshake follows. With its descriptor, which a
        /// later `disconnected` or failed handshake names again.
        case accepted(fileDescriptor: Int32)
        /// A listener could not accept. With the `errno`.
        case acceptFailed(errno: Int32)
        /// A descriptor was closed by this side.
        case closed(fileDescriptor: Int32)
        /// A descriptor could not be closed. With the `errno`.
        case closeFailed(errno: Int32)
        /// A connection broke. With its descriptor, which is closed right after.
        case disconnected(fileDescriptor: Int32)
        /// The connection stands and its peer is accepted.
        case handshakeSucceeded
        /// The handshake broke off. With the `errno`.
        case handshakeFailedNoDetail(errno: Int32)
        /// The peer broke the protocol, or does not have the right keys. With libzmq's code.
        case handshakeFailedProtocol(code: ProtocolError)
        /// ZAP refused the peer; the client sees it too, and never recovers. With ZAP's status:
        /// 300, 400 or 500.
        case handshakeFailedAuthentication(status: Int)
        /// The monitoring has ended; no event follows.
        case monitorStopped
        /// An event that this binding does not know.
        case unknown(event: UInt16, value: UInt32)
    }

    /// A code of `ZMQ_PROTOCOL_ERROR_…`.
    package struct ProtocolError: RawRepresentable, Hashable, Sendable {
        /// The number in `zmq.h`.
        package let rawValue: UInt32

        /// Wraps any number.
        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// The keys of the two sides do not fit: as a rule the client has a wrong server key.
        package static let cryptographic = Self(
            rawValue: UInt32(bitPattern: Int32(ZMQ_PROTOCOL_ERROR_ZMTP_CRYPTOGRAPHIC)))
        /// One side speaks CURVE and the other one does not.
        package static let mechanismMismatch = Self(
            rawValue: UInt32(bitPattern: Int32(ZMQ_PROTOCOL_ERROR_ZMTP_MECHANISM_MISMATCH)))
    }

    /// The kind of the event, with the descriptor, `errno`, interval, code or status that libzmq
    /// reports.
    package let kind: Kind
    /// The endpoint of the event, as libzmq writes it.
    package let endpoint: String

    /// Reads the two frames of an event; `nil` where they are none.
    init?(_ header: RawSpan, endpoint: RawSpan) {
        guard header.byteCount == 6 else { return nil }
        let event = unsafe header.withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt16.self) }
        let value = unsafe header.withUnsafeBytes {
            unsafe $0.loadUnaligned(fromByteOffset: 2, as: UInt32.self)
        }
        kind = Kind(event: event, value: value)
        self.endpoint = unsafe endpoint.withUnsafeBytes {
            unsafe String(decoding: $0, as: UTF8.self)
        }
    }
}

extension MonitorEvent.Kind {
    /// Reads the number of an event and its value.
    fileprivate init(event: UInt16, value: UInt32) {
        let number = Int32(truncatingIfNeeded: value)
        self =
            switch Int32(event) {
            case ZMQ_EVENT_CONNECTED: .connected(fileDescriptor: number)
            case ZMQ_EVENT_CONNECT_DELAYED: .connectDelayed
            case ZMQ_EVENT_CONNECT_RETRIED: .connectRetried(after: .milliseconds(value))
            case ZMQ_EVENT_LISTENING: .listening(fileDescriptor: number)
            case ZMQ_EVENT_BIND_FAILED: .bindFailed(errno: number)
            case ZMQ_EVENT_ACCEPTED: .accepted(fileDescriptor: number)
            case ZMQ_EVENT_ACCEPT_FAILED: .acceptFailed(errno: number)
            case ZMQ_EVENT_CLOSED: .closed(fileDescriptor: number)
            case ZMQ_EVENT_CLOSE_FAILED: .closeFailed(errno: number)
            case ZMQ_EVENT_DISCONNECTED: .disconnected(fileDescriptor: number)
            case ZMQ_EVENT_MONITOR_STOPPED: .monitorStopped
            case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: .handshakeSucceeded
            case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL: .handshakeFailedNoDetail(errno: number)
            case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL:
                .handshakeFailedProtocol(code: .init(rawValue: value))
            case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH:
                .handshakeFailedAuthentication(status: Int(value))
            default: .unknown(event: event, value: value)
            }
    }
}
