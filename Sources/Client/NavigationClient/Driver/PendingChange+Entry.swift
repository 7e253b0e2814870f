internal import DeviceStore
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

extension PendingChange {
    /// Creates a change of the outbox as a mirror shows and submits it; `nil` if this version can't
    /// read it, which only a newer one can have written, or if it altered nothing.
    ///
    /// - Parameter receipt: The daemon's receipt, where the outbox does not have it yet.
    init?(_ entry: OutboxEntry, receipt: Receipt? = nil) {
        guard let change = try? Change(encoded: entry.change) else { return nil }
        var revision: Revision?
        switch entry.state {
        case .settled(let receipt): revision = receipt.revision
        case .waiting, .refused, .dropped: revision = receipt?.revision
        }
        if receipt != nil, revision == nil { return nil }
        self.init(
            epoch: entry.epoch, after: entry.after, change: change, bytes: entry.change,
            made: Uptime.of(entry.madeAt), revision: revision)
    }
}
