package import NavigationModel

extension Change {
    /// Returns the same change under another number and on another base.
    package func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], on base: Base
    ) -> Change {
        Change(
            device: device, sequence: numbers[sequence] ?? sequence, base: base,
            requiredRevision: requiredRevision, animated: animated,
            operations: operations.map { $0.renumbered(numbers, by: device) })
    }
}

extension [Operation] {
    /// Returns the same operations, with references to the device's earlier changes by their new
    /// numbers.
    func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID
    ) -> [Operation] {
        map { $0.renumbered(numbers, by: device) }
    }
}
