extension SceneState {
    /// Gives tabs with long position keys shorter ones where they stand, as a commit of the
    /// daemon's own; `nil` if all keys are short. The projection does not change.
    ///
    /// A key is rewritten directly after its own write, so a move that happened later but arrives
    /// only now still wins.
    package mutating func rekey(
        at time: Timestamp, as revision: Revision, by author: DeviceName
    ) -> Commit? {
        let keys = shorterPositions()
        guard !keys.isEmpty else { return nil }
        let effects = keys.sorted { $0.key < $1.key }.map { id, key in
            RegisterWrite(
                record: .tab(id), field: TabField.position,
                stamp: stamp(.tab(id), TabField.position).rewritten, value: key.value)
        }
        let commit = Commit(
            revision: revision,
            stamp: Stamp(
                time: time, device: .daemon,
                sequence: SequenceNumber(rawValue: revision.rawValue)),
            author: author, operations: [.rekey], outcomes: [.applied], effects: effects)
        apply(commit)
        return commit
    }

    /// A Boolean value indicating whether ``rekey(at:as:by:)`` has something to do. Costs the tabs.
    package var needsRekeying: Bool {
        visibleTabs.contains { (position(of: $0)?.bytes.count ?? 0) > PositionKey.keptLength }
    }
}
