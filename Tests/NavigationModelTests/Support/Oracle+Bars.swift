@testable import NavigationModel

extension Oracle {
    /// The standalone bars that are shown.
    var standaloneBars: Set<StandaloneBarID> {
        var shown: Set<StandaloneBarID> = []
        for entry in log {
            switch entry.operation.payload {
            case let declaration as DeclareBarOperation: shown.insert(declaration.id)
            case let removal as RemoveBarOperation: shown.remove(removal.id)
            default: break
            }
        }
        return shown
    }

    /// The properties that are set on each record: the newest text under each name.
    var properties: [RecordID: [PropertyName: String]] {
        var properties: [RecordID: [PropertyName: String]] = [:]
        for entry in log {
            for (record, attributes) in entry.operation.setAttributes {
                for attribute in attributes {
                    guard let name = attribute.field.property else { continue }
                    let text = attribute.value.text.flatMap { $0.isEmpty ? nil : $0 }
                    properties[record, default: [:]][name] = text
                }
            }
        }
        return properties
    }
}

extension Operation {
    /// The attributes that the operation sets, by record.
    fileprivate var setAttributes: [(RecordID, [Attribute])] {
        switch payload {
        case let it as DeclareTabOperation: [(.tab(it.id), it.attributes)]
        case let it as UpdateTabOperation: [(.tab(it.id), it.attributes)]
        case let it as PushOperation: [(.screen(it.id), it.attributes)]
        case let it as UpdateScreenOperation: [(.screen(it.id), it.attributes)]
        case let it as SetItemsOperation: it.items.map { (.screen($0.id), $0.attributes) }
        case let it as PresentModalOperation: [(.modal(it.id), it.attributes)]
        case let it as UpdateModalOperation: [(.modal(it.id), it.attributes)]
        case let it as DeclareBarOperation: [(.standaloneBar(it.id), it.attributes)]
        case let it as UpdateBarOperation: [(.standaloneBar(it.id), it.attributes)]
        default: []
        }
    }
}
