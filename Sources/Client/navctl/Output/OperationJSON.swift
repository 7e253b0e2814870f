internal import NavigationModel

/// An operation as JSON: its `kind`, the items that it names, and its outcome.
enum OperationJSON {
    /// All operations of a change with their outcomes, where these are known.
    static func values(of operations: [Operation], _ outcomes: [Outcome]?) -> JSON {
        .array(
            operations.enumerated().map { index, operation in
                var members = members(of: operation)
                if let outcomes, outcomes.indices.contains(index) {
                    members.merge(OutcomeJSON.members(of: outcomes[index])) { _, new in new }
                }
                return .object(members)
            })
    }

    private static func members(of operation: Operation) -> [String: JSON] {
        switch operation {
        case .declareTab(let id, _, let attributes):
            tab("declareTab", id).merging(shown(attributes)) { old, _ in old }
        case .updateTab(let id, let attributes):
            tab("updateTab", id).merging(shown(attributes)) { old, _ in old }
        case .moveTab(let id, _): tab("moveTab", id)
        case .removeTab(let id): tab("removeTab", id)
        case .selectTab(let id): tab("selectTab", id)
        case .refreshTab(let id): tab("refreshTab", id)
        case .setBadge(let id, let badge, _):
            tab("setBadge", id).merging(["badge": JSON(badge.shown)]) { old, _ in old }
        case .addToBadge(let id, let count):
            tab("addToBadge", id).merging(["count": JSON(count)]) { old, _ in old }
        case .push(let id, let stack, let below, let attributes):
            self.stack("push", stack).merging([
                "screen": .string(id.rawValue), "on": JSON(below?.rawValue),
                "route": JSON(attributes.route), "title": JSON(attributes.screenTitle),
            ]) { old, _ in old }.merging(properties(attributes)) { old, _ in old }
                .merging(attributes.identity.map { ["identity": .string($0)] } ?? [:]) { old, _ in
                    old
                }
        case .pop(let screens, let stack):
            self.stack("pop", stack).merging(ids(of: screens)) { old, _ in old }
        case .restore(let screens, let stack):
            self.stack("restore", stack).merging(ids(of: screens)) { old, _ in old }
        case .setItems(let stack, let items):
            self.stack("setItems", stack).merging([
                "items": .array(
                    items.map { item in
                        let members: [String: JSON] = [
                            "screen": .string(item.id.rawValue),
                            "route": JSON(item.attributes.route),
                            "title": JSON(item.attributes.screenTitle),
                        ]
                        return .object(members.adding(properties(item.attributes)))
                    })
            ]) { old, _ in old }
        case .updateScreen(let id, let attributes):
            [
                "kind": .string("updateScreen"), "screen": .string(id.rawValue),
                "title": JSON(attributes.screenTitle),
            ].adding(properties(attributes))
        case .presentModal(let id, let attributes):
            modal("presentModal", id).merging(shown(ofModal: attributes)) { old, _ in old }
        case .updateModal(let id, let attributes):
            modal("updateModal", id).merging(shown(ofModal: attributes)) { old, _ in old }
        case .dismissModal(let id): modal("dismissModal", id)
        case .answerModal(let id, let answer):
            modal("answerModal", id).merging(["answer": .string(answer.rawValue)]) { old, _ in old }
        case .setBar(let key, let text):
            ["kind": .string("setBar"), "key": .string(key.rawValue), "value": JSON(text)]
        case .declareBar(let id, let attributes):
            bar("declareBar", id).adding(properties(attributes))
        case .updateBar(let id, let attributes):
            bar("updateBar", id).adding(properties(attributes))
        case .removeBar(let id): bar("removeBar", id)
        case .prune(let revision):
            ["kind": .string("prune"), "through": JSON(revision.rawValue)]
        case .rekey: ["kind": .string("rekey")]
        case .deviceRevoked(let device, let name):
            [
                "kind": .string("deviceRevoked"), "device": .string(device.description),
                "name": .string(name.rawValue),
            ]
        case .devicePaired(let device, let name):
            [
                "kind": .string("devicePaired"), "device": .string(device.description),
                "name": .string(name.rawValue),
            ]
        case .unknown: ["kind": .string("unknown")]
        }
    }

    private static func stack(_ kind: String, _ id: StackID) -> [String: JSON] {
        switch id {
        case .tab(let id): tab(kind, id)
        case .modal(let id): modal(kind, id)
        case .bar(let id): bar(kind, id)
        }
    }

    private static func bar(_ kind: String, _ id: StandaloneBarID) -> [String: JSON] {
        ["kind": .string(kind), "bar": .string(id.rawValue)]
    }

    /// Returns the properties by their names, `null` where one is unset; no member if there are
    /// none.
    private static func properties(_ attributes: [Attribute]) -> [String: JSON] {
        var said: [String: JSON] = [:]
        for attribute in attributes {
            guard let name = attribute.field.property else { continue }
            said[name.rawValue] = JSON(attribute.value.nonEmptyText)
        }
        return said.isEmpty ? [:] : ["properties": .object(said)]
    }

    private static func modal(_ kind: String, _ id: ModalID) -> [String: JSON] {
        ["kind": .string(kind), "modal": .string(id.rawValue)]
    }

    private static func ids(of screens: ObservedScreens) -> [String: JSON] {
        switch screens {
        case .named(let screens): ["screens": .array(screens.map { .string($0.id.rawValue) })]
        case .spans(let spans):
            [
                "spans": .array(
                    spans.map { span in
                        .object([
                            "device": .string(span.device.description),
                            "first": JSON(span.first.sequence.rawValue),
                            "last": JSON(span.last.sequence.rawValue),
                        ])
                    })
            ]
        }
    }

    private static func shown(ofModal attributes: [Attribute]) -> [String: JSON] {
        [
            "route": JSON(attributes.modalRoute), "title": JSON(attributes.modalTitle),
            "modalKind": JSON(attributes.modalKind),
        ].filter { $0.value != .null }.merging(properties(attributes)) { old, _ in old }
    }

    private static func tab(_ kind: String, _ id: TabID) -> [String: JSON] {
        ["kind": .string(kind), "tab": .string(id.rawValue)]
    }

    private static func shown(_ attributes: [Attribute]) -> [String: JSON] {
        var members: [String: JSON] = [:]
        for attribute in attributes {
            switch attribute.field {
            case TabField.title: members["title"] = JSON(attribute.value.text)
            case TabField.icon: members["icon"] = JSON(attribute.value.nonEmptyText)
            case TabField.isEnabled: members["enabled"] = attribute.value.flag.map(JSON.bool)
            default: continue
            }
        }
        return members.adding(properties(attributes))
    }
}

extension [Attribute] {
    /// The route that they give a screen.
    var route: String? { first { $0.field == ScreenField.route }?.value.text }
    /// The identity that they give a screen.
    var identity: String? { first { $0.field == ScreenField.identity }?.value.nonEmptyText }
    /// The route that they give a modal.
    var modalRoute: String? { first { $0.field == ModalField.route }?.value.text }
    /// The title that they give a modal.
    var modalTitle: String? { first { $0.field == ModalField.title }?.value.nonEmptyText }
    /// The kind that they give a modal.
    var modalKind: String? { first { $0.field == ModalField.kind }?.value.text }
    /// The title that they give a screen.
    var screenTitle: String? { first { $0.field == ScreenField.title }?.value.nonEmptyText }
}

extension BadgeValue {
    /// The text of the badge: empty for a dot, `nil` for none.
    var shown: String? {
        switch self {
        case .cleared: nil
        case .dot: ""
        case .text(let text): text
        }
    }
}
