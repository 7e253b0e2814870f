internal import NavigationProto

extension FleetAction {
    init(wire: Navsync_V1_Fleet) throws(WireError) {
        let node = NodeID(rawValue: wire.node)
        switch wire.action {
        case .show: self = .show
        case .drain: self = .drain(node)
        case .undrain: self = .undrain(node)
        case .UNRECOGNIZED:
            throw WireError("fleet: action unknown to this version", isUnsupported: true)
        }
    }

    var wire: Navsync_V1_Fleet {
        .init {
            switch self {
            case .show: $0.action = .show
            case .drain(let node): ($0.action, $0.node) = (.drain, node.rawValue)
            case .undrain(let node): ($0.action, $0.node) = (.undrain, node.rawValue)
            }
        }
    }
}

extension FleetStatus {
    init(wire: Navsync_V1_FleetStatus) {
        self.init(
            nodes: wire.nodes.map(Node.init(wire:)), answering: NodeID(rawValue: wire.answering),
            server: wire.hasServer ? Server(wire: wire.server) : nil)
    }

    var wire: Navsync_V1_FleetStatus {
        .init {
            $0.nodes = nodes.map(\.wire)
            $0.answering = answering.rawValue
            if let server { $0.server = server.wire }
        }
    }
}

extension FleetStatus.Node {
    fileprivate init(wire: Navsync_V1_FleetNode) {
        self.init(
            id: NodeID(rawValue: wire.id), name: wire.name, addresses: wire.addresses,
            isDraining: wire.draining, lease: .microseconds(wire.lease),
            shards: Int(wire.shards),
            range: wire.hasLastShard
                ? ShardRange(Int(wire.firstShard), Int(wire.lastShard)) ?? .all : .all,
            version: wire.version)
    }

    fileprivate var wire: Navsync_V1_FleetNode {
        .init {
            $0.id = id.rawValue
            $0.name = name
            $0.addresses = addresses
            $0.draining = isDraining
            $0.lease = lease.wholeMicroseconds
            $0.shards = UInt32(clamping: shards)
            if range != .all {
                $0.firstShard = UInt32(clamping: range.first)
                $0.lastShard = UInt32(clamping: range.last)
            }
            $0.version = version
        }
    }
}

extension FleetStatus.Server {
    fileprivate init(wire: Navsync_V1_DatabaseServer) {
        self.init(
            address: wire.address, version: wire.version,
            renewal: wire.hasRenewal ? .microseconds(Int64(clamping: wire.renewal)) : nil,
            standbys: wire.standbys.map(FleetStatus.Standby.init(wire:)))
    }

    fileprivate var wire: Navsync_V1_DatabaseServer {
        .init {
            $0.address = address
            $0.version = version
            if let renewal { $0.renewal = UInt64(clamping: renewal.wholeMicroseconds) }
            $0.standbys = standbys.map(\.wire)
        }
    }
}

extension FleetStatus.Standby {
    fileprivate init(wire: Navsync_V1_Standby) {
        self.init(
            name: wire.name, state: wire.state, confirmation: wire.confirmation,
            lag: wire.hasLag ? wire.lag : nil)
    }

    fileprivate var wire: Navsync_V1_Standby {
        .init {
            $0.name = name
            $0.state = state
            $0.confirmation = confirmation
            if let lag { $0.lag = lag }
        }
    }
}

extension Duration {
    /// Whole microseconds, held within the range of the type.
    package var wholeMicroseconds: Int64 {
        let count = attoseconds / 1_000_000_000_000
        return Int64(clamping: count)
    }
}
