internal import CAcceptGuard
package import NavigationWire
internal import POSIX
internal import Synchronization
internal import ZeroMQ

/// The bound on the memory that a peer can occupy in libzmq: by a message without an end, and by
/// replies or publications that it does not read.
///
/// libzmq delivers a message when its last frame has arrived, so an endless one is never seen, and
/// its queues count messages. The bytes are counted in the call that receives them, which returns
/// no more for a connection beyond its limit. The count is of the process, whichever sockets there
/// are.
enum TrafficGuard {
    /// A stalled connection.
    struct StalledConnection: Hashable, Sendable {
        /// The descriptor of the connection.
        let descriptor: Int32
        /// The reason to disconnect it.
        let reason: ConnectionRefusal
    }

    /// The maximum of stalled connections of one sweep; the next one brings the rest.
    private static let stalledPerSweep = 256

    /// Counts the connections that are accepted from now on.
    static func start() {
        trafficguard_start(
            Int64(ServerLimits.incomingBytes), Int64(ServerLimits.leastIncomingBytes),
            Int32(clamping: ServerLimits.descriptors))
    }

    /// Records that a message of a connection was delivered.
    static func delivered(by descriptor: Int32) {
        trafficguard_delivered(descriptor)
    }

    /// Records the end of a connection.
    static func ended(_ connection: ConnectionDescriptor) {
        trafficguard_ended(connection.fileDescriptor, connection.inode)
    }

    /// Returns, and clears, the peer of the connection on a descriptor that the guard closed, if it
    /// did.
    static func takeDisconnected(_ descriptor: Int32) -> RefusedPeer? {
        var peer = trafficguard_peer()
        guard unsafe trafficguard_take_cut(descriptor, &peer) else { return nil }
        guard !peer.is_local else {
            return RefusedPeer(principal: .local(uid: peer.uid), origin: "pid:\(peer.pid)")
        }
        let address = unsafe withUnsafeBytes(of: &peer.address) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return RefusedPeer(origin: address)
    }

    /// Returns the connections that have stalled for `sweeps` calls of this.
    static func sweep(after sweeps: Int) -> [StalledConnection] {
        unsafe withUnsafeTemporaryAllocation(
            of: trafficguard_finding.self, capacity: stalledPerSweep
        ) { stalled in
            let count = unsafe trafficguard_sweep(
                Int32(clamping: sweeps), stalled.baseAddress, Int32(stalled.count))
            return unsafe stalled.prefix(Int(count)).map { found in
                StalledConnection(
                    descriptor: found.descriptor,
                    reason: found.is_unfinished ? .unfinished : .unread)
            }
        }
    }
}

/// The peer of a connection that was refused or disconnected, as far as it is known.
package struct RefusedPeer: Hashable, Sendable {
    /// The principal.
    package let principal: Principal?
    /// The origin, as in ``ConnectionName/origin``.
    package let origin: String?

    /// Joins the parts.
    package init(principal: Principal? = nil, origin: String? = nil) {
        self.principal = principal
        self.origin = origin
    }

    /// Creates a peer from the name of its connection.
    init(_ name: ConnectionName?) {
        self.init(principal: name?.principal, origin: name?.origin)
    }
}

/// Reserves the last descriptors from connections, as they are accepted.
///
/// libzmq accepts without a limit, on a thread of its own: connections are counted and disconnected
/// later, and where few descriptors are granted a burst is faster. Its ipc listener ends the
/// process when there are none. So the guard is in the call itself.
enum AcceptGuard {
    /// The number of descriptors that connections never get: for the store, its readers and files,
    /// for scrapes of the metrics, and for disconnecting.
    static let reserve = 48

    /// Reserves the descriptors from now on, in this process.
    static func keepDescriptors() {
        acceptguard_keep_free_from(Int32(clamping: max(1, ProcessLimits.openFiles - reserve)))
    }
}

/// The budget of the large replies that are queued for one peer, in bytes, from queueing until
/// libzmq releases them.
final class SendBudget: Sendable {
    private let count = Atomic(0)
    private let limit: Int

    /// Creates an empty budget of at most `limit` bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// Reserves `bytes`; returns `false` if they exceed the limit. On the reactor's thread only.
    func reserve(_ bytes: Int) -> Bool {
        guard count.load(ordering: .relaxed) + bytes <= limit else { return false }
        count.add(bytes, ordering: .relaxed)
        return true
    }

    /// Releases `bytes`. On any thread.
    func release(_ bytes: Int) {
        count.subtract(bytes, ordering: .relaxed)
    }
}
