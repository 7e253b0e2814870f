@testable import NavigationModel

extension Oracle {
    /// The standalone bars that are shown.
    var standaloneBars: Set<StandaloneBarID> {
        var shown: Set<StandaloneBarID> = []
        for entry in log {
            switch entry.operation {
            case .declareBar(let id, _): shown.insert(id)
            case .removeBar(let id): shown.remove(id)
            default: break
            }
        }
        return shown
    }

    /// The properties that are set on each record: the newest text under each name.
    var properties: [RecordID: [PropertyName: String]] {
        var properties: [RecordID: [PropertyName: String]] = [:]
        for entry in log {
            for (record, attributes) in entry.operation.said {
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
    fileprivate var said: [(RecordID, [Attribute])] {
        switch self {
        case .declareTab(let id, _, let attributes), .updateTab(let id, let attributes):
            [(.tab(id), attributes)]
        case .push(let id, _, _, let attributes), .updateScreen(let id, let attributes):
            [(.screen(id), attributes)]
        case .setItems(_, let items): items.map { (.screen($0.id), $0.attributes) }
        case .presentModal(let id, let attributes), .updateModal(let id, let attributes):
            [(.modal(id), attributes)]
        case .declareBar(let id, let attributes), .updateBar(let id, let attributes):
            [(.standaloneBar(id), attributes)]
        default: []
        }
    }
}
