internal import NavigationBars
internal import NavigationModel
internal import NavigationText

/// Registers in words: `the title of tab inbox`.
enum FieldText {
    /// The words.
    static func words(_ record: RecordID, _ field: Field) -> TerminalText {
        "\(name(field, of: record.kind)) of \(subject(record))"
    }

    private static func subject(_ record: RecordID) -> TerminalText {
        switch record.kind {
        case .tab: "tab \(record.name.label())"
        case .screen: "screen \(record.name.label())"
        case .modal: "modal \(record.name.label())"
        case .bar: "bar \(record.name.label())"
        case .scene: "the scene"
        case .standaloneBar: "standalone bar \(record.name.label())"
        default: "record \(record.description.label())"
        }
    }

    private static func name(_ field: Field, of kind: RecordID.Kind) -> TerminalText {
        if let name = field.property { return "'\(name.label)'" }
        return switch (kind, field) {
        case (.tab, TabField.declared): "the declaration"
        case (.tab, TabField.removed): "the removal"
        case (.tab, TabField.position): "the position"
        case (.tab, TabField.selected): "the selection"
        case (.tab, TabField.refreshed): "the refresh"
        case (.tab, TabField.badge): "the badge"
        case (.tab, StackField.floor), (.modal, StackField.floor): "the stack"
        case (.standaloneBar, StackField.floor): "the items"
        case (.standaloneBar, StandaloneBarField.declared): "the declaration"
        case (.standaloneBar, StandaloneBarField.removed): "the removal"
        case (.tab, TabField.icon): "the icon"
        case (.tab, TabField.isEnabled): "whether it is enabled"
        case (.screen, ScreenField.placement): "the place"
        case (.screen, ScreenField.popped): "the pop"
        case (.screen, ScreenField.pushedContent): "what was said at the push"
        case (.screen, ScreenField.identity): "the identity"
        case (.screen, ScreenField.route), (.modal, ModalField.route): "the route"
        case (.screen, ScreenField.payload), (.modal, ModalField.payload): "the payload"
        case (.tab, TabField.title), (.screen, ScreenField.title), (.modal, ModalField.title):
            "the title"
        case (.modal, ModalField.presented): "the presentation"
        case (.modal, ModalField.dismissed): "the closing"
        case (.modal, ModalField.answer): "the answer"
        case (.bar, BarField.value): "the look"
        case (.tab, _) where field.number == TabField.badgeAdded(by: .daemon).number:
            "the count in the badge"
        case (.tab, _) where field.number == TabField.badgeReplaced(of: .daemon).number:
            "the replaced count in the badge"
        default: "field \(field.description.label())"
        }
    }
}
