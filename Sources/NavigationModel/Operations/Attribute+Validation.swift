extension Attribute {
    /// Why the attribute can't be taken; `nil` if it can, unknown fields among them.
    func refusal(for kind: RecordID.Kind) -> Rejection? {
        guard field.isAttribute else { return .malformed }
        guard value.bytes.count <= Limits.attributeLength else { return .limitExceeded }
        switch (kind, field) {
        case (.tab, TabField.title), (.tab, TabField.icon),
            (.screen, ScreenField.title), (.screen, ScreenField.route):
            guard value.text != nil else { return .malformed }
            return value.bytes.count <= Limits.textLength ? nil : .limitExceeded
        case (.tab, TabField.isEnabled):
            return value.flag == nil ? .malformed : nil
        default:
            return nil
        }
    }
}
