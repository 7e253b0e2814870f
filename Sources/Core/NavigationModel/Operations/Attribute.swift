/// A field of a tab, screen, modal or standalone bar that a device sets, and its content.
public struct Attribute: Hashable, Sendable {
    /// The field; see ``Field/isAttribute``.
    public let field: Field
    /// The content.
    public let value: Value

    /// Joins the parts.
    public init(field: Field, value: Value) {
        self.field = field
        self.value = value
    }
}

extension Attribute {
    /// Returns the reason to reject the attribute; `nil` if it is allowed, as unknown fields are.
    func refusal(for kind: RecordID.Kind) -> Rejection? {
        guard field.isAttribute else { return .malformed }
        guard field.part.isEmpty || TabID.isValid(field.part) else { return .malformed }
        guard value.bytes.count <= SceneLimits.attributeLength else { return .limitExceeded }
        if field.number == ItemField.propertyNumber {
            guard !field.part.isEmpty, value.isText else { return .malformed }
            return value.bytes.count <= SceneLimits.textLength ? nil : .limitExceeded
        }
        switch (kind, field) {
        case (.tab, TabField.title), (.screen, ScreenField.title), (.modal, ModalField.title):
            guard value.isText else { return .malformed }
            return value.bytes.count <= SceneLimits.titleLength ? nil : .limitExceeded
        case (.tab, TabField.icon), (.screen, ScreenField.route), (.screen, ScreenField.identity),
            (.modal, ModalField.route):
            guard value.isText else { return .malformed }
            return value.bytes.count <= SceneLimits.textLength ? nil : .limitExceeded
        case (.screen, ScreenField.payload), (.modal, ModalField.payload):
            return value.bytes.count <= SceneLimits.payloadLength ? nil : .limitExceeded
        case (.modal, ModalField.kind):
            return value.text.flatMap(ModalKind.init(rawValue:)) == nil ? .malformed : nil
        case (.tab, TabField.isEnabled):
            return value.flag == nil ? .malformed : nil
        default:
            return nil
        }
    }
}

extension [Attribute] {
    /// Returns the reason to reject the attributes together; `nil` if they are allowed.
    func refusal(for kind: RecordID.Kind) -> Rejection? {
        guard count <= SceneLimits.attributes else { return .limitExceeded }
        // They share one stamp, so the same field twice would be one write with two contents.
        guard hasDistinctFields else { return .malformed }
        for attribute in self {
            if let reason = attribute.refusal(for: kind) { return reason }
        }
        return nil
    }

    private var hasDistinctFields: Bool {
        // Nearly all are so few that to compare each with those before it costs less than a set.
        guard count > 8 else {
            return !indices.contains { index in
                self[..<index].contains { $0.field == self[index].field }
            }
        }
        return Set(map(\.field)).count == count
    }

    /// Returns the content that they give `field`, if they do.
    func value(of field: Field) -> Value? { first { $0.field == field }?.value }
}
