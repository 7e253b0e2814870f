internal import CZeroMQ

extension Message {
    /// Returns a property of the connection that brought the message; `nil` if it has none of that
    /// name.
    ///
    /// `Socket-Type`, `Routing-Id`, `Peer-Address`, `User-Id` and what a ZAP handler added. On a
    /// ROUTER the payload frames have properties; the routing id's frame has none.
    public borrowing func property(_ name: String) -> String? {
        unsafe withStorage { storage in
            guard let text = unsafe zmq_msg_gets(storage, name) else { return nil }
            return unsafe String(validatingCString: text)
        }
    }

    /// The user id that the ZAP handler gave to the sender. `nil` and empty both mean:
    /// unauthenticated.
    public var userID: String? { property("User-Id") }

    /// The address of the peer's side of the connection: empty over IPC, `nil` over inproc.
    public var peerAddress: String? { property("Peer-Address") }

    /// The descriptor of the connection that the message came by; `nil` over inproc and for a
    /// message that was made here.
    ///
    /// It belongs to libzmq. It is good for `shutdown(2)`, which ends that connection alone, and
    /// only while the peer is known to be there: later the number may be another connection's.
    public var sourceFileDescriptor: Int32? {
        let descriptor = unsafe withStorage { unsafe zmq_msg_get($0, ZMQ_SRCFD) }
        return descriptor >= 0 ? descriptor : nil
    }
}
