extension SceneState {
    /// Returns the operations that add a standalone bar with its items.
    func declare(
        _ bar: StandaloneBarDescription, _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> [Operation] {
        guard !isShown(.bar(bar.id)) else { throw .barExists(bar.id) }
        let declaration = Operation.declareBar(
            bar.id, attributes: attributes(saying: bar.properties, of: .standaloneBar(bar.id)))
        guard !bar.items.isEmpty else { return [declaration] }
        return [
            declaration, .setItems(.bar(bar.id), items(bar.items, of: .bar(bar.id), &generator)),
        ]
    }

    /// Returns the operations that make the standalone bars as described.
    func change(
        to bars: [StandaloneBarDescription], _ generator: inout some RandomNumberGenerator
    ) -> [Operation] {
        var operations: [Operation] = []
        for bar in bars {
            let said = attributes(saying: bar.properties, of: .standaloneBar(bar.id))
            if isShown(.bar(bar.id)) {
                let changed = changes(in: said, of: .standaloneBar(bar.id))
                if !changed.isEmpty { operations.append(.updateBar(bar.id, attributes: changed)) }
            } else {
                operations.append(.declareBar(bar.id, attributes: said))
            }
            operations += stackChange(of: .bar(bar.id), to: bar.items, &generator)
        }
        let wanted = Set(bars.map(\.id))
        return operations
            + standaloneBars.filter { !wanted.contains($0) }.map { .removeBar($0) }
    }

    func shown(_ id: StandaloneBarID) throws(IntentError) -> StandaloneBarID {
        guard isShown(.bar(id)) else { throw .unknownBar(id, known: standaloneBars) }
        return id
    }
}
