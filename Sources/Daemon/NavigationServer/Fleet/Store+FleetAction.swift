internal import NavigationStore
internal import NavigationSync
internal import NavigationWire

extension Store {
    /// Performs an administrator's action on the fleet, and reads the nodes afterwards.
    func performing(_ action: FleetAction) async -> Result<FleetStatus, Failure> {
        guard let fleet = self as? any Fleet else {
            guard case .show = action else { return .failure(.noNode) }
            return .success(.embedded)
        }
        do {
            switch action {
            case .show: break
            case .drain(let node): try await fleet.setDraining(true, node, try await fleet.map())
            case .undrain(let node): try await fleet.setDraining(false, node, try await fleet.map())
            }
            return .success(
                FleetStatus(
                    try await fleet.map(), answering: fleet.node, server: try await fleet.server()))
        } catch let error as Failure {
            return .failure(error)
        } catch let error as StoreError {
            return .failure(Failure(.unavailable, error.reason, advice: error.advice))
        } catch {
            return .failure(Failure(.unavailable, "the fleet can't be read: \(error)"))
        }
    }
}

extension Fleet {
    /// Marks a node, if there is one and another can take its shards.
    fileprivate func setDraining(_ isDraining: Bool, _ id: NodeID, _ map: FleetMap) async throws {
        let number = Int64(bitPattern: id.rawValue)
        guard let node = map.nodes.first(where: { $0.id == number && $0.isAlive }) else {
            throw Failure.noNode
        }
        let others = map.nodes.filter {
            $0.id != number && $0.isSharing && $0.range == node.range
        }
        guard !isDraining || !others.isEmpty else {
            throw Failure(
                .notFound, "no other node can take the shards of \(node.name)",
                advice: "start another node, or undrain one")
        }
        guard try await setDraining(isDraining, number) else { throw Failure.noNode }
    }
}

extension Failure {
    /// The refusal of an action on a node that has ended or never was.
    fileprivate static let noNode = Failure(
        .notFound, "there is no such node",
        advice: "list the nodes: each start of a daemon has another id")
}

extension FleetStatus {
    init(_ map: FleetMap, answering: Int64, server: FleetStatus.Server) {
        var shards: [Int64: Int] = [:]
        for owner in map.owners { shards[owner, default: 0] += 1 }
        self.init(
            nodes: map.nodes.map { node in
                Node(
                    id: NodeID(rawValue: UInt64(bitPattern: node.id)), name: node.name,
                    addresses: node.addresses, isDraining: node.isDraining, lease: node.lease,
                    shards: shards[node.id] ?? 0, range: node.range, version: node.version)
            }, answering: NodeID(rawValue: UInt64(bitPattern: answering)), server: server)
    }
}
