internal import NavigationModel
internal import NavigationWire

/// The reads of the store for clients, and the requests that wait for them.
struct Reads: Sendable {
    private var lastID: UInt64 = 0
    /// The requests whose read is under way.
    private var inbound: [ReadID: InboundRequest] = [:]
    /// The long reads: of the store, or of a whole scene.
    private var long = SerialReads()
    /// The short reads: of commits in memory.
    private var short = SerialReads()
    /// The check of the whole store that is under way; one at a time.
    private var audit: ReadID?

    /// The number of requests whose read is under way.
    var count: Int { inbound.count }

    /// Returns the request whose read is under way.
    subscript(_ id: ReadID) -> InboundRequest? { inbound[id] }

    /// Returns an id for a read that starts.
    mutating func makeID() -> ReadID {
        lastID += 1
        return ReadID(number: lastID)
    }

    /// Starts a read outside the queues; returns its id.
    mutating func start(for request: InboundRequest) -> ReadID {
        let id = makeID()
        inbound[id] = request
        return id
    }

    /// Starts a store read, within the limit of concurrent ones, or throws the refusal.
    mutating func start(
        _ read: StoreRead, for request: InboundRequest
    ) throws(RequestError) -> DaemonCore.Effect {
        guard inbound.count < DaemonLimits.reads else { throw .refused(.waitingForLog) }
        guard !read.isOfWholeStore || audit == nil else {
            throw .refused(.busy("another audit is in progress", advice: "try again"))
        }
        let id = start(for: request)
        if read.isOfWholeStore { audit = id }
        return .fetch(read, id)
    }

    /// Removes and returns the requests of a read that has ended: its own, and those that share it.
    mutating func end(_ id: ReadID) -> [InboundRequest] {
        if audit == id { audit = nil }
        let others = long.end(id) + short.end(id)
        return (inbound.removeValue(forKey: id).map { [$0] } ?? []) + others
    }

    // MARK: Queues

    /// Queues a read behind its client's others; returns `false` if too many are queued.
    mutating func enqueue(_ read: SerialReads.QueuedRead) -> Bool {
        read.what.isShort ? short.add(read) : long.add(read)
    }

    /// Returns the next queued read; `nil` if none is queued, or one is under way.
    mutating func next() -> SerialReads.QueuedRead? { short.next() ?? long.next() }

    /// Starts a queued read, of a scene in memory if of one; returns its id.
    mutating func begin(_ read: SerialReads.QueuedRead, capturing key: SceneKey?) -> ReadID {
        let id = start(for: read.inbound)
        if read.what.isShort {
            short.begin(id, read.what, capturing: key)
        } else {
            long.begin(id, read.what, capturing: key)
        }
        return id
    }

    /// Returns the requests of a queued read that can't be done.
    mutating func drop(_ read: SerialReads.QueuedRead) -> [InboundRequest] {
        [read.inbound] + (read.what.isShort ? short.removeSharers(read.what) : [])
    }

    /// Cancels the read under way of a scene whose memory is rolled back; returns its requests.
    mutating func cancel(_ key: SceneKey) -> [InboundRequest] {
        let under = [long, short].filter { $0.isCapturing(key) }.compactMap(\.readID)
        return under.compactMap { inbound.removeValue(forKey: $0) }
            + long.takeSharers(of: key) + short.takeSharers(of: key)
    }

    /// Drops the queued reads of a connection that has ended.
    mutating func remove(_ peer: Peer) {
        long.remove(peer)
        short.remove(peer)
    }
}

extension StoreRead {
    /// A Boolean value indicating whether the read is of the whole store.
    fileprivate var isOfWholeStore: Bool {
        if case .audit(_, wholeStore: true) = self { true } else { false }
    }
}

extension Failure {
    /// Too many reads are queued.
    static let waitingForLog = Failure.busy(
        "too many pending log reads", advice: "try again")
}
