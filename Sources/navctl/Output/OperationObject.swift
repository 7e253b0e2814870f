internal import NavigationModel

/// An operation as JSON: its `kind`, what it names, and what became of it.
enum OperationObject {
    /// All operations of a change with their outcomes, where these are known.
    static func values(of operations: [Operation], _ outcomes: [Outcome]?) -> JSON {
        .array(
            operations.enumerated().map { index, operation in
                var members = members(of: operation)
                if let outcomes, outcomes.indices.contains(index) {
                    members.merge(OutcomeObject.members(of: outcomes[index])) { _, new in new }
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
        case .push(let id, let tab, let below, let attributes):
            self.tab("push", tab).merging([
                "screen": .string(id.rawValue), "on": JSON(below?.rawValue),
                "route": JSON(attributes.route), "title": JSON(attributes.screenTitle),
            ]) { old, _ in old }
        case .pop(let screens, let tab):
            self.tab("pop", tab).merging([
                "screens": .array(screens.map { .string($0.id.rawValue) })
            ]) { old, _ in old }
        case .setItems(let tab, let items):
            self.tab("setItems", tab).merging([
                "items": .array(
                    items.map { item in
                        [
                            "screen": .string(item.id.rawValue),
                            "route": JSON(item.attributes.route),
                            "title": JSON(item.attributes.screenTitle),
                        ]
                    })
            ]) { old, _ in old }
        case .updateScreen(let id, let attributes):
            [
                "kind": .string("updateScreen"), "screen": .string(id.rawValue),
                "title": JSON(attributes.screenTitle),
            ]
        case .unknown: ["kind": .string("unknown")]
        }
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
        return members
    }
}

extension [Attribute] {
    /// The route that they give a screen.
    var route: String? { first { $0.field == ScreenField.route }?.value.text }
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
