internal import CAcceptGuard
package import NavigationWire
internal import ZeroMQ

/// The bound on what a peer can make libzmq keep: a message without an end, and replies or publications
/// that nobody reads.
///
/// libzmq hands a message over when its last frame has come, so one that has none is never heard of, and
/// its queues count messages. The bytes are counted in the call that brings them, which a connection that
/// is beyond its limit hears no more of. It is of the process, whichever sockets there are.
enum TrafficGuard {
    /// A connection that stands still.
    struct Finding: Hashable, Sendable {
        /// Its descriptor.
        let descriptor: Int32
        /// The reason to cut it.
        let reason: ConnectionRefusal
    }

    /// Findings of one sweep; the next one brings the rest.
    private static let findingsPerSweep = 256

    /// Counts the connections that are accepted from now on.
    static func start() {
        trafficguard_start(
            Int64(ServerLimits.incomingBytes), Int64(ServerLimits.leastIncomingBytes),
            Int32(clamping: ServerLimits.descriptors))
    }

    /// Notes that a message that came by a connection was handed over.
    static func delivered(by descriptor: Int32) {
        trafficguard_delivered(descriptor)
    }

    /// Notes that a connection has ended.
    static func ended(_ connection: ConnectionDescriptor) {
        trafficguard_ended(connection.fileDescriptor, connection.inode)
    }

    /// Takes the peer of the connection on a descriptor that was hung up, if one was.
    static func takeCut(_ descriptor: Int32) -> RefusedPeer? {
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

    /// Looks for connections that have stood still for `sweeps` calls of this.
    static func sweep(after sweeps: Int) -> [Finding] {
        unsafe withUnsafeTemporaryAllocation(
            of: trafficguard_finding.self, capacity: findingsPerSweep
        ) { findings in
            let count = unsafe trafficguard_sweep(
                Int32(clamping: sweeps), findings.baseAddress, Int32(findings.count))
            return unsafe findings.prefix(Int(count)).map { finding in
                Finding(
                    descriptor: finding.descriptor,
                    reason: finding.is_unfinished ? .unfinished : .unread)
            }
        }
    }
}

/// The other end of a connection that was refused or cut, as far as it is known.
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

    /// The knowledge in a connection's name.
    init(_ name: ConnectionName?) {
        self.init(principal: name?.principal, origin: name?.origin)
    }
}
