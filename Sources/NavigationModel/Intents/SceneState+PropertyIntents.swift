extension SceneState {
    /// What says something about an item, name by name.
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

    /// The attributes that have a record say just this: what it says besides is taken away.
    func attributes(saying wanted: Properties, of record: RecordID) -> [Attribute] {
        let besides = properties(of: record).names.filter { wanted[$0] == nil }
        return wanted.attributes
            + besides.map { Attribute(field: ItemField.property($0), value: .none) }
    }

    /// Those of the attributes that are not so already.
    func changes(in attributes: [Attribute], of record: RecordID) -> [Attribute] {
        attributes.filter { (self[record, $0.field]?.value ?? Value.none) != $0.value }
    }
}

extension Properties {
    /// The attributes that say this, in the order of the names.
    var attributes: [Attribute] {
        values.sorted { $0.key < $1.key }.map { name, text in
            Attribute(field: ItemField.property(name), value: .text(text))
        }
    }
}
