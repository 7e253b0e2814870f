package import NavigationWire

extension FleetMap {
    /// The map of another database, as a node last read it.
    package struct View: Sendable {
        /// The shards of the database.
        let range: ShardRange
        /// The map; `nil` before the first look.
        package let map: FleetMap?
        /// The time since the map was read.
        let age: Duration
        /// The reason why the last look failed; `nil` if it did not.
        let absence: String?

        /// Joins the parts.
        package init(range: ShardRange, map: FleetMap?, age: Duration, absence: String?) {
            (self.range, self.map, self.age, self.absence) = (range, map, age, absence)
        }
    }

    /// Returns the map of a node's database with those of the others.
    ///
    /// A database that is away keeps the last map, in which the leases run out: then nobody owns its
    /// shards, as far as this node can tell.
    package func joined(with views: [View]) -> FleetMap {
        var (nodes, owners, others) = (nodes, owners, [Database]())
        for number in owners.indices where !range.contains(number) { owners[number] = 0 }
        for view in views {
            let found = view.map?.nodes.map { $0.aged(by: view.age) } ?? []
            let alive = Set(found.filter(\.isAlive).map(\.id))
            for number in owners.indices where view.range.contains(number) {
                guard let owner = view.map?.owners[number], alive.contains(owner) else { continue }
                owners[number] = owner
            }
            nodes += found
            others.append(
                Database(
                    range: view.range, version: view.map?.version ?? 0, absence: view.absence))
        }
        return FleetMap(
            version: version, range: range, others: others,
            nodes: nodes.sorted { $0.id < $1.id }, owners: owners)
    }
}

extension FleetMap.Node {
    /// Returns the node after a time without a renewal of its lease.
    fileprivate func aged(by age: Duration) -> FleetMap.Node {
        FleetMap.Node(
            id: id, name: name, addresses: addresses, isDraining: isDraining, lease: lease - age,
            range: range, version: version, serverKey: serverKey, nextServerKey: nextServerKey)
    }
}
