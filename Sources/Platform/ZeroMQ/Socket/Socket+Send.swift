internal import CPOSIX
internal import CZeroMQ
internal import Glibc

extension Socket {
    /// Sends one frame without blocking. On ``SendResult/sent`` `message` is left empty; otherwise
    /// it is as it was, and can be sent again.
    ///
    /// `more` says that another frame of the same message follows; once the first is taken, make
    /// sure that the last one follows, whatever the results.
    package func send(
        _ message: inout Message, more: Bool = false
    ) throws(ZeroMQError) -> SendResult {
        try transmit(message, more: more)
    }

    /// Sends one frame without blocking, and drops it unless it was ``SendResult/sent``.
    package func send(
        _ message: consuming Message, more: Bool = false
    ) throws(ZeroMQError) -> SendResult {
        try transmit(message, more: more)
    }

    /// Sends a copy of `bytes` as one frame without blocking.
    package func send(_ bytes: [UInt8], more: Bool = false) throws(ZeroMQError) -> SendResult {
        try unsafe send(copying: bytes.span.bytes, more: more)
    }

    /// Sends a copy of `bytes` as one frame without blocking.
    package func send(
        copying bytes: RawSpan, more: Bool = false
    ) throws(ZeroMQError) -> SendResult {
        let handle = try unsafe openHandle("send on a \(type) socket")
        while true {
            let result = unsafe bytes.withUnsafeBytes { buffer in
                unsafe zmq_send(handle, buffer.baseAddress, buffer.count, Self.flags(more))
            }
            if let result = try outcome(result) { return result }
        }
    }

    /// Sends all `frames` (one at least) as one message, copied, without blocking: all or nothing.
    ///
    /// The peer gets every frame or none. Anything but ``SendResult/sent`` means that nothing was
    /// taken, and the whole message can be sent again.
    package func sendMultipart(_ frames: [[UInt8]]) throws(ZeroMQError) -> SendResult {
        precondition(!frames.isEmpty, "a message has one frame at least")
        for (index, frame) in frames.enumerated() {
            let result = try send(frame, more: index < frames.count - 1)
            if result == .sent { continue }
            // Queues are checked for room at the first frame only, so this is a connection that
            // went away since. These types then swallow the rest of the message, and would swallow
            // the next one if the rest did not come.
            if index > 0, type.dropsRestOfMessage {
                for (rest, frame) in frames.enumerated().dropFirst(index + 1) {
                    _ = try send(frame, more: rest < frames.count - 1)
                }
            }
            return result
        }
        return .sent
    }

    /// Sends one frame by a ROUTER to one of its peers without blocking: the reply to a
    /// ``RoutedMessage``. Otherwise as `send(_:more:)` with a message that stays.
    package func send(
        _ payload: inout Message, to peer: RoutingID
    ) throws(ZeroMQError) -> SendResult {
        let result = try address(peer)
        return result == .sent ? try transmit(payload, more: false) : result
    }

    /// Sends one frame by a ROUTER to one of its peers without blocking, and drops it unless it was
    /// ``SendResult/sent``.
    package func send(
        _ payload: consuming Message, to peer: RoutingID
    ) throws(ZeroMQError) -> SendResult {
        let result = try address(peer)
        return result == .sent ? try transmit(payload, more: false) : result
    }

    /// Sends a copy of `bytes` by a ROUTER to one of its peers without blocking.
    package func send(_ bytes: [UInt8], to peer: RoutingID) throws(ZeroMQError) -> SendResult {
        let result = try address(peer)
        return result == .sent ? try send(bytes) : result
    }

    /// Opens a message of a ROUTER: only this frame can find the queue full or the peer
    /// disconnected.
    private func address(_ peer: RoutingID) throws(ZeroMQError) -> SendResult {
        try peer.withBytes { bytes throws(ZeroMQError) in try send(copying: bytes, more: true) }
    }

    private func transmit(
        _ message: borrowing Message, more: Bool
    ) throws(ZeroMQError) -> SendResult {
        let handle = try unsafe openHandle("send on a \(type) socket")
        unsafe message.withUnsafeBytes { unsafe cposix_order_released($0.baseAddress) }
        while true {
            let result = unsafe message.withStorage { storage in
                unsafe zmq_msg_send(storage, handle, Self.flags(more))
            }
            if let result = try outcome(result) { return result }
        }
    }

    /// Converts the result of libzmq; `nil` after a signal: retry.
    private func outcome(_ result: Int32) throws(ZeroMQError) -> SendResult? {
        if result >= 0 { return .sent }
        switch zmq_errno() {
        case EINTR: return nil
        case EAGAIN: return .wouldBlock
        case EHOSTUNREACH: return .unreachable
        default: throw .last("send on a \(type) socket")
        }
    }

    private static func flags(_ more: Bool) -> Int32 {
        more ? ZMQ_DONTWAIT | ZMQ_SNDMORE : ZMQ_DONTWAIT
    }
}

/// The result of sending a message.
package enum SendResult: Hashable, Sendable {
    /// libzmq has it. That is all that is known: it is lost if the connection fails now.
    case sent
    /// The queue to the peer is full, or there is no peer; nothing was taken.
    case wouldBlock
    /// A ROUTER with ``SocketOption/routerMandatory`` has no such connection any more; nothing was
    /// taken.
    case unreachable
}
