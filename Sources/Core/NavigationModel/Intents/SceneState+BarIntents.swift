extension SceneState {
    /// Returns the operations that add a standalone bar with its items.
    func declare(
        _ bar: StandaloneBarDescription, _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> [Operation] {
        guard !isShown(.bar(bar.id)) else { throw .barExists(bar.id) }
        let declaration = Operation.declareBar(
            bar.id, attributes: attributes(setting: bar.properties, of: .standaloneBar(bar.id)))
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
            let explicit = attributes(setting: bar.properties, of: .standaloneBar(bar.id))
            if isShown(.bar(bar.id)) {
                let changed = changes(in: explicit, of: .standaloneBar(bar.id))
                if !changed.isEmpty { operations.append(.updateBar(bar.id, attributes: changed)) }
            } else {
                operations.append(.declareBar(bar.id, attributes: explicit))
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

extension SceneState {
    /// Returns the operation that sets properties of an item by name; none for no names.
    func setProperties(
        of item: ItemID, _ texts: [PropertyName: String?]
    ) throws(IntentError) -> [Operation] {
        let attributes = texts.sorted { $0.key < $1.key }.map { name, text in
            Attribute(field: ItemField.property(name), value: .optionalText(text))
        }
        let operation: Operation
        switch item {
        case .tab(let id): operation = .updateTab(try visible(id), attributes: attributes)
        case .screen(let id):
            _ = try find(id)
            operation = .updateScreen(id, attributes: attributes)
        case .modal(let id): operation = .updateModal(try presented(id), attributes: attributes)
        case .bar(let id): operation = .updateBar(try shown(id), attributes: attributes)
        }
        return attributes.isEmpty ? [] : [operation]
    }

    /// Returns the attributes that give a record just these properties: all others are unset.
    func attributes(setting wanted: Properties, of record: RecordID) -> [Attribute] {
        let besides = properties(of: record).names.filter { wanted[$0] == nil }
        return wanted.attributes
            + besides.map { Attribute(field: ItemField.property($0), value: .none) }
    }

    /// Returns those of the attributes that differ from the record.
    func changes(in attributes: [Attribute], of record: RecordID) -> [Attribute] {
        attributes.filter { (self[record, $0.field]?.value ?? Value.none) != $0.value }
    }
}

extension Properties {
    /// The attributes that set these properties, in the order of the names.
    var attributes: [Attribute] {
        values.sorted { $0.key < $1.key }.map { name, text in
            Attribute(field: ItemField.property(name), value: .text(text))
        }
    }
}
