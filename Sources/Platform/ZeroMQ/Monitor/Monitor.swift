internal import CZeroMQ
internal import Glibc
internal import Synchronization
internal import POSIX

/// A monitor of the connections of one socket.
///
/// Its ``socket`` is registered with a `Reactor` as any other; when that is readable,
/// ``receive()`` until `nil`. It belongs to the thread of the monitored socket, and not more than
/// one monitor is on a socket. Start it before `bind` or `connect`, to miss nothing; events of
/// connections that end because the socket is closed are not reported.
///
/// Unread events pile up without limit, about 200 bytes each. A limit would be worse: libzmq blocks
/// on a full queue, in its I/O thread and in calls on the monitored socket.
package final class Monitor {
    private static let counter = Atomic(0)

    /// The socket to wait for and to read the events from. Use it for nothing else.
    package let socket: Socket
    private let monitored: Socket

    /// Starts to monitor all events of `monitored`.
    package init(_ monitored: Socket) throws(ZeroMQError) {
        precondition(!monitored.isMonitored, "a socket has one monitor")
        let number = Self.counter.add(1, ordering: .relaxed).newValue
        let endpoint = Endpoint.inproc(name: "monitor-\(number)")
        let reader = try Socket(.pair, in: monitored.context)
        try reader.set(.receiveHighWaterMark, to: 0)
        let operation = "monitor a \(monitored.type) socket"
        let handle = try unsafe monitored.openHandle(operation)
        let text = endpoint.description
        guard unsafe zmq_socket_monitor(handle, text, ZMQ_EVENT_ALL) == 0 else {
            throw .last(operation)
        }
        monitored.isMonitored = true
        do throws(ZeroMQError) {
            try reader.connect(endpoint)
        } catch {
            monitored.endMonitoring()
            throw error
        }
        socket = reader
        self.monitored = monitored
    }

    deinit {
        close()
    }

    /// Returns the next event, without blocking; `nil` when there is none.
    ///
    /// After ``MonitorEvent/Kind/monitorStopped`` none follows.
    package func receive() throws(ZeroMQError) -> MonitorEvent? {
        while let header = try socket.receive() {
            guard header.more, let endpoint = try socket.receive() else { continue }
            let event = header.withBytes { header in
                endpoint.withBytes { MonitorEvent(header, endpoint: $0) }
            }
            if let event { return event }
        }
        return nil
    }

    /// Ends the monitoring and closes ``socket``. Idempotent; before or after the monitored socket.
    package func close() {
        guard !socket.isClosed else { return }
        // The reader is closed last: without one, libzmq would block for ever to report the end.
        monitored.endMonitoring()
        socket.close()
    }
}

/// The exact identity of one connection of this process, although descriptor numbers are reused.
///
/// The kernel numbers sockets too. The connection belongs to libzmq; this only identifies it, and
/// disconnects it.
package struct ConnectionDescriptor: Hashable, Sendable {
    /// The descriptor's number, valid while the connection is open.
    package let fileDescriptor: Int32
    /// The kernel's number of the socket, which no other open socket has.
    package let inode: UInt64

    /// Records the socket that the number refers to now; `nil` unless it is a socket.
    package init?(fileDescriptor: Int32) {
        guard let inode = Self.socketInode(of: fileDescriptor) else { return nil }
        self.fileDescriptor = fileDescriptor
        self.inode = inode
    }

    /// Ends the connection at once, as if the peer had hung up, and no other one: libzmq then
    /// closes it. Returns `false` if it had ended already. From any thread.
    @discardableResult
    package func disconnect() -> Bool {
        // The number may become another connection's at any moment; a duplicate still refers to
        // this one.
        let held = try? FileDescriptor(duplicating: fileDescriptor, named: "a connection")
        // Without a free descriptor, the number itself is used.
        let target = held?.number ?? fileDescriptor
        return withExtendedLifetime(held) {
            Self.socketInode(of: target) == inode && shutdown(target, Int32(SHUT_RDWR)) == 0
        }
    }

    private static func socketInode(of fileDescriptor: Int32) -> UInt64? {
        let status = try? FileStatus(ofOpen: fileDescriptor, named: "a connection")
        return status?.kind == .socket ? status?.inode : nil
    }
}
