/// A name or a route that a step would give to something new, and that nothing new may have.
///
/// An object that is there already keeps its name: so every step can still address it.
public struct NewNameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of thing that would have the name: `tab`, `property`.
    let subject: String
    /// The reason; `nil` for a route without a character.
    let violation: NameViolation?

    /// The kind, the reason and the way out, as one sentence without a full stop.
    public var description: String {
        guard let violation else { return "the route of a \(subject) is empty: name one" }
        return "\(subject): \(violation): choose another name"
    }

    fileprivate init?(_ subject: String, _ id: some Identifier) {
        guard let violation = id.violation else { return nil }
        (self.subject, self.violation) = (subject, violation)
    }

    fileprivate init(routeOf subject: String) {
        (self.subject, violation) = (subject, nil)
    }
}

extension SceneState {
    /// Returns the error in a name that a step gives to something new; `nil` if the names are
    /// allowed, or none is new.
    func newNameError(of operation: Operation) -> NewNameError? {
        switch operation {
        case .declareTab(let id, _, let attributes):
            return error("tab", id, .tab(id), attributes)
        case .push(let id, _, _, let attributes):
            return error("screen", id, .screen(id), attributes)
        case .setItems(_, let items):
            return items.lazy.compactMap { item in
                error("screen", item.id, .screen(item.id), item.attributes)
            }.first
        case .presentModal(let id, let attributes):
            return error("modal", id, .modal(id), attributes)
        case .declareBar(let id, let attributes):
            return error("bar", id, .standaloneBar(id), attributes)
        case .setBar(let key, _):
            return self[.bar(key)].isEmpty ? NewNameError("bar key", key) : nil
        case .updateTab(let id, let attributes): return error(attributes, of: .tab(id))
        case .updateScreen(let id, let attributes): return error(attributes, of: .screen(id))
        case .updateModal(let id, let attributes): return error(attributes, of: .modal(id))
        case .updateBar(let id, let attributes):
            return error(attributes, of: .standaloneBar(id))
        case .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge, .addToBadge, .pop, .restore,
            .dismissModal, .answerModal, .removeBar, .prune, .rekey, .deviceRevoked,
            .devicePaired, .unknown:
            return nil
        }
    }

    private func error(
        _ subject: String, _ id: some Identifier, _ record: RecordID, _ attributes: [Attribute]
    ) -> NewNameError? {
        if self[record].isEmpty {
            if let error = NewNameError(subject, id) { return error }
            let routes = [ScreenField.route, ModalField.route]
            let isEmpty = attributes.contains { attribute in
                routes.contains(attribute.field) && attribute.value.bytes.isEmpty
                    && [.screen, .modal].contains(record.kind)
            }
            if isEmpty { return NewNameError(routeOf: subject) }
        }
        return error(attributes, of: record)
    }

    private func error(_ attributes: [Attribute], of record: RecordID) -> NewNameError? {
        attributes.lazy.compactMap { attribute in
            guard let name = attribute.field.property, self[record, attribute.field] == nil else {
                return nil
            }
            return NewNameError("property", name)
        }.first
    }
}
