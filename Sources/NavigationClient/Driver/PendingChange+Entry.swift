internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire

extension PendingChange {
    /// A change of the outbox as a mirror shows and submits it; `nil` if this version can't read
    /// it, which only a newer one can have written.
    init?(_ entry: OutboxEntry) {
        guard let change = try? Change(encoded: entry.change) else { return nil }
        let revision: Revision? =
            switch entry.state {
            case .settled(let receipt): receipt.revision
            case .waiting, .refused: nil
            }
        self.init(
            epoch: entry.epoch, after: entry.after, change: change, bytes: entry.change,
            made: Uptime.of(entry.madeAt), revision: revision)
    }
}
