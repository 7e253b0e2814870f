internal import NavigationText

extension [String: OperationFact] {
    /// Returns the facts with others that have other names.
    func adding(_ others: [String: OperationFact]) -> [String: OperationFact] {
        merging(others) { own, _ in own }
    }
}

extension StackID {
    /// The tab, modal or bar whose stack it is.
    var facts: [String: OperationFact] {
        switch self {
        case .tab(let id): ["tab": .text(id.rawValue)]
        case .modal(let id): ["modal": .text(id.rawValue)]
        case .bar(let id): ["bar": .text(id.rawValue)]
        }
    }
}

extension ObservedScreens {
    /// The screens, one by one or as spans.
    var facts: [String: OperationFact] {
        switch self {
        case .named(let screens): ["screens": .list(screens.map { .text($0.id.rawValue) })]
        case .spans(let spans):
            [
                "spans": .list(
                    spans.map { span in
                        .members([
                            "device": .text(span.device.description),
                            "first": .number(Int64(clamping: span.first.sequence.rawValue)),
                            "last": .number(Int64(clamping: span.last.sequence.rawValue)),
                        ])
                    })
            ]
        }
    }

    /// The screens for people.
    var text: TerminalText {
        switch self {
        case .named(let screens):
            screens.isEmpty ? "nothing" : screens.map { TerminalText($0.id.rawValue) }.listed
        case .spans: "many screens"
        }
    }
}

extension [Attribute] {
    /// The route that they give a screen.
    var route: String? { value(of: ScreenField.route)?.text }
    /// The identity that they give a screen.
    var identity: String? { value(of: ScreenField.identity)?.nonEmptyText }
    /// The title that they give a screen.
    var screenTitle: String? { value(of: ScreenField.title)?.nonEmptyText }
    /// The route that they give a modal.
    var modalRoute: String? { value(of: ModalField.route)?.text }

    /// The properties by their names, without a value where one is unset; none if there are none.
    var propertyFacts: [String: OperationFact] {
        var explicit: [String: OperationFact] = [:]
        for attribute in self {
            guard let name = attribute.field.property else { continue }
            explicit[name.rawValue] = .text(attribute.value.nonEmptyText)
        }
        return explicit.isEmpty ? [:] : ["properties": .members(explicit)]
    }

    /// The attributes of a tab.
    var tabFacts: [String: OperationFact] {
        var facts: [String: OperationFact] = [:]
        for attribute in self {
            switch attribute.field {
            case TabField.title: facts["title"] = .text(attribute.value.text)
            case TabField.icon: facts["icon"] = .text(attribute.value.nonEmptyText)
            case TabField.isEnabled:
                facts["enabled"] = attribute.value.flag.map(OperationFact.flag)
            default: continue
            }
        }
        return facts.adding(propertyFacts)
    }

    /// The attributes of a modal.
    var modalFacts: [String: OperationFact] {
        let texts = [
            "route": modalRoute, "title": value(of: ModalField.title)?.nonEmptyText,
            "modalKind": value(of: ModalField.kind)?.text,
        ]
        return texts.compactMapValues { $0.map { .text($0) } }.adding(propertyFacts)
    }

    /// The attributes of an update, for people; empty for none that they see.
    var changesText: TerminalText {
        let words = compactMap { attribute -> TerminalText? in
            switch attribute.field {
            case TabField.title: "title \"\(attribute.value.text ?? "")\""
            case TabField.icon: "icon \(attribute.value.text ?? "")"
            case TabField.isEnabled: attribute.value.flag == false ? "disabled" : "enabled"
            default:
                attribute.field.property.map { name in
                    attribute.value.nonEmptyText.map { "\(name) \"\($0)\"" } ?? "no \(name)"
                }
            }
        }
        return words.isEmpty ? "" : " (\(words.listed))"
    }
}

extension [TerminalText] {
    /// The elements with commas; the first few if there are many.
    var listed: TerminalText {
        let shown = prefix(count > 4 ? 3 : 4)
        let rest = count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
