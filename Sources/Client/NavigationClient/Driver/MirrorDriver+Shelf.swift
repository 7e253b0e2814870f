internal import DeviceStore
internal import Dispatch

/// A person's decisions on the shelf and the outbox.
extension MirrorDriver {
    /// Returns the content of the shelf.
    func shelf() throws(NavigationClientError) -> ShelfContent {
        try keeping { device throws(DeviceDatabaseError) in
            ShelfContent(try device.shelf(of: key))
        }
    }

    /// Returns the number of changes on the shelf.
    func shelfCount() throws(NavigationClientError) -> Int {
        try keeping { device throws(DeviceDatabaseError) in try device.shelfCount(of: key) }
    }

    /// Drops a change from the shelf for good.
    func dropShelved(_ id: ChangeID) throws(NavigationClientError) {
        try keeping { device throws(DeviceDatabaseError) in
            try device.dropShelved(id.entry, of: key)
        }
    }

    /// Empties the shelf; returns the number of changes that were on it.
    func dropAllShelved() throws(NavigationClientError) -> Int {
        try keeping { device throws(DeviceDatabaseError) in
            try device.dropAllShelved(of: key)
        }
    }

    /// Returns the pending changes, in order.
    func waitingChanges() throws(NavigationClientError) -> [LocalChange] {
        try keeping { device throws(DeviceDatabaseError) in
            try device.waiting(in: key).compactMap(LocalChange.init)
        }
    }

    /// Drops pending changes that were never submitted from the outbox. No process submits anything
    /// meanwhile.
    func drop(
        _ ids: [ChangeID], until deadline: ContinuousClock.Instant
    ) async throws(NavigationClientError) -> [(ChangeID, DropResult)] {
        guard !isClosed else { throw .closed }
        let results = try await withSender(until: deadline) { lock in
            save()
            return try ids.map { id in
                (id, DropResult(try device.drop(id.entry, of: key, as: lock)))
            }
        }
        step([outboxEvent()])
        return results
    }

    private func keeping<Result>(
        _ body: (DeviceDatabase) throws(DeviceDatabaseError) -> Result
    ) throws(NavigationClientError) -> Result {
        guard !isClosed else { throw .closed }
        // The receipts so far decide what is pending and what is on the shelf.
        save()
        do { return try body(device) } catch { throw .device(error, at: device.path) }
    }
}

extension DropResult {
    fileprivate init(_ drop: DeviceDatabase.DropResult) {
        switch drop {
        case .dropped: self = .dropped
        case .submitted: self = .submitted
        case .notWaiting: self = .notWaiting
        }
    }
}
