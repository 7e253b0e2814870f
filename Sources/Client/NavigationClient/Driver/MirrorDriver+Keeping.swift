internal import DeviceStore
internal import Dispatch

/// A person's decisions on the shelf and the outbox.
extension MirrorDriver {
    /// Returns the content of the shelf.
    func shelf() throws(NavigationClientError) -> ShelfContent {
        try keeping { device throws(DeviceDirectoryError) in
            ShelfContent(try device.shelf(of: key))
        }
    }

    /// Returns the number of changes on the shelf.
    func shelfCount() throws(NavigationClientError) -> Int {
        try keeping { device throws(DeviceDirectoryError) in try device.shelfCount(of: key) }
    }

    /// Drops a change from the shelf for good.
    func dropShelved(_ id: ChangeID) throws(NavigationClientError) {
        try keeping { device throws(DeviceDirectoryError) in
            try device.dropShelved(id.entry, of: key)
        }
    }

    /// Empties the shelf; returns the number of changes that were on it.
    func dropAllShelved() throws(NavigationClientError) -> Int {
        try keeping { device throws(DeviceDirectoryError) in
            try device.dropAllShelved(of: key)
        }
    }

    /// Returns the pending changes, in order.
    func waitingChanges() throws(NavigationClientError) -> [LocalChange] {
        try keeping { device throws(DeviceDirectoryError) in
            try device.waiting(in: key).compactMap(LocalChange.init)
        }
    }

    /// Drops pending changes that were never submitted from the outbox. No process submits anything
    /// meanwhile.
    func drop(
        _ ids: [ChangeID], until deadline: ContinuousClock.Instant
    ) async throws(NavigationClientError) -> [(ChangeID, DropResult)] {
        guard !isClosed else { throw .closed }
        let own = lock
        let borrowed = own == nil ? try await borrowLock(until: deadline) : nil
        defer { borrowed?.release() }
        guard let sender = own ?? borrowed else { throw Self.busy }
        save()
        var results: [(ChangeID, DropResult)] = []
        do {
            for id in ids {
                let drop = try device.drop(id.entry, of: key, as: sender)
                results.append((id, DropResult(drop)))
            }
        } catch {
            throw .device(error, at: device.path)
        }
        step([outbox()])
        return results
    }

    private func borrowLock(
        until deadline: ContinuousClock.Instant
    ) async throws(NavigationClientError) -> SenderLock? {
        let timeout = max(.zero, deadline - .now)
        let result = await withCheckedContinuation { continuation in
            lockQueue.async { [device] in
                continuation.resume(
                    returning: Result { try device.senderLock(within: timeout) })
            }
        }
        do { return try result.get() } catch { throw .device(error, at: device.path) }
    }

    private static let busy = NavigationClientError(
        .device,
        text: "another process of this device is handing over its changes: \(remedy: .waitLonger)")

    private func keeping<Result>(
        _ body: (DeviceDatabase) throws(DeviceDirectoryError) -> Result
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
