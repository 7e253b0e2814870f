internal import CZeroMQ
internal import Glibc
internal import CPOSIX

extension Socket {
    /// Frames beyond a limit that one call drops, so that no message can hold up the thread.
    static let discardedFramesPerCall = 1000

    /// Returns the next frame, without blocking and without a copy; `nil` when there is none.
    ///
    /// The other frames of the same message (``Message/more``) are there at once.
    package func receive() throws(ZeroMQError) -> Message? {
        var message = Message()
        guard try receive(into: &message) else { return nil }
        return message
    }

    /// Receives into `message`, whose old contents are released: saves the allocation.
    ///
    /// Returns a Boolean value indicating whether there was a frame; if not, `message` is empty.
    package func receive(into message: inout Message) throws(ZeroMQError) -> Bool {
        let operation = "receive on a"
        let handle = try unsafe openHandle("\(operation) \(type) socket")
        while unsafe message.withStorage({ unsafe zmq_msg_recv($0, handle, ZMQ_DONTWAIT) }) < 0 {
            switch zmq_errno() {
            case EINTR: continue
            case EAGAIN:
                // libzmq has done all that it was signalled for, and found no message.
                quiet = .readable
                return false
            default: throw .last("\(operation) \(type) socket")
            }
        }
        unsafe message.withUnsafeBytes { unsafe cposix_order_acquired($0.baseAddress) }
        return true
    }

    /// Returns the next whole message, copied; `nil` when there is none now.
    ///
    /// Frames beyond `limit` are dropped, at most ``discardedFramesPerCall`` for each call: a
    /// longer one makes the following calls return `nil`, though the socket is readable.
    package func receiveMultipart(
        limit: Multipart.Limit = Multipart.Limit()
    ) throws(ZeroMQError) -> Multipart? {
        guard try finishDiscarding(), var frame = try receive() else { return nil }
        var message = Multipart(frames: [], isTruncated: false)
        var room = limit.bytes
        while true {
            guard message.frames.count < limit.frames, frame.count <= room else {
                message.isTruncated = true
                isDiscarding = frame.more
                _ = try finishDiscarding()
                return message
            }
            room -= frame.count
            message.frames.append(frame.copyBytes())
            guard frame.more, try receive(into: &frame) else { return message }
        }
    }

    /// Returns the next message of a ROUTER whose peers send one frame each time; `nil` when there
    /// is none.
    ///
    /// The payload is not copied. Further frames are dropped as by ``receiveMultipart(limit:)``.
    package func receiveRouted() throws(ZeroMQError) -> RoutedMessage? {
        guard try finishDiscarding(), var frame = try receive() else { return nil }
        let sender = frame.withBytes { RoutingID($0) }
        guard frame.more, try receive(into: &frame) else {
            return RoutedMessage(sender: sender, payload: Message(), hadMoreFrames: false)
        }
        isDiscarding = frame.more
        let hadMoreFrames = frame.more
        _ = try finishDiscarding()
        return RoutedMessage(sender: sender, payload: frame, hadMoreFrames: hadMoreFrames)
    }

    /// Drops the rest of a message that was over its limit; returns `true` once all of it is
    /// dropped.
    private func finishDiscarding() throws(ZeroMQError) -> Bool {
        guard isDiscarding else { return true }
        var frame = Message()
        for _ in 0..<Self.discardedFramesPerCall {
            let received = try receive(into: &frame)
            isDiscarding = received && frame.more
            if !isDiscarding { return true }
        }
        return false
    }
}
