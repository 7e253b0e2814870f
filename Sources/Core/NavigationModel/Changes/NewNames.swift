internal import NavigationText

/// A name or a route that a step would give to something new, and that nothing new may have.
///
/// An object that is there already keeps its name: so every step can still address it.
public struct NewNameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of thing that would have the name: `tab`, `property`.
    let subject: String
    /// The reason; `nil` for a route without a character.
    let violation: NameViolation?

    /// The kind, the reason and the way out, as one sentence without a full stop.
    public var description: String { message.description }

    var message: AdvisedMessage {
        guard let violation else {
            return .init("the route of a \(subject) is empty", advice: "name one")
        }
        return .init("\(subject): \(violation)", advice: "choose another name")
    }

    /// Creates the error in the name of a new object; `nil` if there is none.
    init?(_ subject: String, _ id: some Identifier) {
        guard let violation = id.violation else { return nil }
        (self.subject, self.violation) = (subject, violation)
    }

    /// Creates the error of a route without a character; `nil` if the attributes have none.
    fileprivate init?(_ subject: String, _ attributes: [Attribute], of kind: RecordID.Kind) {
        let route: Field
        switch kind {
        case .screen: route = ScreenField.route
        case .modal: route = ModalField.route
        default: return nil
        }
        guard attributes.value(of: route)?.bytes.isEmpty == true else { return nil }
        (self.subject, violation) = (subject, nil)
    }
}

extension SceneState {
    /// Returns the error in a name that a step gives to something new; `nil` if the names are
    /// allowed, or none is new.
    func newNameError(of operation: Operation) -> NewNameError? {
        operation.body.newNameError(in: self)
    }

    /// Returns the error in the name of something new, or in what it sets.
    func error(
        _ subject: String, _ id: some Identifier, _ record: RecordID, _ attributes: [Attribute]
    ) -> NewNameError? {
        // The look-up last: hardly any name is in error.
        let own = NewNameError(subject, id) ?? NewNameError(subject, attributes, of: record.kind)
        if let own, !exists(record) { return own }
        return error(attributes, of: record)
    }

    /// Returns the error in the name of a new property.
    func error(_ attributes: [Attribute], of record: RecordID) -> NewNameError? {
        for attribute in attributes {
            let field = attribute.field
            guard field.number == ItemField.propertyNumber, let name = field.property,
                let error = NewNameError("property", name), !exists(record, field)
            else { continue }
            return error
        }
        return nil
    }
}
